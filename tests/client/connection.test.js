import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { network, newDevice, pass, sockets } from "./fake_browser.mjs";
import { Connection, liveAddress, messageOf, nextWait } from "client/session/connection.js";

const how = { chair: 0, coordinates: false, language: "en" };
let user;
let line;

/** Connect, as the controller of a game does. */
function connect(more = {}, mayRetry = async () => true) {
  line?.close();
  user = { frames: [], standing: [], asked: 0 };
  line = new Connection(
    "t1",
    { ...how, ...more },
    {
      receive: (frames) => user.frames.push(frames),
      stands: (standing) => user.standing.push(standing),
      mayRetry: () => {
        user.asked += 1;
        return mayRetry();
      },
    },
  );
  return sockets.at(-1);
}

const query = (socket, name) => socket.address.searchParams.get(name);
const event = (seq) => ({ type: "happened", seq, at: seq * 10, sightings: [] });

beforeEach(() => {
  line?.close();
  newDevice();
});

describe("where a connection leads", () => {
  test("is the table, over TLS where the page has it", () => {
    const socket = connect();
    assert.equal(socket.address.protocol, "wss:");
    assert.match(socket.address.pathname, /\/api\/tables\/t1\/live$/);
  });
  test("names the chair", () => assert.equal(query(connect(), "chair"), "0"));
  test("names no chair for a spectator", () => assert.equal(query(connect({ chair: null }), "chair"), null));
  test("asks for coordinates only where they are wanted", () =>
    assert.deepEqual(
      [query(connect(), "coordinates"), query(connect({ coordinates: true }), "coordinates")],
      [null, "1"],
    ));
  test("asks in the language of the page", () => assert.equal(query(connect({ language: "de" }), "language"), "de"));
  test("begins with the first frame", () =>
    assert.deepEqual([query(connect(), "after"), query(sockets[0], "at")], ["0", null]));
  test("goes on after a frame, which it names by its time, too", () => {
    const address = new URL(liveAddress("t1", { ...how, seq: 7, at: 70 }), "https://play.example/");
    assert.deepEqual([address.searchParams.get("after"), address.searchParams.get("at")], ["7", "70"]);
  });
});

describe("frames", () => {
  test("are handed over as they come, message by message and in order", () => {
    const socket = connect();
    socket.opens();
    socket.brings(event(1), event(2));
    socket.brings(event(3));
    assert.deepEqual(
      user.frames.map((frames) => frames.map(({ seq }) => seq)),
      [[1, 2], [3]],
    );
  });
  test("of which there are none are no message", () => {
    connect().brings();
    assert.deepEqual(user.frames, []);
  });
  test("are asked for from where it broke off", async () => {
    const socket = connect();
    socket.opens();
    socket.brings(event(1), event(2));
    socket.breaks();
    await pass(500);
    assert.deepEqual([query(sockets[1], "after"), query(sockets[1], "at")], ["2", "20"]);
  });
  test("that come again from the first are asked for from there", async () => {
    const socket = connect();
    socket.opens();
    socket.brings(event(9));
    socket.brings({ type: "hello", anew: true, seq: 3, at: 30 });
    socket.breaks();
    await pass(500);
    assert.equal(query(sockets[1], "after"), "3");
  });
  test("that are older move nothing back", async () => {
    const socket = connect();
    socket.brings(event(5));
    socket.brings(event(4));
    socket.breaks();
    await pass(500);
    assert.equal(query(sockets[1], "after"), "5");
  });
});

describe("a lost connection", () => {
  test("says so, and that it is back", async () => {
    const socket = connect();
    socket.opens();
    socket.breaks();
    await pass(500);
    sockets[1].opens();
    assert.deepEqual(user.standing, ["open", "lost", "open"]);
  });
  test("is tried again after a quarter of a second", async () => {
    connect().breaks();
    await pass(200);
    assert.equal(sockets.length, 1);
    await pass(100);
    assert.equal(sockets.length, 2);
  });
  test("waits twice as long each time, at most a second at first", () =>
    assert.deepEqual([nextWait(250, 0), nextWait(500, 0), nextWait(1000, 9999)], [500, 1000, 1000]));
  test("and later at most four", () =>
    assert.deepEqual([nextWait(1000, 10_000), nextWait(4000, 60_000)], [2000, 4000]));
  test("begins with short waits again once it was open", async () => {
    connect().breaks();
    for (let at = 1; at < 4; at++) {
      await pass(1100);
      sockets.at(-1).breaks();
    }
    await pass(1100);
    sockets.at(-1).opens();
    const tried = sockets.length;
    sockets.at(-1).breaks();
    await pass(300);
    assert.equal(sockets.length, tried + 1);
  });
  test("asks first whether the table is still there", async () => {
    connect().breaks();
    await pass(300);
    assert.equal(user.asked, 1);
  });
  test("is given up when it isn't", async () => {
    connect({}, async () => false).breaks();
    await pass(10_000);
    assert.equal(sockets.length, 1);
  });
  test("isn't held up by an answer that doesn't come", async () => {
    connect({}, () => new Promise(() => undefined)).breaks();
    await pass(2000);
    assert.equal(sockets.length, 2);
  });
  test("isn't tried while the device is offline", async () => {
    connect().opens();
    network("offline");
    await pass(5000);
    assert.equal(sockets.length, 1);
  });
  test("is noticed at once when the device goes offline", () => {
    connect().opens();
    network("offline");
    assert.deepEqual([sockets[0].closed, user.standing], [true, ["open", "lost"]]);
  });
  test("is back soon after the device is online again", async () => {
    connect().opens();
    network("offline");
    await pass(5000);
    network("online");
    await pass(50);
    assert.equal(sockets.length, 2);
  });
});

