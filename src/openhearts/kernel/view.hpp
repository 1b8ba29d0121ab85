// What one seat knows of a deal in play, as data (rules/view.py).
#pragma once

#include "rules.hpp"

namespace openhearts {

struct View {
    Rules rules;
    unsigned seat;
    Cards hand;
    Hands shown;           // by seat: cards of which this seat knows that they were dealt or passed there
    unsigned first_leader; // of the deal's first trick
    unsigned plays;
    std::uint8_t cards[pack_size]; // what has been played: places in the pack, in the order of play
    Points scores;                 // before the deal
    unsigned number;               // of the deal, from 1
};

} // namespace openhearts
