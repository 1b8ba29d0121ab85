// Four people at each of so many tables, who play a card a second: `people.cjs PORT TABLES SECONDS`.
// Prints, as one JSON object, how long it took from a card's sending to another's being told of it.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const game = require("./game.cjs");

const [port, tables, seconds] = process.argv.slice(2).map(Number);
const SEATS = 4;
const PACE = 1000;
let latencies = [];
let cards = 0;

class Table {
  constructor(number) {
    // The table's own beat: tables that once waited together do not play together ever after.
    this.due = performance.now() + Math.random() * PACE;
    this.clients = Array.from({ length: SEATS }, (_, seat) => this.sit(`t${number}`, seat));
  }

  sit(matchID, seat) {
    const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts: { transports: ["websocket"] } });
    const client = Client({ game, numPlayers: SEATS, multiplayer, matchID, playerID: String(seat), debug: false });
    let plays = -1;
    client.subscribe((state) => {
      if (!state || state.G.plays === plays) return;
      const isNews = plays >= 0;
      plays = state.G.plays;
      if (isNews && this.by !== seat) latencies.push(performance.now() - this.sentAt);
      if (state.ctx.currentPlayer === String(seat))
        setTimeout(() => this.play(client, seat), Math.max(0, this.due - performance.now()));
    });
    client.start();
    return client;
  }

  play(client, seat) {
    this.by = seat;
    cards += 1;
    this.sentAt = performance.now();
    this.due = Math.max(this.due, this.sentAt - PACE) + PACE;
    client.moves.play(0);
  }
}

const all = Array.from({ length: tables }, (_, number) => new Table(number));
setTimeout(() => {
  latencies = [];
  cards = 0;
  const used = process.cpuUsage();
  setTimeout(() => {
    latencies.sort((a, b) => a - b);
    const at = (share) => Math.round(latencies[Math.floor(latencies.length * share)] * 100) / 100;
    const { user, system } = process.cpuUsage(used);
    console.log(
      JSON.stringify({
        tables,
        cards_a_second: Math.round(cards / seconds),
        p50_ms: at(0.5),
        p99_ms: at(0.99),
        updates: latencies.length,
        generator_processor: Math.round((user + system) / seconds / 1e4) / 100,
      }),
    );
    process.exit(all.length === tables ? 0 : 1);
  }, seconds * 1000);
}, 5000 + tables * 10);
