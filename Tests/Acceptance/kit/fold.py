"""What a client keeps: a live list from snapshots, and tables from a history of mutations. Both judge as they go."""
import time

from .judge import Wrong, brief, expect, same


class LiveList:
    """A client of /observeQuery. Every snapshot is judged: known members, no id twice, positions never back."""

    def __init__(self, stream):
        self.stream, self.items, self.synced, self.count, self.resets, self.at = stream, None, None, 0, 0, None

    def take(self, frame):
        if frame.type == "reset":
            expect(isinstance(frame["reason"], str) and frame["reason"], f"a reset without a reason: {frame!r}")
            self.items, self.resets, self.at = None, self.resets + 1, (frame.epoch, frame.seq)
            return frame
        same(frame.type, "snapshot", "type of a live list's frame")
        same(set(frame.data), {"type", "isSynced", "items"}, "members of a snapshot")
        expect(frame.id is not None, "a snapshot without an id")
        if self.at:
            expect(frame.epoch == self.at[0] and frame.seq >= self.at[1], f"a snapshot at {frame.id} after {self.at}")
        self.at, self.items, self.synced = (frame.epoch, frame.seq), frame["items"], frame["isSynced"]
        self.count += 1
        keys = [r.get("id") for r in self.items]
        if self.items and "id" in self.items[0]:
            expect(len(set(keys)) == len(keys), f"an id twice in one snapshot at {frame.id}: {brief(sorted(k for k in keys if keys.count(k) > 1))}")
        return frame

    @property
    def ids(self):
        return [r["id"] for r in self.items or []]

    def next(self, seconds=5, what="a snapshot"):
        self.take(self.stream.next(seconds, what))
        return self

    def settle(self, condition, seconds=5, what="the list"):
        """Take snapshots until condition(items)."""
        end = time.monotonic() + seconds
        while self.items is None or not condition(self.items):
            left = end - time.monotonic()
            expect(left > 0, f"{what}: not within {seconds} s; {self.count} snapshots came, the last is {brief(self.items)}")
            try:
                self.take(self.stream.next(left, what))
            except Wrong as fault:
                raise Wrong(f"{fault}; {self.count} snapshots came, the last is {brief(self.items)}")
        return self

    def silent(self, seconds, why):
        self.stream.silent(seconds, why)


class History:
    """A client of /observe that rebuilds the tables. Every mutation is judged against what was before it."""

    MEMBERS = {"type", "seq", "modelName", "modelId", "mutationType", "version", "createdAt", "source", "model"}

    def __init__(self, tables=None, whole=True):
        self.tables = {m: dict(t) for m, t in (tables or {}).items()}
        self.whole, self.seen, self.at, self.versions = whole, [], None, {}

    def take(self, frame):
        same(frame.type, "mutation", "type of an observer's frame")
        extra = set(frame.data) - self.MEMBERS - {"changed", "left"}
        expect(not extra and self.MEMBERS <= set(frame.data), f"members of a mutation: {sorted(frame.data)}")
        same(frame["seq"], frame.seq, "seq and id")
        expect(frame["source"] in ("local", "remote"), f"source {frame['source']!r}")
        if self.at:
            same(frame.epoch, self.at[0], "epoch")
            expect(frame.seq > self.at[1], f"seq {frame.seq} after {self.at[1]}")
        self.at = (frame.epoch, frame.seq)
        kind, model, key = frame["mutationType"], frame["modelName"], frame["modelId"]
        table = self.tables.setdefault(model, {})
        old, new = table.get(key), frame["model"]
        before = self.versions.get((model, key))
        if before is not None:
            same(frame["version"], before + 1, f"version of {model} {key} at {frame.id}")
        self.versions[model, key] = frame["version"]
        if kind == "create":
            expect(old is None, f"create of {model} {key} at {frame.id}, which is there")
        elif self.whole:
            expect(old is not None, f"{kind} of {model} {key} at {frame.id}, which was never created")
        if kind == "update":
            same(new.get("_version"), frame["version"], "_version of the model and version")
            if old is not None:
                changed = sorted(f for f in new if new[f] != old.get(f) and f not in ("updatedAt", "_version"))
                same(sorted(frame["changed"]), changed, f"changed of {model} {key} at {frame.id}")
        else:
            expect("changed" not in frame, f"changed in a {kind}: {frame!r}")
        if kind == "delete":
            if old is not None:
                same(new, old, f"last record of {model} {key} at {frame.id}")
            same(frame["version"], new["_version"] + 1, "version of a delete")
            table.pop(key, None)
        else:
            table[key] = new
        self.seen.append((frame.seq, kind, model, key, frame["version"]))
        return self

    def take_all(self, frames):
        for frame in frames:
            self.take(frame)
        return self
