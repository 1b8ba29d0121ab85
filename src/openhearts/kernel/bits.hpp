// Bits, in two ways: with BMI2 where a processor has it, and by arithmetic everywhere.
#pragma once

#include "rules.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace openhearts::OPENHEARTS_PATH {

inline unsigned lowest_place(Cards cards) { return static_cast<unsigned>(__builtin_ctzll(cards)); }

#ifdef __BMI2__

inline unsigned size_of(Cards cards) { return static_cast<unsigned>(__builtin_popcountll(cards)); }

// A set of cards that one is chosen from by its place: 0 is the lowest.
class Choice {
public:
    explicit Choice(Cards cards) : cards_(cards) {}

    unsigned size() const { return size_of(cards_); }
    Cards at(unsigned place) const { return at_all(std::uint64_t{1} << place); }
    // The cards at all places of which ``places`` has the bit.
    Cards at_all(std::uint64_t places) const { return _pdep_u64(places, cards_); }

private:
    Cards cards_;
};

// A card of ``following``, all of them of the suit ``led``, or, if there is none, ``otherwise``.
template <class Below>
inline Cards choose_to_follow(Cards following, Cards, Cards otherwise, Below below) {
    const Choice choice(following ? following : otherwise);
    return choice.at(below(choice.size()));
}

#else

// For each set of cards of one suit: their places within the suit, four bits each from the lowest
// up, and above them how many there are. It takes 64 kB, of which few are in use at a time.
struct SuitTable {
    std::uint64_t entries[one_suit + 1];

    SuitTable() {
        for (Cards cards = 0; cards <= one_suit; ++cards) {
            std::uint64_t entry = 0;
            unsigned size = 0;
            for (Cards left = cards; left; left &= left - 1) entry |= std::uint64_t{lowest_place(left)} << 4 * size++;
            entries[cards] = entry | std::uint64_t{size} << size_from;
        }
    }

    static constexpr unsigned size_from = 56;
};
inline const SuitTable suit_table;

inline std::uint64_t suit_entry(Cards cards, unsigned suit) {
    return suit_table.entries[cards >> suit * suit_size & one_suit];
}

inline unsigned size_of(Cards cards) {
    const std::uint64_t all = suit_entry(cards, 0) + suit_entry(cards, 1) + suit_entry(cards, 2) + suit_entry(cards, 3);
    return static_cast<unsigned>(all >> SuitTable::size_from);
}

// A set of cards that one is chosen from by its place: 0 is the lowest.
class Choice {
public:
    explicit Choice(Cards cards) {
        for (unsigned suit = 0; suit < 4; ++suit) entries_[suit] = suit_entry(cards, suit);
        for (unsigned suit = 0, sum = 0; suit < 4; ++suit) {
            below_[suit] = sum;
            sum += static_cast<unsigned>(entries_[suit] >> SuitTable::size_from);
            size_ = sum;
        }
    }

    unsigned size() const { return size_; }

    Cards at(unsigned place) const {
        const unsigned suit = (place >= below_[1]) + (place >= below_[2]) + (place >= below_[3]);
        const std::uint64_t within = entries_[suit] >> 4 * (place - below_[suit]) & 0xF;
        return Cards{1} << (suit * suit_size + within);
    }

    // The cards at all places of which ``places`` has the bit.
    Cards at_all(std::uint64_t places) const {
        Cards all = 0;
        for (; places; places &= places - 1) all |= at(lowest_place(places));
        return all;
    }

private:
    std::uint64_t entries_[4];
    unsigned below_[4];
    unsigned size_;
};

// A card of ``following``, all of them of the suit ``led``, or, if there is none, ``otherwise``.
// Within one suit a card is found so fast that the branch pays.
template <class Below>
inline Cards choose_to_follow(Cards following, Cards led, Cards otherwise, Below below) {
    if (following) {
        const unsigned first = lowest_place(led);
        const std::uint64_t entry = suit_table.entries[following >> first];
        const unsigned place = below(static_cast<unsigned>(entry >> SuitTable::size_from));
        return Cards{1} << (first + (entry >> 4 * place & 0xF));
    }
    const Choice choice(otherwise);
    return choice.at(below(choice.size()));
}

#endif

} // namespace openhearts
