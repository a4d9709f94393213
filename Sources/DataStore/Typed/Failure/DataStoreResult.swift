/// What an operation of the store came to.
public typealias DataStoreResult<Success> = Result<Success, DataStoreError>

/// Is called once with what an operation of the store came to.
public typealias DataStoreCallback<Success> = (DataStoreResult<Success>) -> Void
