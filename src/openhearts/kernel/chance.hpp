// Chance: a stream of words for every deal, so that a deal is the same on any thread.
#pragma once

#include "rules.hpp"

namespace openhearts::OPENHEARTS_PATH {

// The mixing of SplitMix64 (Steele, Lea and Flood 2014): every counter gives a word of its own.
class Chance {
public:
    Chance() = default;

    // The stream of deal ``number`` of a run.
    Chance(std::uint64_t seed, std::uint64_t number) : state_(mixed(seed) ^ mixed(number * step + 1)) {}

    std::uint64_t word() { return mixed(state_ += step); }

    // From 0 up to but not including 1.
    double unit() { return static_cast<double>(word() >> 11) * 0x1p-53; }

private:
    static constexpr std::uint64_t step = 0x9E3779B97F4A7C15;

    static std::uint64_t mixed(std::uint64_t word) {
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
        word = (word ^ word >> 27) * 0x94D049BB133111EB;
        return word ^ word >> 31;
    }

    std::uint64_t state_ = 0;
};

__extension__ typedef unsigned __int128 Wide;

// A fraction of 64 bits, from which several small numbers are taken: each takes what it needs
// from the top and leaves the rest. Eight numbers below 18 are still even to within 2^-30.
class Fraction {
public:
    Fraction() = default;
    explicit Fraction(std::uint64_t word) : rest_(word) {}

    // A number below ``count``.
    unsigned below(unsigned count) {
        const Wide product = static_cast<Wide>(rest_) * count;
        rest_ = static_cast<std::uint64_t>(product);
        return static_cast<unsigned>(product >> 64);
    }

private:
    std::uint64_t rest_ = 0;
};

} // namespace openhearts
