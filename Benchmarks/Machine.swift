import Glibc

/// Where and with what the figures were measured.
struct Machine {
    /// Lines for the document.
    let lines: [String]

    init(_ workshop: Workshop, command: String, minutes: Double) {
        let processor = Machine.value(of: "model name", in: "/proc/cpuinfo")
        let memory = Machine.value(of: "MemTotal", in: "/proc/meminfo").split(separator: " ").first.flatMap {
            Double($0)
        }
        let system = Machine.value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=").filter { $0 != "\"" }
        var load = [0.0, 0.0, 0.0]
        getloadavg(&load, 3)
        lines = [
            "- Date: \(Clock.today), revision `\(workshop.firstLine(of: ["git", "-C", workshop.root, "describe", "--always", "--dirty"]))`",
            "- Command: `\(command)` (\(Show.fixed(minutes, 1)) minutes)",
            "- Machine: \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores of \(processor), "
                + "\(Show.fixed((memory ?? 0) / 1_048_576, 0)) GB; load average at the end \(Show.fixed(load[0], 1))",
            "- System: \(system), kernel \(workshop.firstLine(of: ["uname", "-r"]))",
            "- Versions: \(workshop.firstLine(of: ["swift", "--version"])); "
                + "\(workshop.firstLine(of: ["/usr/sbin/nginx", "-v"])); "
                + "SQLite \(workshop.firstLine(of: ["pkg-config", "--modversion", "sqlite3"])); "
                + "\(workshop.firstLine(of: ["cc", "--version"]))",
        ]
    }

    private static func value(of name: String, in file: String, separator: Character = ":") -> String {
        for line in (Files.read(file) ?? "").split(separator: "\n") where line.hasPrefix(name) {
            guard let at = line.firstIndex(of: separator) else { continue }
            return String(line[line.index(after: at)...].drop { $0 == " " || $0 == "\t" })
        }
        return "unknown"
    }

}
