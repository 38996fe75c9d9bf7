import DaybookCore

func deviceWordsInSimplifiedChinese(_ phrase: DevicePhrase) -> Literal {
    switch phrase {
    case .notified: "接收通知的设备"
    case .revokeHint: "移除的设备不再收到通知，并会退出登录。"
    case .someDevice: "一台设备"
    case .thisDevice: "%（此设备）"
    case .since: "%1，自 %2"
    case .revoke: "移除"
    case .revokeOne: "移除：%"
    case .changedElsewhere: "已删除，但其中 %1 项之前在别处修改过：%2"
    case .bringBack: "取回"
    case .cantRead: "目前无法读取保存在这里的内容"
    case .cantReadHint: "内容没有丢失。应用会自动重试，读到后就会显示。"
    case .sharedBy: "网站 % 交来此文件。"
    case .sharedBySite: "一个未表明名称的网站交来此文件。"
    case .sharedByProgram: "另一个程序交来此文件。"
    case .sharedHint: "只有在你自己选择时才查看。导入之前不会写入任何内容。"
    case .lookAtFile: "查看文件"
    case .heldTooShort: "没有录到内容。说话时请按住按钮。"
    }
}
