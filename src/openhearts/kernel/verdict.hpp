// What a search is asked, and what it answers.
#pragma once

#include "rules.hpp"

namespace openhearts {

// How much is searched, and for what.
struct Effort {
    unsigned worlds;      // at most, with thirteen cards in hand; more with fewer, since each is played faster
    double contested;     // a card is dropped that costs more than the best one by so many standard errors
    double doubt;         // by so many standard errors a card must beat the rules of thumb
    double moon_bar;      // a plan to shoot must succeed in this share of the worlds
    double moon_latch;    // the same once a third of the moon's cards are in
    bool plays_for_place; // places rather than points
    unsigned milliseconds; // a hard end; 0 for none, and the same answer on any machine
};

// What a card is worth. Cards that differ in nothing share it.
struct Verdict {
    Cards card;
    Cards like_it;
    unsigned worlds;
    double cost;   // places behind, or points above the others' mean
    double points; // that the seat may expect of the deal
    double moon;   // the share of worlds in which it shoots the moon
};

struct Verdicts {
    unsigned count;
    Verdict all[most_in_hand];
    unsigned chosen;
};

} // namespace openhearts