describe("a socket on which nothing comes", () => {
  test("is given up after three and a half seconds", async () => {
    connect().opens();
    await pass(3400);
    assert.equal(sockets[0].closed, false);
    await pass(500);
    assert.equal(sockets[0].closed, true);
  });
  test("is kept while anything comes", async () => {
    connect().opens();
    for (let at = 0; at < 5; at++) {
      await pass(2000);
      sockets[0].brings();
    }
    assert.equal(sockets.length, 1);
  });
  test("that never opened is given up, too", async () => {
    connect();
    await pass(4500);
    assert.ok(sockets.length > 1);
  });
  test("tells nothing more once it was given up", async () => {
    const socket = connect();
    socket.opens();
    await pass(4000);
    socket.brings(event(1));
    assert.deepEqual(user.frames, []);
  });
});

describe("a command", () => {
  const sent = (socket) => socket.sent.map((text) => JSON.parse(text).command);
  test("goes out at once where the socket is open", () => {
    connect().opens();
    void line.send({ type: "start" });
    assert.deepEqual(sent(sockets[0]), [{ type: "start" }]);
  });
  test("waits for the socket to open", () => {
    const socket = connect();
    void line.send({ type: "start" });
    assert.deepEqual(socket.sent, []);
    socket.opens();
    assert.deepEqual(sent(socket), [{ type: "start" }]);
  });
  test("without an answer goes out again on the next socket, with the same id", async () => {
    connect().opens();
    void line.send({ type: "start" });
    sockets[0].breaks();
    await pass(500);
    sockets[1].opens();
    assert.deepEqual(sockets[1].sent, sockets[0].sent);
  });
  test("is answered once", async () => {
    connect().opens();
    const answer = line.send({ type: "start" });
    const { id } = JSON.parse(sockets[0].sent[0]);
    sockets[0].brings({ type: "done", id, seq: 4 });
    assert.equal((await answer).seq, 4);
    sockets[0].breaks();
    await pass(500);
    sockets[1].opens();
    assert.deepEqual(sockets[1].sent, []);
  });
  test("that was refused says why", async () => {
    connect().opens();
    const answer = line.send({ type: "start" });
    sockets[0].brings({ type: "refused", id: JSON.parse(sockets[0].sent[0]).id, sentence: "No." });
    assert.equal((await answer).sentence, "No.");
  });
  test("that was refused says so to the page, too, unless it is quiet", async () => {
    connect().opens();
    const answers = [
      line.send({ type: "start" }, { id: "1" }),
      line.send({ type: "save notebook" }, { id: "2", quiet: true }),
    ];
    const [loud, quiet] = sockets[0].sent.map((text) => ({
      type: "refused",
      id: JSON.parse(text).id,
      sentence: "No.",
    }));
    sockets[0].brings(loud);
    sockets[0].brings(quiet);
    assert.deepEqual(await Promise.all(answers), [loud, quiet]);
    assert.deepEqual(user.frames, [[loud]]);
  });
  test("is as long for one card as for another", () =>
    assert.equal(messageOf({ show: "Rope" }, "1").length, messageOf({ show: "Candlestick" }, "12345").length));
  test("is the same after it was filled up", () =>
    assert.deepEqual(JSON.parse(messageOf({ show: "Rope" }, "1")), { command: { show: "Rope" }, id: "1" }));
  test("that is long takes the next step", () => assert.equal(messageOf({ say: "x".repeat(300) }, "1").length, 512));
});

describe("a connection that was closed", () => {
  test("says that there is none", () => {
    connect().opens();
    line.close();
    assert.equal(user.standing.at(-1), "none");
  });
  test("answers nothing more, and says so to whoever waits or asks later", async () => {
    connect().opens();
    const waiting = line.send({ type: "start" });
    line.close();
    assert.deepEqual(await Promise.all([waiting, line.send({ type: "start" }, { id: "2" })]), [null, null]);
  });
  test("hands over nothing that was still under way", () => {
    connect().opens();
    line.close();
    sockets[0].brings(event(1));
    assert.deepEqual(user.frames, []);
  });
  test("stays closed", async () => {
    connect().opens();
    line.close();
    sockets[0].breaks();
    network("online");
    await pass(10_000);
    assert.equal(sockets.length, 1);
  });
  test("doesn't come back from an attempt that was under way", async () => {
    connect().breaks();
    line.close();
    await pass(5000);
    assert.equal(sockets.length, 1);
  });
});
