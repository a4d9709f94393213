"""How tests are found and what each asks of its surroundings."""
import importlib
import inspect
import pkgutil
import random
import zlib

from . import process, schemas
from .judge import Rows


def test(seconds=30, alone=False, long=False, schema=schemas.BLOG, flags=(), env=None):
    """What a test needs beyond the defaults: time, the machine to itself, `--long`, another schema, flags of its server."""
    def mark(function):
        function.needs = {"seconds": seconds, "alone": alone, "long": long, "schema": schema, "flags": flags, "env": env or {}}
        return function
    return mark


class Test:
    """One test: a function `test_…` of a chapter. Its docstring is the sentence of the protocol that it holds the server to."""

    def __init__(self, chapter, function):
        self.name, self.function = f"{chapter}.{function.__name__.removeprefix('test_')}", function
        if not function.__doc__:
            raise ValueError(f"{self.name} has no sentence")
        self.sentence = " ".join(function.__doc__.split())
        needs = getattr(function, "needs", None) or test()(function).needs
        self.seconds, self.alone, self.long = needs["seconds"], needs["alone"], needs["long"]
        self.needs = needs

    def run(self, seed, long):
        """Run in this process. The parameters of the function are given by name:
        `server` (started), `start` (makes and starts servers), `rows`, `rng` (seeded), `long`."""
        servers, rows, given = [], Rows(), {}

        def start(schema=self.needs["schema"], flags=self.needs["flags"], env=self.needs["env"], go=True, **more):
            server = process.Server(schema, flags, env, **more)
            servers.append(server)
            return server.start() if go else server
        try:
            for name in inspect.signature(self.function).parameters:
                if name == "server":
                    given[name] = start()
                else:
                    given[name] = {"start": start, "rows": rows, "long": long, "rng": random.Random(seed ^ zlib.crc32(self.name.encode()))}[name]
            self.function(**given)
            rows.judge()
            for server in servers:
                server_fell(server)
        except Exception as fault:
            fault.servers = [s.account() for s in servers if s.process is not None]  # before they are ended and swept away
            raise
        finally:
            for server in servers:
                server.close()
            process.sweep()


def server_fell(server):
    """A server that ended by itself with a crash is a fault, whatever the test saw."""
    if server.process is not None and server.process.poll() is not None and server.process.returncode in (-4, -5, -6, -7, -8, -11, 132, 133, 134, 139):
        raise AssertionError(f"the server crashed: exit {server.process.returncode}")


def find(package):
    """Every test of the package's modules, in the order of the files."""
    tests = []
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        own = [f for n, f in vars(module).items() if n.startswith("test_") and f.__module__ == module.__name__]
        tests += [Test(info.name, f) for f in own]
    return tests
