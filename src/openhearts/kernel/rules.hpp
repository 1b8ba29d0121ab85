// A ruleset as data (docs/rules.md 2). No code of the kernel knows a variant's name.
//
// The kernel is compiled once for every processor and once for those with BMI2. What the two
// share is data, here; every function lies in a namespace named for its path, OPENHEARTS_PATH,
// so that the linker never takes one for the other. For the same reason the paths use nothing
// of the standard library that has code.
#pragma once

#include <cstdint>

namespace openhearts {

// A set of cards: bit 13 * suit + rank - 2, the suits in the order clubs, diamonds, hearts, spades.
using Cards = std::uint64_t;

constexpr unsigned most_seats = 6;
constexpr unsigned most_in_hand = 17;
constexpr unsigned pack_size = 52;
constexpr unsigned suit_size = 13;
constexpr Cards one_suit = 0x1FFF;

// A value for each seat.
template <class Value>
struct BySeat {
    Value at[most_seats];
};

using Hands = BySeat<Cards>;
using Points = BySeat<int>;

enum class Moon : std::uint8_t { add, subtract, choice, adaptive };

// Points are sums of powers of two: a card costs 2^k for every plane k that has it.
constexpr unsigned point_planes = 5;

struct Rules {
    unsigned seats;
    unsigned hand_size;
    unsigned pass_count;
    Cards deck;
    Cards opener;               // must lead the first trick; empty where any card may
    Cards barred_first;         // may not fall on the first trick while there is anything else
    Cards barred_lead;          // may not be led before one of ``breakers`` has been played
    Cards breakers;
    Cards planes[point_planes]; // what penalty cards cost
    Cards bonus_card;
    int bonus;                  // points for its taker, below zero
    int no_trick_bonus;
    Cards moon_cards;           // what a moon needs; empty where there is none
    int moon_value;
    Moon moon;
    bool moon_keeps_bonus;
    int target;
    unsigned deal_limit;        // 0 for none
    bool ties_share;
};

} // namespace openhearts
