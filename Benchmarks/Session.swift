import Glibc

/// What every benchmark needs: the servers, fresh each time, and how long to measure.
struct Session {
    let workshop: Workshop
    let quick: Bool

    /// Rounds of a contest.
    var rounds: Int { quick ? 2 : 5 }
    /// Seconds that one measurement counts.
    var seconds: String { quick ? "0.4" : "1" }
    /// Seconds before it counts.
    var warmUp: String { quick ? "0.1" : "0.3" }

    /// The model that is measured.
    static let schema = """
        enum Status { draft published }

        type Post @model {
          id: ID!
          title: String!
          content: String
          rating: Int @index(name: "byRating")
          status: Status
        }

        """

    /// A record; each @ becomes a ten-digit number.
    static func post(rating: String = "5", padding: Int = 0) -> String {
        let padding = String(repeating: "x", count: padding)
        return
            #"{"id":"@","title":"SQ@","content":"A record of ordinary size, so that a row costs what rows cost.\#(padding)","#
            + #""rating":\#(rating),"status":"draft"}"#
    }

    /// Runs `body` with our server on a new database or a copy of one.
    func withRivulet<Result>(from database: String? = nil, _ body: (Server) throws -> Result) throws -> Result {
        let folder = try workshop.folder("rivulet")
        if let database {
            for suffix in ["", "-wal"] { try Files.copy(database + suffix, to: folder + "/rivulet.db" + suffix) }
        }
        let server = try Server(announced: startRivulet(in: folder), of: workshop)
        defer {
            server.stop()
            Files.remove(folder)
        }
        return try body(server)
    }

    /// Starts our server on the database of a folder.
    func startRivulet(in folder: String) throws(Failure) -> Child {
        let schema = folder + "/schema.graphql"
        try Files.write(Session.schema, to: schema)
        return try workshop.start([
            workshop.rivulet, "serve", "--schema", schema, "--database", folder + "/rivulet.db",
            "--listen", "127.0.0.1:0", "--max-connections", "12000", "--max-streams-per-address", "12000",
        ])
    }

    /// Runs `body` with one nginx worker: `/healthz` by `return`, files, and nchan at `/events` and `/publish`.
    func withNginx(files: [String: String] = [:], _ body: (Server) throws -> Figures) throws -> Figures {
        let folder = try workshop.folder("nginx")
        for name in ["logs", "tmp", "files"] { try Files.makeFolder(folder + "/" + name) }
        for (name, text) in files { try Files.write(text, to: folder + "/files/" + name) }
        let port = try Loopback.freePort()
        let child = try workshop.startNginx(configuration: Session.nginx(folder: folder, port: port), in: folder)
        let server = try Server(silent: child, port: port, of: workshop)
        defer {
            server.stop()
            Files.remove(folder)
        }
        return try body(server)
    }

    /// Runs `body` with the least server there can be.
    func withLeast(_ body: (Server) throws -> Figures) throws -> Figures {
        let server = try Server(announced: workshop.startTool("least_server"), of: workshop)
        defer { server.stop() }
        return try body(server)
    }

    /// A database with so many records, made by our server, closed.
    func database(records: Int) throws -> String {
        let folder = try workshop.folder("database")
        Progress.line("making a database of \(Show.count(Double(records))) records")
        let server = try Server(announced: startRivulet(in: folder), of: workshop)
        defer { server.stop() }
        _ = try workshop.measure(
            "http_load",
            [
                "-p", "\(server.port)", "-c", "64", "-n", "\(records)", "-m", "POST", "-u", "/models/Post", "-s", "201",
                "-b", Session.post(),
            ])
        return folder + "/rivulet.db"
    }

    /// The body that a server answers to a GET.
    func body(of server: Server, _ path: String) throws -> String {
        let file = try workshop.folder("answer") + "/body"
        _ = try workshop.measure("http_load", ["-p", "\(server.port)", "-n", "1", "-u", path, "-o", file])
        return Files.read(file) ?? ""
    }

    private static func nginx(folder: String, port: Int) -> String {
        """
        \(geteuid() == 0 ? "user root;" : "")
        worker_processes 1;
        worker_rlimit_nofile 20000;
        daemon off;
        pid \(folder)/nginx.pid;
        error_log \(folder)/logs/error.log warn;
        events { worker_connections 19000; use epoll; multi_accept on; }
        http {
            access_log off;
            sendfile on;
            tcp_nodelay on;
            keepalive_timeout 600;
            keepalive_requests 1000000000;
            default_type application/json;
            client_body_temp_path \(folder)/tmp/body;
            proxy_temp_path \(folder)/tmp/proxy;
            fastcgi_temp_path \(folder)/tmp/fastcgi;
            uwsgi_temp_path \(folder)/tmp/uwsgi;
            scgi_temp_path \(folder)/tmp/scgi;
            nchan_shared_memory_size 256M;
            server {
                listen 127.0.0.1:\(port) backlog=4096;
                root \(folder)/files;
                location = /healthz { return 200 '{"status":"ok"}'; }
                location = /events {
                    nchan_subscriber eventsource;
                    nchan_channel_id posts;
                    nchan_message_buffer_length 64;
                    nchan_message_timeout 60s;
                    nchan_subscriber_first_message newest;
                }
                location = /publish {
                    nchan_publisher;
                    nchan_channel_id posts;
                    nchan_message_buffer_length 64;
                    nchan_message_timeout 60s;
                }
            }
        }

        """
    }
}
