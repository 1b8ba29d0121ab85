// How a seat plays that wants the moon: it takes what it can, and keeps what takes later.
#pragma once

#include "thumb.hpp"

namespace openhearts::OPENHEARTS_PATH {

// Whether no seat but ``seat`` has taken a card that its moon needs.
inline bool may_shoot(const Rules& rules, const Course& course, unsigned seat) {
    return rules.moon_cards && !(course.earlier & ~course.taken.at[seat] & rules.moon_cards);
}

// The card with which the seat on turn goes on to shoot.
inline Cards card_to_shoot(const Rules& rules, const Course& course) {
    const Cards legal = course.legal(rules);
    const Cards unseen = rules.deck & ~(course.earlier | course.trick | course.hands.at[course.to_play]);
    if (course.led && legal & course.led) {
        const Cards over = legal & above(course.best);
        if (!over) return lowest(legal);
        return course.in_trick + 1 == rules.seats ? lowest(over) : highest(over);
    }
    if (course.led) {
        // The lowest card of those that the moon does not need, from the suit with the lowest top.
        const Cards spare = legal & ~rules.moon_cards ? legal & ~rules.moon_cards : legal;
        Cards thrown = 0;
        unsigned least = 2 * suit_size;
        for (unsigned suit = 0; suit < 4; ++suit) {
            const Cards own = spare & whole(suit);
            if (!own) continue;
            const bool wins = !(unseen & above(highest(own)));
            const unsigned rank = lowest_place(lowest(own)) % suit_size + (wins ? suit_size / 2 : 0);
            if (rank >= least) continue;
            least = rank;
            thrown = lowest(own);
        }
        return thrown;
    }
    // Leads: what nobody can beat, of the longest suit; else the card with the fewest above it.
    Cards lead = 0;
    unsigned fewest = pack_size * suit_size;
    for (unsigned suit = 0; suit < 4; ++suit) {
        const Cards own = legal & whole(suit);
        if (!own) continue;
        const unsigned higher = size_of(unseen & above(highest(own)));
        const unsigned rank = higher * suit_size + suit_size - size_of(own);
        if (rank >= fewest) continue;
        fewest = rank;
        lead = highest(own);
    }
    return lead;
}

} // namespace openhearts
