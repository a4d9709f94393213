import HTTP
import Testing

/// The life of a connection, told to the machine without socket and clock.
@Suite struct ConnectionMachineTests {
    private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
    private let last = "GET /b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

    // MARK: Requests and answers

    @Test("Requests are served one at a time, in order; later ones wait")
    func pipelining() {
        var script = MachineScript()
        #expect(script.receive(get + "GET /b HTTP/1.1\r\nHost: h\r\n\r\n") == ["serve /a"])
        #expect(script.receive("GET /c HTTP/1.1\r\n") == [])
        #expect(script.persists)
        #expect(script.answer() == "wait")
        #expect(script.receive("") == ["serve /b"])
        #expect(script.answer() == "wait")
        #expect(script.receive("Host: h\r\n\r\n") == ["serve /c"])
    }

    @Test("After Connection: close nothing more is served, and the client has time to read")
    func close() {
        var script = MachineScript()
        #expect(script.receive(last + get) == ["serve /b"])
        #expect(!script.persists)
        #expect(script.answer() == "linger")
        #expect(script.receive(get) == [])
        #expect(script.linger(100) == "wait")
        #expect(script.end() == "close")
    }

    @Test("A refusal ends the connection; what follows is not read")
    func refusal() {
        var script = MachineScript()
        #expect(script.receive("GET /a\r\n\r\n" + get) == ["refuse 400"])
        #expect(!script.wantsInput)
        #expect(script.receive(get) == [])
        #expect(script.drain() == "linger")
        #expect(script.wantsInput)
    }

    @Test("100 is sent when the client waits for it, before the body")
    func expectContinue() {
        var script = MachineScript()
        let head = "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        #expect(script.receive(head) == ["continue"])
        #expect(script.receive("ab") == ["serve /a"])
    }

    @Test("Read-ahead is bounded while an answer is pending")
    func readAhead() {
        var script = MachineScript()
        #expect(script.receive(get) == ["serve /a"])
        #expect(script.wantsInput)
        #expect(script.receive(String(repeating: "x", count: 64 << 10)) == [])
        #expect(!script.wantsInput)
    }

    @Test("What a client sent before it ended its side is served")
    func halfClose() {
        var script = MachineScript()
        #expect(script.receive(get + get) == ["serve /a"])
        #expect(script.end() == "wait")
        #expect(script.persists)
        #expect(script.answer() == "wait")
        #expect(script.receive("") == ["serve /a"])
        #expect(!script.persists)
        #expect(script.answer() == "close")
    }

    @Test("A client that leaves inside a request, or between two, is let go")
    func gone() {
        for text in ["", "GET /a HT", "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\na"] {
            var script = MachineScript()
            #expect(script.receive(text) == [])
            #expect(script.end() == "close")
        }
    }

    @Test("A stream takes the connection over: no deadline, no input")
    func stream() {
        var script = MachineScript()
        #expect(script.receive(get + get) == ["serve /a"])
        script.openStream()
        #expect(script.secondsLeft == nil)
        #expect(!script.wantsInput)
        #expect(script.drain() == "wait")
        #expect(script.receive(get) == [])
    }

    // MARK: Streamed bodies

    private let upload = "POST /s HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n"

    @Test("A streamed body comes as it is asked for, and 100 with the first asking")
    func streamedBody() {
        var script = MachineScript(streams: { _ in true })
        #expect(script.receive(upload) == ["serve /s streamed"])
        #expect(script.receive("ab") == [])
        script.wantBody()
        #expect(script.receive("") == ["continue", "bytes ab"])
        #expect(script.receive("cd" + get) == [])
        script.wantBody()
        #expect(script.receive("") == ["bytes cd"])
        #expect(!script.persists)
        script.wantBody()
        #expect(script.receive("") == ["end"])
        #expect(script.persists)
        #expect(script.answer() == "wait")
        #expect(script.receive("") == ["serve /a"])
    }

    @Test("An answer before the end of a streamed body ends the connection")
    func streamedBodyLeft() {
        var script = MachineScript(streams: { _ in true })
        #expect(script.receive(upload + "ab") == ["serve /s streamed"])
        #expect(!script.persists)
        #expect(script.answer() == "linger")
    }

    @Test("A streamed body that breaks off, stalls or is malformed fails, once")
    func streamedBodyFails() {
        var cut = MachineScript(streams: { _ in true })
        _ = cut.receive(upload + "ab")
        cut.wantBody()
        #expect(cut.receive("") == ["continue", "bytes ab"])
        cut.wantBody()
        #expect(cut.end() == "wait")
        #expect(cut.receive("") == ["failed 400"])
        #expect(cut.answer() == "close")

        var slow = MachineScript(streams: { _ in true })
        _ = slow.receive(upload)
        #expect(slow.secondsLeft == nil)
        slow.wantBody()
        #expect(slow.receive("") == ["continue"])
        #expect(slow.wait(seconds: 30) == "failed 408")
        #expect(slow.answer() == "linger")

        var bad = MachineScript(streams: { _ in true })
        _ = bad.receive("POST /s HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n")
        bad.wantBody()
        #expect(bad.receive("") == ["failed 400"])
    }

