#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the database of a program is that names none.
enum DatabaseLocation {
    /// What `RIVULET_DATABASE` says (a path, or `:memory:`); else `datastore.db` in a folder of the program's name below the
    /// user's data folder, which is made: `$XDG_DATA_HOME` or `~/.local/share`, on Apple's systems
    /// `~/Library/Application Support`.
    static func standard() throws(DataStoreError) -> String {
        if let path = variable("RIVULET_DATABASE") { return path }
        let folder = try "\(dataFolder())/\(programName)"
        try make(folder)
        return "\(folder)/datastore.db"
    }

    private static func dataFolder() throws(DataStoreError) -> String {
        // Only an absolute path counts, by the XDG base directory specification.
        if let folder = variable("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder }
        guard let home = variable("HOME") else {
            throw .configuration(
                "There is no HOME that tells where the database is.", "Set RIVULET_DATABASE to a path or to :memory:.")
        }
        #if canImport(Darwin)
            return "\(home)/Library/Application Support"
        #else
            return "\(home)/.local/share"
        #endif
    }

    private static var programName: String {
        let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
        return name.isEmpty ? "rivulet" : name
    }

    /// Makes a folder and those around it, for the user alone.
    private static func make(_ folder: String) throws(DataStoreError) {
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            if mkdir(path, 0o700) != 0, errno != EEXIST {
                throw .invalidDatabase(
                    path: folder,
                    ConstraintViolation(
                        "\(path) cannot be made: \(String(cString: strerror(errno))).",
                        "Set RIVULET_DATABASE to a path that can be written, or to :memory:."))
            }
        }
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
