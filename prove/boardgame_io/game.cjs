// Four players hold thirteen cards each and play them in turn; after 52 plays it begins anew.
const { INVALID_MOVE } = require("boardgame.io/core");

const dealt = () => ({
  hands: [0, 1, 2, 3].map((seat) => Array.from({ length: 13 }, (_, place) => seat + 4 * place)),
  trick: [],
  plays: 0,
});

module.exports = {
  name: "cards",
  setup: dealt,
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      // As in openhearts the server alone decides: a client knows only its own hand.
      client: false,
      move: ({ G, playerID }, place) => {
        const hand = G.hands[Number(playerID)];
        if (!(place in hand)) return INVALID_MOVE;
        const [card] = hand.splice(place, 1);
        if (G.trick.length === 4) G.trick = [];
        G.trick.push(card);
        G.plays += 1;
        if (G.plays % 52 === 0) Object.assign(G, { hands: dealt().hands, trick: [] });
      },
    },
  },
};
