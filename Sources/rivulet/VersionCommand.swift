/// `rivulet version`.
enum VersionCommand {
    static let version = "0.1.0"

    static func run() -> Int32 {
        Terminal.print("rivulet \(version)")
        return 0
    }
}