    // MARK: Time

    @Test("A header block has ten seconds from its first byte, also when bytes trickle")
    func headerTime() {
        var script = MachineScript()
        #expect(script.receive(get) == ["serve /a"])
        #expect(script.secondsLeft == nil)
        #expect(script.answer() == "wait")
        #expect(script.secondsLeft == 75)
        #expect(script.wait(seconds: 20) == "wait")
        #expect(script.receive("GET") == [])
        #expect(script.secondsLeft == 10)
        for _ in 0..<9 {
            #expect(script.wait(seconds: 1) == "wait")
            #expect(script.receive(" ") == [])
        }
        #expect(script.wait(seconds: 1) == "refuse 408")
        #expect(script.drain() == "linger")
    }

    @Test("A new connection has ten seconds in all; if it said nothing it is closed")
    func silence() {
        var silent = MachineScript()
        #expect(silent.wait(seconds: 9.9) == "wait")
        #expect(silent.wait(seconds: 0.1) == "close")
        var slow = MachineScript()
        #expect(slow.wait(seconds: 6) == "wait")
        #expect(slow.receive("GET / HT") == [])
        #expect(slow.secondsLeft == 4)
        #expect(slow.wait(seconds: 4) == "refuse 408")
    }

    @Test("A body has thirty seconds from each progress")
    func bodyTime() {
        var script = MachineScript()
        #expect(script.receive("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n") == [])
        #expect(script.secondsLeft == 30)
        #expect(script.wait(seconds: 29) == "wait")
        #expect(script.receive("x") == [])
        #expect(script.secondsLeft == 30)
        #expect(script.wait(seconds: 30) == "refuse 408")
    }

    @Test("An idle connection is closed after its time")
    func idle() {
        var script = MachineScript()
        #expect(script.receive(get) == ["serve /a"])
        #expect(script.answer() == "wait")
        #expect(script.wait(seconds: 74.9) == "wait")
        #expect(script.wait(seconds: 0.1) == "close")
    }

    @Test("Output that makes no progress for a minute ends the connection; progress starts the time anew")
    func stalled() {
        var script = MachineScript()
        #expect(script.receive(get) == ["serve /a"])
        script.stall()
        #expect(!script.wantsInput)
        #expect(script.wait(seconds: 59) == "wait")
        script.stall(moved: false)
        #expect(script.secondsLeft == 1)
        script.stall()
        #expect(script.wait(seconds: 59) == "wait")
        #expect(script.wait(seconds: 1) == "close")
    }

    @Test("After the last answer the client has two seconds of silence, ten in all, and 64 MiB")
    func lingering() {
        var quiet = MachineScript()
        _ = quiet.receive(last)
        #expect(quiet.answer() == "linger")
        #expect(quiet.wait(seconds: 2) == "close")
        var busy = MachineScript()
        _ = busy.receive(last)
        #expect(busy.answer() == "linger")
        for _ in 0..<9 {
            #expect(busy.wait(seconds: 1) == "wait")
            #expect(busy.linger(1000) == "wait")
        }
        #expect(busy.wait(seconds: 1) == "close")
        var flood = MachineScript()
        _ = flood.receive(last)
        #expect(flood.answer() == "linger")
        #expect(flood.linger(64 << 20) == "wait")
        #expect(flood.linger(1) == "close")
    }

    // MARK: Stopping

    @Test("At the stop an idle connection ends, and any other after the answer that is due")
    func stop() {
        var idle = MachineScript()
        #expect(idle.stop() == "close")

        var answering = MachineScript()
        #expect(answering.receive(get + get) == ["serve /a"])
        #expect(answering.stop() == "wait")
        #expect(!answering.persists)
        #expect(answering.answer() == "linger")
        #expect(answering.receive("") == [])

        var reading = MachineScript()
        #expect(reading.receive("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\na") == [])
        #expect(reading.stop() == "wait")
        #expect(reading.receive("b") == ["serve /a"])
        #expect(!reading.persists)
        #expect(reading.answer() == "linger")

        var sending = MachineScript()
        #expect(sending.receive(get) == ["serve /a"])
        sending.put()
        sending.stall()
        #expect(sending.stop() == "wait")
        #expect(sending.receive("") == [])
        #expect(sending.drain() == "linger")
    }
}
