import DataStore

/// The map of models, and the types of answers and of events, which are the same for every schema.
struct TypeScriptEvents {
    private let schema: Schema

    init(_ schema: Schema) { self.schema = schema }

    func write(to code: inout CodeText) {
        code.line()
        code.line("/** The types of each model, by its name. */")
        code.block("export interface Models {") { code in
            for model in schema.models {
                code.block("\(model.name): {", "};") { code in
                    code.line("record: \(model.name);")
                    code.line("new: New\(model.name);")
                    code.line("patch: \(model.name)Patch;")
                    code.line("key: \(key(of: model));")
                }
            }
        }
        code.lines(TypeScriptEvents.common)
    }

    /// One value, or in key order all of them.
    private func key(of model: ModelDefinition) -> String {
        let fields = model.primaryKey.map { model.fields[$0] }
        if fields.count == 1 { return TypeScriptType(fields[0].type, .record).text }
        let parts = fields.map { "\($0.name): \(TypeScriptType($0.type, .record).text)" }
        return "[\(parts.joined(separator: ", "))]"
    }

    /// The names of the types below.
    static let names: Set<String> = [
        "ErrorEvent", "ModelName", "Models", "MutationEvent", "MutationType", "ObserveEvent", "ObserveQueryEvent",
        "Page", "PatchEvent", "PatchOperation", "Problem", "ResetEvent", "SnapshotEvent", "StreamEvent",
    ]

    private static let common = """

        export type ModelName = keyof Models;

        /** A page of records: of a GET, or of a relation that is included. */
        export interface Page<T> {
          items: T[];
          /** What continues behind this page; null when nothing follows. */
          nextToken: string | null;
          /** With count=exact. */
          count?: number;
        }

        /** The body of an answer with an error status (RFC 9457). */
        export interface Problem {
          type: string;
          title: string;
          status: number;
          detail: string;
          instance?: string;
          index?: number;
          errors?: { path?: string; parameter?: string; column?: number; detail: string }[];
        }

        /** What every event of a stream may have. */
        export interface StreamEvent {
          /** The name of its stream, where several share a connection. */
          on?: string;
        }

        export type MutationType = "create" | "update" | "delete";

        /** A committed change of one record; by `modelName` the type of `model` is known. */
        export type MutationEvent<M extends ModelName = ModelName> = {
          [N in M]: StreamEvent & {
            type: "mutation";
            seq: number;
            modelName: N;
            modelId: string;
            mutationType: MutationType;
            version: number;
            createdAt: string;
            source: "local" | "remote";
            /** Of an update: the fields that have another value. */
            changed?: (keyof Models[N]["record"])[];
            /** The record matched before this update and does not any more. */
            left?: true;
            /** The record after the change; of a delete the last one. */
            model: Models[N]["record"];
          };
        }[M];

        /** The whole list, as it is at the event's position. */
        export interface SnapshotEvent<M extends ModelName = ModelName> extends StreamEvent {
          type: "snapshot";
          isSynced: boolean;
          items: Models[M]["record"][];
        }

        /** One operation of a JSON Patch (RFC 6902). */
        export type PatchOperation =
          | { op: "add" | "replace" | "test"; path: string; value: unknown }
          | { op: "remove"; path: string }
          | { op: "move" | "copy"; from: string; path: string };

        /** With mode=patch: what turns the list before into this one. */
        export interface PatchEvent extends StreamEvent {
          type: "patch";
          ops: PatchOperation[];
        }

        /** The stream cannot continue where the client was: what it has is to be thrown away. */
        export interface ResetEvent extends StreamEvent {
          type: "reset";
          reason: string;
        }

        /** Why the stream ends. */
        export interface ErrorEvent extends StreamEvent {
          type: "error";
          status: number;
          detail: string;
        }

        /** What a message of /observe holds, as JSON. */
        export type ObserveEvent<M extends ModelName = ModelName> = MutationEvent<M> | ResetEvent | ErrorEvent;

        /** What a message of /observeQuery holds, as JSON. */
        export type ObserveQueryEvent<M extends ModelName = ModelName> =
          | SnapshotEvent<M>
          | PatchEvent
          | ResetEvent
          | ErrorEvent;
        """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}
