/// Opening the database.
extension TypedStore {
    /// The path of a private database that ends with the program.
    static let memoryPath = ":memory:"

    /// Opens the database at `path` and brings it to the types' schema, unless that would lose data. It tells nothing until it
    /// is started. A private database begins with what `former` has.
    static func open(_ types: ModelTypes, path: String, from former: TypedStore?) throws(DataStoreError) -> TypedStore {
        do {
            var seed: ((String) throws(SQLiteError) -> Void)?
            if let former { seed = { (file) throws(SQLiteError) in try former.store.copy(to: file) } }
            let database = try Database(path: path, schema: types.schema, policy: .additiveOnly, seed: seed)
            var options = Store.Options()
            options.isStopped = true
            // It is the program itself that says what is observed, so nothing bounds a list.
            options.maximumSnapshotItems = Int(Int32.max) - 1
            return TypedStore(types, try Store(database, options: options), path: path)
        } catch let failure as Database.OpenFailure {
            throw DataStoreError(failure, path: path)
        } catch {
            throw .invalidDatabase(path: path, error)
        }
    }
}

extension DataStoreError {
    /// Why a database cannot be used with the models of the program.
    fileprivate init(_ failure: Database.OpenFailure, path: String) {
        switch failure {
        case .unusable(let detail):
            let reason = detail.hasPrefix("\(path): ") ? detail.dropFirst(path.count + 2) : detail[...]
            self = .invalidDatabase(
                path: path,
                ConstraintViolation(
                    "\(reason).", "See that the path exists, can be written and is no other program's."))
        case .migration(.destructive(let plan)):
            self = .configuration(
                "The models have changed so that records of \(path) would lose data:\n"
                    + plan.lines.joined(separator: "\n"),
                "Change the models back, or let rivulet migrate --migrate=allow-destructive take these steps.")
        case .migration(.rejected(let reasons)):
            self = .configuration(
                "Records of \(path) do not fit the models:\n\(reasons)", "Change the models, or these records.")
        case .migration(.foreignTable(let name)):
            self = .configuration(
                "\(path) has a table \(name) that is another program's.", "Use a database of its own.")
        case .migration(.newerFormat(let format)):
            self = .configuration(
                "\(path) was made by a later version (format \(format)).", "Use that version of the library.")
        case .migration(.inUse):
            self = .configuration(
                "Another process uses \(path) with other models.", "Give both the same models, or end the other one.")
        case .migration(.sqlite(let error)): self = .invalidDatabase(path: path, error)
        }
    }
}
