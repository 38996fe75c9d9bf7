/// Small files of banks, written after the formats, with what makes readers fail.
enum BankSamples {
    /// No ends of leaves, an ampersand by itself, empty ids, a wrong end of a statement, a time zone, a text over two lines.
    static let ofx1 = """
        OFXHEADER:100
        DATA:OFXSGML
        VERSION:102
        ENCODING:USASCII
        CHARSET:1252
        OLDFILEUID:NONE

        <OFX >
        <SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><FI><ORG/></FI></SONRS></SIGNONMSGSRSV1>
        <BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
        <STMTRS><CURDEF>EUR
        <BANKACCTFROM><BANKID>7777<ACCTID>100200300</BANKACCTFROM>
        <BANKTRANLIST><DTSTART>20260101<DTEND>20260131
        <STMTTRN>
        <TRNTYPE>DEBIT
        <DTPOSTED>20260102000000.000[-8:PST]
        <TRNAMT>-1.234,50
        <FITID>
        <NAME>Miller & Sons
        <MEMO>kitchen
            and bath
        </STMTTRN>
        <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>202601031200<TRNAMT>20,00<FITID>a2<MEMO>AT&amp;T &#233;t&#xE9; 5<6
        <BANKACCTTO><BANKID>1<ACCTID>999</BANKACCTTO></STMTTRN>
        <STMTTRN><TRNTYPE>INT<DTPOSTED>20260104<TRNAMT>0,05<FITID>a3</STMTTRN>
        </BANKTRANLIST>
        <LEDGERBAL><BALAMT>-200,29<DTASOF>20260131</LEDGERBAL>
        <AVAILBAL><BALAMT>5,00<DTASOF>20260131</AVAILBAL>
        </STMTRS></STMTTRNRS></BANKMSGSRSV1>
        <CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD
        <CCACCTFROM><ACCTID>4111</CCACCTFROM>
        <BANKTRANLIST>
        <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105<TRNAMT>-8<FITID>c1<PAYEE><NAME>Cinema<CITY>Berlin</PAYEE></STMTTRN>
        </BANKTRANLIST>
        <LEDGERBAL></LEDGERBAL>
        </STMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1>
        </OFX>
        """

    /// Closed tags, a row in another currency, cash of an investment, a trade, a row that isn't booked.
    static let ofx2 = """
        <?xml version="1.0" encoding="US-ASCII"?>
        <?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
        <OFX>
        <INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260131</DTASOF><CURDEF>USD</CURDEF>
        <INVACCTFROM><BROKERID>b</BROKERID><ACCTID>INV-1</ACCTID></INVACCTFROM>
        <INVTRANLIST>
        <BUYSTOCK><INVBUY><INVTRAN><FITID>t1</FITID><DTTRADE>20260105</DTTRADE></INVTRAN><TOTAL>-500.00</TOTAL></INVBUY></BUYSTOCK>
        <INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20260106</DTPOSTED><TRNAMT>1000.125</TRNAMT>
        <FITID>t2</FITID><NAME>Deposit</NAME><MEMO>Deposit of a customer</MEMO></STMTTRN><SUBACCTFUND>CASH</SUBACCTFUND></INVBANKTRAN>
        <INVBANKTRAN><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260107</DTPOSTED><TRNAMT>-12.00</TRNAMT>
        <FITID>t3</FITID><NAME><![CDATA[Fee <b>]]></NAME><CURRENCY><CURRATE>1.1</CURRATE><CURSYM>GBP</CURSYM></CURRENCY></STMTTRN></INVBANKTRAN>
        </INVTRANLIST>
        </INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>
        <BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><ACCTID>55</ACCTID></BANKACCTFROM>
        <BANKTRANLISTP><STMTTRNP><TRNAMT>-3.00</TRNAMT></STMTTRNP></BANKTRANLISTP>
        <LEDGERBAL><BALAMT>0.00</BALAMT><DTASOF>20260131</DTASOF></LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1>
        </OFX>
        """

