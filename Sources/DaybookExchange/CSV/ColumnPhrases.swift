/// The names of columns in the languages of banks: the meaning, its rank, those in English, and all others.
///
/// They are written without spaces; accents, points and hyphens don't count.
enum ColumnPhrases {
    static let all: [(ColumnMeaning, Int, english: String, other: String)] = [
        (
            .day, 4,
            "bookingdate bookeddate dateposted posteddate postdate postingdate completeddate datecompleted "
                + "completiondate settlementdate processdate processeddate dateprocessed entrydate bookdate",
            """
            buchungstag buchungsdatum buchung verbuchungsdatum boekdatum boekingsdatum datecomptable \
            datedecomptabilisation datedecomptabilite dateoperationcomptable datecontable fechacontable \
            fechacontabilizacion fechadecontabilizacion fechaoperacion fechadeoperacion fechadelaoperacion \
            foperacion dataoperazione datacontabile dataregistrazione dataregistrazioneoperazione datamovimento \
            datadomovimento datamov datalancamento datalancto datadolancamento bokforingsdag bokforingsdatum bokfort \
            bokforingsdato bogforingsdato bogfort bokfort bokfoeringsdato kirjauspaiva kirjauspvm dataksiegowania \
            dataoperacji datazaksiegowania dataksieg datumzauctovani zauctovanodne datumzauctovania konyvelesdatuma \
            konyvelesinap konyvelesnapja dataprocesarii datainregistrarii datumknjizenja datumknjizbe datumknjizenja \
            islemtarihi muhasebetarihi reskontradatum bokforingsdatum датаоперации датапроводки датаобработки \
            датаоперації датапроведення датазавърване вальор ημερομηνίακαταχώρησης kandepaev gramatojumadatums \
            operacijosdata 入账日期 入帳日 入帳日期 記帳日 計上日 기장일
            """
        ),
        (
            .day, 3, "date day transdate when",
            """
            datum tag dag datom fecha data dato fecha paiva paivamaara pvm datums kuupaev nap datum datuma dátum \
            дата день ημερομηνία ημ/νια ημερομηνια tarih tarihi ngay ngaygiaodich tanggal tgl วันที่ תאריך التاريخ \
            日期 日付 年月日 お取引日 取引日 取扱日 取扱日付 お取扱日 交易日期 交易日 交易时间 交易時間 交易创建时间 付款时间 记账日期 記帳日期 帳務日期 日時 取引日時 利用日 ご利用日 ご利用年月日 \
            ご利用日時 거래일 거래일자 거래일시 날짜 일자 일시 거래날짜 이용일 이용일자 ngayhieuluc dateoperation datedoperation dateop \
            operacijosdata dienakts datumobjave
            """
        ),
        (
            .day, 2,
            "transactiondate tradedate startdate starteddate datestarted createdon created createdate "
                + "purchasedate dateoftransaction transactiontime datetime timestamp dateandtime trandate txndate time "
                + "effectivedate dateinitiated datetransaction transactioncreated",
            """
            transaktionsdatum umsatzdatum belegdatum kaufdatum einkaufsdatum transactiedatum transaktionsdag \
            transaktionsdato kobsdato kopdatum kjopsdato dateachat datedachat datedelatransaction datetransaction \
            fechatransaccion fechadetransaccion fechadecompra datatransacao datadatransacao datatransazione \
            datatransakcji datatranzactiei datumtransakce datumprovedeni datumpohybu datumtransakcie datumobchodu \
            tranzakciodatuma tranzakcioidopontja ostopaiva tapahtumapaiva датаплатежа датавремя датаівремя \
            датаічасоперації tapahtumapvm datumtransakcije
            """
        ),
        (
            .valueDay, 1, "valuedate valuedt valdate valueday",
            """
            valuta valutadatum wertstellung wertstellungstag wertstellungsdatum valuutadatum rentedatum datevaleur \
            datedevaleur fechavalor fechadevalor fvalor datavaluta datavalor datadovalor valutadag valutadato \
            rentedato arvopaiva datawaluty datavalutei datumvaluty datumvalute erteknap erteknapja valortarihi \
            датавалутирования ημερομηνίααξίας αξία vaartuspaev valuteringsdatum rentedag ranteduatum rantedatum 起息日 \
            起息日期 기산일 valor val
            """
        ),
        (
            .payee, 1,
            "payee name merchant merchantname counterparty counterpartyname beneficiary recipient payer "
                + "paidto payeename"
                + "vendor transactedwith nameofcounterparty beneficiaryname targetname to from merchantdescription "
                + "beneficiaryorsender toorfrom toaccountname counterpartname partnername party",
            """
            empfanger empfaenger begunstigter beguenstigter begunstigterzahlungspflichtiger \
            beguenstigterzahlungspflichtiger auftraggeber auftraggeberbegunstigter auftraggeberempfanger \
            zahlungsempfanger zahlungspflichtiger zahlungspflichtige zahlungsbeteiligter namezahlungsbeteiligter \
            gegenpartei gegenkontoinhaber kontoinhaber partnername haendler handler begunstigte naamtegenpartij naam \
            tegenpartij naamomschrijving naamtegenrekening naamtegenrekeninghouder naambegunstigde nomcontrepartie \
            contrepartie beneficiaire tiers nomdutiers emetteur beneficiario ordenante beneficiarioordenante \
            comercio nombre destinatario controparte beneficiarioordinante ordinante favorecido \
            destinatarioordenante mottagare avsandare motpart mottaker avsender betaler modtager modpart afsender \
            nimi jmenoprotistrany nazevprotistrany saaja maksaja saajamaksaja saajanimi kontrahent danekontrahenta odbiorca nadawca nazwakontrahenta \
            nadawcaodbiorca nazwaodbiorcy protistrana nazevprotistrany nazevprotiuctu nazovprotistrany prijemca \
            prijemce platce partner partnerneve ellenoldalinev kedvezmenyezett ellenpartner partnermegnevezese \
            numebeneficiar beneficiar primatelj platitelj prejemnik placnik primalac naziv saajanimi makseasaajanimi \
            saajamaksjanimi maksjasaajanimi sanemejsmaksatajs gavejasmoketojas mokėtojasgavėjas gavejas alici \
            gonderen aliciadi контрагент получатель плательщик отправитель продавец отримувач получател наредител \
            δικαιούχος 对方户名 对方账户名称 交易对方 对方名称 对手户名 對方戶名 對方帳戶名稱 收款人 商户名称 特約商店 ご利用店名 利用店名 ご利用先 支払先 取引先 受取人 利用先 가맹점명 가맹점 \
            받는분 보낸분 보내는분받는분 거래처 의뢰인수취인 의뢰인 nguoithuhuong doituong penerima ผู้รับ שםמוטב בעסק שםביתהעסק
            """
        ),
        (
            .text, 1,
            "description memo note notes details narrative narration particulars transactiondescription text "
                + "transactiondetails statementdescription comment comments remark remarks purpose "
                + "paymentdetails message"
                + "information transactionremarks paymentreference extendeddetails additionalinformation "
                + "originaldescription"
                + "subject transaction reason",
            """
            otsikko verwendungszweck buchungstext buchungsdetails beschreibung beschreibung1 beschreibung2 beschreibung3 \
            beschreibung1 verwendung vermerk mitteilung notiz zahlungszweck buchungsinformation umsatztext details \
            avisierungstext zahlungsgrund mededelingen mededeling omschrijving omschrijving1 omschrijving2 \
            omschrijving3 vrijemededeling libelle libelleoperation libellesimplifie libelledeloperation intitule \
            descriptif communication communications motif commentaire detail description1 concepto descripcion \
            detalle observaciones movimiento descripciondelmovimiento masdatos descrizione descrizioneoperazione \
            descrizioneestesa causale causaledescrizione descricao descricaomovimento historico lancamento \
            designacao descritivo titulo beskrivelse beskrivning tekst texto forklaring meddelande melding \
            posteringstekst spesifikasjon rubrik specifikation viesti selitys tapahtuma opis opisoperacji \
            opistransakcji tytul tytulem tytuloperacji szczegolytransakcji szczegoly popis popistransakce \
            zpravaproprijemce poznamka zprava ucelplatby spravapreprijemcu informaciaprijemcu kozlemeny megjegyzes \
            leiras tranzakcioleirasa detalii detaliitranzactie descriere explicatii opisplacanja namen \
            opistransakcije svrha svrhaplacanja selgitus kirjeldus maksejumamerkis informacija mokejimopaskirtis \
            paskirtis aciklama islemaciklamasi назначение назначениеплатежа описание описаниеоперации деталиплатежа \
            деталі деталіоперації призначення призначенняплатежу основание описание περιγραφή αιτιολογία \
            περιγραφήσυναλλαγής 摘要 备注 備註 附言 用途 说明 說明 交易说明 交易摘要 商品说明 商品 交易类型说明 交易附言 內容 内容 お取引内容 取引内容 お取り扱い内容 お取扱内容 \
            取扱内容 取引名 ご利用内容 メモ 적요 내용 거래내용 거래기록사항 기재내용 비고 메모 통장메모 noidung mota dienGiai noidunggiaodich diengiai \
            keterangan deskripsi uraian รายการ รายละเอียด פרטים תיאור הערות תיאורהתנועה הפעולה البيان
            """
        ),
        (
            .amount, 3,
            "amount sum value transactionamount netamount net amt paymentamount txnamount billingamount "
                + "totalamount total"
                + "amountinaccountcurrency accountamount money price settledamount",
            """
            betrag umsatz umsatzbetrag buchungsbetrag summe wert bedrag montant montantdeloperation valeur importe \
            importeoperacion cantidad monto importo importototale valor valore montante quantia valormovimento \
            belopp summa sum belob beloeb sumaeur maara maarae summaeur kwota kwotaoperacji kwotatransakcji \
            kwotawwaluciekonta kwotawwalucierachunku castka objem castkavmeneuctu suma sumatransakcie ciastka osszeg \
            tranzakcioosszege konyveltosszeg iznos znesek suma valoare sumatranzactiei kontovaluutas tutar \
            islemtutari сумма суммаоперации суммавалюта суммавалютесчета сума сумаввалютікартки сумаоперації ποσό \
            ποσο 金额 金額 交易金额 交易金額 发生额 記帳金額 人民币金额 入账金额 入帳金額 臺幣金額 台幣金額 新臺幣金額 取引金額 お取引金額 거래금액 금액 sotien jumlah nominal \
            จำนวนเงิน סכום סכוםחיוב בזכותחובה المبلغ
            """
        ),
        (
            .out, 1,
            "debit debits debitamount amountdebit outflow withdrawal withdrawals withdrawalamt "
                + "withdrawalamount moneyout paidout spent"
                + "paymentsout dramount dr debitamt expense expenses out charge charges payments moneyspent amountout",
            """
            soll belastung belastungen lastschrift ausgang ausgange ausgabe ausgaben belastungsbetrag sollbetrag af \
            debet uit uitgaven debiteur montantdebit depense depenses cargo cargos cargoimporte gasto gastos egreso \
            egresos retiros retiro debito debitos addebito addebiti uscite uscita dare saida saidas despesas uttag \
            utbetaling utfrakonto utakonto ut ud udbetaling haevet ulos pano obciazenia obciazenie kwotaobciazenia \
            wyplata wydatki vydaje vydaj terheles kiadas debitari isplata isplate duguje dugovni odliv breme \
            bremenje deebet borc cikan cekilen расход списание списания дебет витрати видаток χρέωση χρεωση חובה \
            بحوب 支出 支出金额 支出金額 借方 借方金额 借方发生额 借方金額 转出 轉出 提款 提出 出金 出金額 お引出し お支払金額 お支払い金額 引出金額 支払い金額 利用金額 ご利用金額 支払金額 \
            消費金額 이용금액 승인금액 お引き出し 出金金額 출금 출금액 출금금액 찾으신금액 지급금액 지급액 rutra ghino tienra sotienghino debet keluar \
            pengeluaran mutasidebet ถอนเงิน ถอน หักบัญชี مدين
            """
        ),
        (
            .into, 1,
            "credit credits creditamount amountcredit inflow deposit deposits depositamt depositamount "
                + "moneyin paidin received paymentsin"
                + "cramount cr creditamt income in receipts moneyreceived amountin",
            """
            haben gutschrift gutschriften eingang eingange einnahme einnahmen gutschriftsbetrag habenbetrag bij \
            crediteur inkomsten montantcredit recette recettes abono abonos ingreso ingresos depositos deposito \
            credito creditos accredito accrediti entrate entrata avere entrada entradas receitas insattning \
            innbetaling inntilkonto inn innpakonto ind indbetaling indsat sisaan uznania uznanie kwotauznania wplata \
            wplaty wplywy prijmy prijem jovairas bevetel creditari uplata uplate potrazuje potrazni priliv dobro \
            dobropis kreedit kredit kredyt alacak giren yatan приход зачисление зачисления кредит поступление \
            надходження πίστωση πιστωση זכות دائن 收入 收入金额 收入金額 贷方 贷方金额 贷方发生额 貸方 貸方金額 转入 轉入 存款 存入 入金 入金額 お預入れ お預入金額 \
            預入金額 お預り金額 預かり金額 預り金額 存入金額 存入金额 お預け入れ お預かり金額 入金金額 입금 입금액 입금금액 맡기신금액 예입금액 rutvao ghico tienvao \
            sotienghico masuk pemasukan mutasikredit ฝากเงิน ฝาก เข้าบัญชี
            """
        ),
        (
            .sign, 1,
            "type debitcredit creditdebit drcr crdr debitorcredit creditordebit debitcreditindicator "
                + "indicator direction sign"
                + "creditdebitindicator dc cd transactiontype inout kind debitcreditcode incomeexpense cdtdbtind",
            """
            sollhaben sh kennzeichen vorzeichen umsatzart buchungsart afbij bijaf debetcredit creditdebet \
            debetkredit sens typemouvement debitcredit signo cargoabono tipo tipomovimento dareavere \
            tipodemovimiento naturaleza natureza dcindikator strana smer typ rodzajtransakcji jellege \
            terhelesjovairas irany dk deebetkreedit borcalacak ba direccion 收支 收支类型 借贷 借贷标志 借貸 借贷方向 收付 收付标志 入出金 \
            入出金区分 구분 입출금구분 거래구분 רחובזכות
            """
        ),
        (
            .currency, 1, "currency currencycode ccy cur accountcurrency curr transactioncurrency paymentcurrency",
            """
            wahrung waehrung whg devise devises monnaie moneda divisa valuta moeda muntsoort munt valuuta valuta \
            mena walutarachunku waluta penznem devizanem moneda valuta para parabirimi doviz валюта валютаоперации \
            валютакарти νόμισμα valyuta oznacenimeny 币种 货币 幣別 幣種 通貨 통화 통화코드 tiente loaitien matauang สกุลเงิน מטבע \
            dovizcinsi
            """
        ),
        (
            .balance, 1,
            "balance runningbalance accountbalance balanceafter closingbalance availablebalance "
                + "currentbalance ledgerbalance"
                + "runningbal bal endbalance newbalance balanceamount",
            """
            saldo kontostand saldonachbuchung saldonachmutatie saldonatransactie saldonaboeking endsaldo solde \
            soldeapresoperation saldofinal saldodisponible saldocontabile saldocontabil saldodisponivel saldoapos \
            saldosaldo bokfortsaldo reskontra saldomaara tilinsaldo saldopooperacji saldokoncowe saldopotransakcji \
            zustatek zostatok egyenleg konyveltegyenleg sold soldfinal stanje stanjeracuna jaak atlikums likutis \
            bakiye остаток баланс залишок балансвбгн υπόλοιπο υπολοιπο יתרה יתרהבשח الرصيد 余额 账户余额 餘額 帳戶餘額 帳面餘額 結餘 \
            结余 差引残高 残高 お預り残高 残高金額 取引後残高 거래후잔액 잔액 잔고 sodu soducuoi saldoakhir ยอดคงเหลือ คงเหลือ
            """
        ),
        (
            .account, 1,
            "account accountnumber accountno accountname owniban iban accountiban myaccount bankaccount "
                + "acct acctno sourceaccount",
            """
            konto kontonummer auftragskonto ibanauftragskonto eigeneskonto bezeichnungauftragskonto eigenkonto \
            ibankontonummer rekening rekeningnummer eigenrekening ibanbban compte numerodecompte comptenum compteno \
            numcompte cuenta numerodecuenta conto numeroconto ibanconto conta numerodaconta kontonr tili tilinumero \
            numerrachunku rachunek numerkonta konto cislouctu ucet vlastniucet szamlaszam konyvelesiszamla cont \
            contiban racun brojracuna racunst saskaita kontsnr kliendikonto hesap hesapno счет номерсчета рахунок \
            номеркарты номеркартки λογαριασμός 账号 账户 卡号 本方账号 帳號 帳戶 口座番号 口座 계좌번호 계좌 sotaikhoan rekeningsumber \
            norekening เลขที่บัญชี חשבון
            """
        ),
        (
            .reference, 1,
            "transactionid reference id referencenumber referenceno transactionreference ref refno bankreference txnid "
                + "transactionnumber uniqueid transactioncode entryreference archiveid banktransactionid "
                + "documentnumber",
            """
            transaktionsid referenz referenznummer kundenreferenz bankreferenz buchungsreferenz umsatzid \
            transactiereferentie volgnr volgnummer referentie referencia referenciabanco numerodereferencia \
            riferimento numerooperazione idtransazione numerodocumento arkisointitunnus arkistointitunnus referens \
            viite viitenumero nrtransakcji numertransakcji numerreferencyjny idtransakce idpohybu idoperace \
            cisloobratu tranzakcioazonosito azonosito referinta idtranzactie referenca brojtransakcije \
            arhiveerimistunnus arhivakods referansno fisno номердокумента номероперации кодоперации 交易流水号 流水号 交易单号 \
            交易号 交易订单号 交易序號 交易序号 流水號 取引番号 거래번호 승인번호 magiaodich sogiaodich אסמכתא
            """
        ),
        (
            .tags, 1, "category categories tags tag labels label subcategory group",
            "kategorie kategorien categorie categorias categoria kategoria kategori kategorija категория "
                + "категорія 分类 類別 分類 交易分类 カテゴリ 카테고리 rubriek"
        ),
        (
            .state, 1, "status state transactionstatus",
            "zustand umsatzstatus buchungsstatus estado stato etat statut tila stan stav allapot durum "
                + "статус статусоперации 状态 交易状态 当前状态 交易狀態 狀態 状態 상태"
        ),
    ]
}
