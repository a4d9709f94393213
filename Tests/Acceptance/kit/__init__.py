"""What the chapters use: bytes on sockets, streams, server processes, schemas, and judgement."""
