// What a path does: the kernel's work that is done in bulk.
#pragma once

#include "rules.hpp"

namespace openhearts {

// Where the cards of each deal are passed: so many seats on, by the number of the deal, from 1.
struct Schedule {
    unsigned offsets[most_seats];
    unsigned length;
};

// One random deal, told card by card: the places of the cards in the pack, in the order of play.
struct ToldDeal {
    Hands dealt;
    Hands given;
    unsigned plays;
    std::uint8_t cards[pack_size];
    Points points;
};

struct Path {
    const char* name;
    // Plays ``count`` random deals from number ``first`` on; writes the points of each by seat.
    void (*random_deals)(const Rules&, const Schedule&, std::uint64_t seed, std::uint64_t first, std::uint64_t count,
                         std::int16_t* points);
    // One of them, told.
    ToldDeal (*random_deal)(const Rules&, const Schedule&, std::uint64_t seed, std::uint64_t number);
};

extern const Path portable_path;
extern const Path bmi2_path; // only where the compiler knows such processors

} // namespace openhearts