    /// Both forms of the state and of names, a return, a batch, a foreign amount, a placeholder in the place of an id, what
    /// isn't booked, a value date of its own, a second statement without entries.
    static let camt = """
        <?xml version="1.0" encoding="UTF-8"?>
        <c:Document xmlns:c="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><c:BkToCstmrStmt><c:GrpHdr><c:MsgId>m</c:MsgId></c:GrpHdr>
        <c:Stmt><c:Id>1</c:Id><c:Acct><c:Id><c:IBAN>DE02120300000000202051</c:IBAN></c:Id><c:Ccy>EUR</c:Ccy></c:Acct>
        <c:Bal><c:Tp><c:CdOrPrtry><c:Cd>OPBD</c:Cd></c:CdOrPrtry></c:Tp><c:Amt Ccy="EUR">100.000</c:Amt><c:CdtDbtInd>CRDT</c:CdtDbtInd><c:Dt><c:Dt>2026-01-01</c:Dt></c:Dt></c:Bal>
        <c:Bal><c:Tp><c:CdOrPrtry><c:Cd>CLBD</c:Cd></c:CdOrPrtry></c:Tp><c:Amt Ccy='EUR'>27.50</c:Amt><c:CdtDbtInd>DBIT</c:CdtDbtInd><c:Dt><c:Dt>2026-01-31</c:Dt></c:Dt></c:Bal>
        <c:Ntry><c:Amt Ccy="EUR">008.850</c:Amt><c:CdtDbtInd>DBIT</c:CdtDbtInd><c:Sts><c:Cd>BOOK</c:Cd></c:Sts>
          <c:BookgDt><c:Dt>2026-01-02+01:00</c:Dt></c:BookgDt><c:ValDt><c:Dt>2026-01-03</c:Dt></c:ValDt><c:AcctSvcrRef>NOTPROVIDED</c:AcctSvcrRef>
          <c:NtryDtls><c:TxDtls><c:Refs><c:EndToEndId>NOTPROVIDED</c:EndToEndId></c:Refs>
            <c:AmtDtls><c:InstdAmt><c:Amt Ccy="USD">9.99</c:Amt></c:InstdAmt></c:AmtDtls>
            <c:RltdPties><c:Dbtr><c:Pty><c:Nm>Me</c:Nm></c:Pty></c:Dbtr><c:Cdtr><c:Pty><c:Nm>Bäcker &amp; Co</c:Nm></c:Pty></c:Cdtr></c:RltdPties>
            <c:RmtInf><c:Ustrd>Brot</c:Ustrd><c:Ustrd>und Butter</c:Ustrd></c:RmtInf></c:TxDtls></c:NtryDtls></c:Ntry>
        <c:Ntry><c:Amt Ccy="EUR">5</c:Amt><c:CdtDbtInd>CRDT</c:CdtDbtInd><c:RvslInd>true</c:RvslInd><c:Sts>BOOK</c:Sts>
          <c:BookgDt><c:DtTm>2026-01-03T23:59:00+01:00</c:DtTm></c:BookgDt><c:AcctSvcrRef>R-5</c:AcctSvcrRef>
          <c:NtryDtls><c:TxDtls><c:RltdPties><c:Dbtr><c:Nm>Me</c:Nm></c:Dbtr><c:Cdtr><c:Nm>Shop</c:Nm></c:Cdtr></c:RltdPties></c:TxDtls></c:NtryDtls></c:Ntry>
        <c:Ntry><c:Amt Ccy="EUR">30.00</c:Amt><c:CdtDbtInd>DBIT</c:CdtDbtInd><c:Sts>BOOK</c:Sts><c:BookgDt><c:Dt>2026-01-04</c:Dt></c:BookgDt>
          <c:AcctSvcrRef>B-1</c:AcctSvcrRef><c:NtryDtls>
          <c:TxDtls><c:AmtDtls><c:TxAmt><c:Amt Ccy="EUR">00010.00</c:Amt></c:TxAmt></c:AmtDtls><c:RltdPties><c:Cdtr><c:Nm>Ann</c:Nm></c:Cdtr></c:RltdPties></c:TxDtls>
          <c:TxDtls><c:Amt Ccy="EUR">20.00</c:Amt><c:RltdPties><c:Cdtr><c:Nm>Bob</c:Nm></c:Cdtr></c:RltdPties></c:TxDtls></c:NtryDtls>
          <c:AddtlNtryInf>Collective order</c:AddtlNtryInf></c:Ntry>
        <c:Ntry><c:Amt Ccy="EUR">1.00</c:Amt><c:CdtDbtInd>DBIT</c:CdtDbtInd><c:Sts>PDNG</c:Sts><c:BookgDt><c:Dt>2026-01-05</c:Dt></c:BookgDt></c:Ntry>
        <c:Ntry><c:Amt Ccy="EUR">0.00</c:Amt><c:CdtDbtInd>CRDT</c:CdtDbtInd><c:Sts>BOOK</c:Sts><c:ValDt><c:Dt>2026-01-06</c:Dt></c:ValDt></c:Ntry>
        </c:Stmt>
        <c:Stmt><c:Id>2</c:Id><c:Acct><c:Id><c:Othr><c:Id>77</c:Id></c:Othr></c:Id></c:Acct></c:Stmt>
        </c:BkToCstmrStmt></c:Document>
        """

