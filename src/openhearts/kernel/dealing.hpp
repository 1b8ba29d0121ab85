// Random sets of cards, as hands are dealt from.
#pragma once

#include "bits.hpp"
#include "chance.hpp"

namespace openhearts::OPENHEARTS_PATH {

// One of two numbers, by arithmetic: what no processor could guess must not become a branch.
template <class Number>
inline Number either(bool first, Number one, Number other) {
    return other ^ ((one ^ other) & -static_cast<Number>(first));
}

// A uniformly random set of ``count`` cards of ``from``, which has ``size`` of them (Floyd's way,
// which draws no place twice): of each longer row of places one more, at random, or its last.
inline Cards random_cards(Cards from, unsigned size, unsigned count, Chance& chance) {
    std::uint64_t places = 0;
    for (unsigned last = size - count; last < size;) {
        Fraction fraction(chance.word());
        for (const unsigned pause = last + 6; last < size && last < pause; ++last) {
            const std::uint64_t place = std::uint64_t{1} << fraction.below(last + 1);
            places |= either(places & place, std::uint64_t{1} << last, place);
        }
    }
    return Choice(from).at_all(places);
}

// A uniformly random set of ``count`` cards of ``from``: a random half of it, put right by
// random cards more or less. At each step every set of one size is as likely as any other.
inline Cards random_part(Cards from, unsigned count, Chance& chance) {
    const Cards part = from & chance.word();
    const unsigned size = size_of(part);
    const bool is_short = size < count;
    const Cards among = either(is_short, from ^ part, part);
    const unsigned wrong = either(is_short, count - size, size - count);
    return part ^ random_cards(among, size_of(among), wrong, chance);
}

} // namespace openhearts
