// The points of a finished deal (docs/rules.md 5 and 6).
#pragma once

#include "bits.hpp"

namespace openhearts::OPENHEARTS_PATH {

// The points of a set of cards, but for the moon (docs/rules.md 2).
inline int points_of(const Rules& rules, Cards cards) {
    int points = cards & rules.bonus_card ? rules.bonus : 0;
    for (unsigned plane = 0; plane < point_planes; ++plane)
        points += static_cast<int>(size_of(cards & rules.planes[plane]) << plane);
    return points;
}

// Whether the game ends with these scores after ``deals`` deals, and some seat but ``shooter`` wins.
inline bool another_wins(const Rules& rules, const Points& scores, unsigned shooter, unsigned deals) {
    int highest = scores.at[0];
    int lowest = scores.at[0];
    for (unsigned seat = 1; seat < rules.seats; ++seat) {
        highest = scores.at[seat] > highest ? scores.at[seat] : highest;
        lowest = scores.at[seat] < lowest ? scores.at[seat] : lowest;
    }
    if (highest < rules.target && (!rules.deal_limit || deals < rules.deal_limit)) return false;
    unsigned winners = 0;
    unsigned others = 0;
    for (unsigned seat = 0; seat < rules.seats; ++seat) {
        winners += scores.at[seat] == lowest;
        others += scores.at[seat] == lowest && seat != shooter;
    }
    return others && (winners == 1 || rules.ties_share);
}

// What each seat gets for a moon of ``shooter``, settled in one way.
inline Points moon_points(const Rules& rules, const Hands& taken, unsigned shooter, bool adds) {
    Points points{};
    for (unsigned seat = 0; seat < rules.seats; ++seat) {
        if (seat == shooter) points.at[seat] = adds ? 0 : -rules.moon_value;
        else points.at[seat] = adds ? rules.moon_value : 0;
        if (rules.moon_keeps_bonus && taken.at[seat] & rules.bonus_card) points.at[seat] += rules.bonus;
    }
    return points;
}

// The points of a deal by the cards that each seat took. ``scores`` are those before it, which
// only an adaptive moon looks at; ``chosen_adds`` is the shooter's choice, where it has one.
inline Points deal_points(const Rules& rules, const Hands& taken, const Points& scores,
                          unsigned deals, bool chosen_adds) {
    Points points{};
    for (unsigned seat = 0; seat < rules.seats; ++seat) {
        if (rules.moon_cards && (taken.at[seat] & rules.moon_cards) == rules.moon_cards) {
            Points added = moon_points(rules, taken, seat, true);
            bool adds = rules.moon == Moon::add || (rules.moon == Moon::choice && chosen_adds);
            if (rules.moon == Moon::adaptive) {
                Points after = scores;
                for (unsigned each = 0; each < rules.seats; ++each) after.at[each] += added.at[each];
                adds = !another_wins(rules, after, seat, deals);
            }
            return adds ? added : moon_points(rules, taken, seat, false);
        }
        points.at[seat] = points_of(rules, taken.at[seat]) - (taken.at[seat] ? 0 : rules.no_trick_bonus);
    }
    return points;
}

} // namespace openhearts