    /// Blocks of SWIFT, blanks in the place of a day, a year that changes between two days, a reversal, `D1,`, 30
    /// February, numbered and named texts, a page that goes on, a second account.
    static let mt940 = """
        {1:F01AAAABB99AXXX0000000000}{2:I940AAAABB99XXXXN}{4:
        :20:STARTUMSE
        :25:12345678/1020304050
        :28C:00001/001
        :60F:C251230EUR1200,00
        :61:2512310102D12,50NMSCNONREF//8327
        :86:106?00KARTENZAHLUNG?109075?20EREF+1?21SVWZ+Rechnung vom Supermark?22t am See?32Markt ?33AG
        :61:260102    CR1,NTRFX//NONREF
        :86:/TRTP/SEPA OVERBOEKING/IBAN/NL00/NAME/J Jansen/REMI/factuur
         12/EREF/NOTPROVIDED
        :61:2601020102RC3,00NTRFNONREF
        :86:taken back
        :62M:C260102EUR1185,50
        -}
        :20:STARTUMSE
        :25:12345678/1020304050
        :28C:00001/002
        :60M:C260102EUR1185,50
        :61:1602300301D6,N033NONREF
        :NS:fee of February
        :62F:C260301EUR1179,50
        :86:not of a row
        -
        :20:X
        :25:NL00BANK0123
        :60F:D260101CHF0,00
        :61:2601050105D1.250,00NMSCNONREF
        extra
        :62F:D260105CHF1250,00
        -
        """

    /// Accounts, a list before the rows, dates with blanks and an apostrophe, an amount again, a transfer, parts, an
    /// opening balance, empty lines, an unknown letter, a trade.
    static let qif = """
        !Option:AutoSwitch
        !Type:Cat
        NFood
        E
        ^
        !Account
        NChecking
        TBank
        ^
        !Type:Bank
        D1/ 1'26
        T100.00
        POpening Balance
        L[Checking]
        ^
        D1/25'26
        U-1,000.00
        T-1,000.00
        CX
        N1001
        PLandlord
        Mrent
        LHousing
        Zunknown
        ^

        D1/ 5' 6
        T-20
        PCash
        L[Wallet]
        ^
        D2/3'26
        T30.5
        PShop
        SFood
        $10.5
        SToys
        $20
        S
        ^
        !Account
        NBroker
        TInvst
        ^
        !Type:Invst
        D1/6'26
        NBuy
        T-5
        ^
        """

    static let all: [(name: String, text: String)] = [
        ("OFX 1", ofx1), ("OFX 2", ofx2), ("CAMT", camt), ("MT940", mt940), ("QIF", qif),
    ]
}
