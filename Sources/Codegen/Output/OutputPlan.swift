/// What must be done to a folder so that it holds the generated files: a value, decided before anything is touched.
package struct OutputPlan: Sendable {
    /// A file that stands in the folder.
    package enum Present: Sendable {
        case file([UInt8])
        /// A folder, a link, a device: never ours.
        case other
    }

    /// Files that are new or have other bytes, by name.
    package let writes: [GeneratedFile]
    /// Names of generated files that the schema has no more, in order.
    package let removals: [String]
    /// Names that generated files need and that something else has; with one of these nothing may be done.
    package let foreign: [String]
    /// How many files are right already.
    package let unchanged: Int

    /// `removesStale`: whether generated files that are not among `files` go.
    package init(_ files: [GeneratedFile], over present: [String: Present], removesStale: Bool) {
        var writes: [GeneratedFile] = []
        var foreign: [String] = []
        for file in files.sorted(by: { $0.name < $1.name }) {
            switch present[file.name] {
            case nil: writes.append(file)
            case .file(let bytes) where GeneratedFile.isGenerated(bytes):
                if bytes != Array(file.text.utf8) { writes.append(file) }
            case .file, .other: foreign.append(file.name)
            }
        }
        let names = Set(files.map(\.name))
        let stale = present.filter { name, what in
            guard case .file(let bytes) = what, !names.contains(name) else { return false }
            return GeneratedFile.isGenerated(bytes)
        }
        self.writes = writes
        self.foreign = foreign
        removals = removesStale ? stale.keys.sorted() : []
        unchanged = files.count - writes.count - foreign.count
    }

    /// Whether the folder is as it should be.
    package var isEmpty: Bool { writes.isEmpty && removals.isEmpty && foreign.isEmpty }
}
