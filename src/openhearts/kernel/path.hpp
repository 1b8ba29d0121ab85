// What a path does: the kernel's work that is done in bulk.
#pragma once

#include "rules.hpp"
#include "verdict.hpp"
#include "view.hpp"
#include "weights.hpp"

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
    // The same deals played by rules of thumb, each seat by weights of its own.
    void (*thumb_deals)(const Rules&, const Schedule&, const BySeat<Weights>&, std::uint64_t seed, std::uint64_t first,
                        std::uint64_t count, std::int16_t* points);
    // What a rule of thumb passes or plays.
    Cards (*thumb_pass)(const View&, const Weights&, std::uint64_t seed);
    Cards (*thumb_card)(const View&, const Weights&, std::uint64_t seed);
    // Writes ``count`` worlds that fit the view, all hands of each; false where none does.
    bool (*worlds)(const View&, std::uint64_t seed, std::uint64_t count, Cards* hands);
    // What each card is worth; no verdict where no world fits.
    Verdicts (*search)(const View&, const Weights&, const Growth&, const Effort&, std::uint64_t seed);
};

extern const Path portable_path;
extern const Path bmi2_path; // only where the compiler knows such processors

} // namespace openhearts
