@_exported public import DataStore
