// The numbers behind the bots. They are tuned for each ruleset (tools/tune.py).
#pragma once

namespace openhearts {

// What the cards of a suit may be expected to cost the seat that holds them.
struct Dangers {
    float freedom;    // what the freedom to discard on a suit is worth, as a share of the dearest card
    float led_hearts; // how much of the hearts' danger comes about: they are led late, or not at all
    float dead;       // how much of a trick a card costs whose suit nobody else has: it takes all, if led
    float caught;     // how often a costly spade falls on a higher one that must be played at once
    float covered;    // what a lower card of one's own leaves of that
    float stuck;      // how often a costly spade without covers stays with its holder
    float catching;   // how often a card above the bonus card takes it
};

struct Weights {
    Dangers passing; // before the first trick, with the cards to be passed in mind
    Dangers playing;
    float eager;   // how often a seat beats the trick though it could stay under it
    float ready;   // how often a seat gets rid of a costly spade under a higher one, if it has it
    float pull;    // what a low spade led is worth to who does not hold the queen, as a share of her price
    float given;   // what the points that another takes are worth, as a share of them
    float stopper; // how much of a moon hangs on a card that can still stop it
    float shoots;  // above zero: a moon that is nearly certain is finished
    float feared;  // the share of the moon's cards from which the seat that has them all is feared
    float remembers; // above zero: what lies in finished tricks, and who lacked a suit
    float unsure;  // how far an estimate may stray, as a share of the dearest card
};
constexpr unsigned weight_count = sizeof(Weights) / sizeof(float);

// How the scores of a ruleset grow, measured in games among bots (tools/tune.py).
struct Growth {
    float spread;  // how far two seats drift apart in a deal: the standard deviation, in points
    float highest; // what the highest score grows by in a deal
};

} // namespace openhearts
