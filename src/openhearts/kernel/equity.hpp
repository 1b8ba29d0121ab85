// What scores are worth: the place that a seat may expect at the end of the game.
#pragma once

#include "scoring.hpp"
#include "weights.hpp"

#include <math.h>

namespace openhearts::OPENHEARTS_PATH {

// The number of seats that ``seat`` may expect to be behind when the game ends, 0 for the winner,
// half a place for a tie; ``scores`` are those after ``deals`` deals.
//
// A game that is over has its places. Else two seats drift apart as in a random walk of as many
// steps as deals are left: those that take the highest score to the target, or to the limit.
inline float places_behind(const Rules& rules, const Growth& growth, const Points& scores, unsigned deals,
                           unsigned seat) {
    int highest = scores.at[0];
    int lowest = scores.at[0];
    for (unsigned each = 1; each < rules.seats; ++each) {
        highest = scores.at[each] > highest ? scores.at[each] : highest;
        lowest = scores.at[each] < lowest ? scores.at[each] : lowest;
    }
    unsigned winners = 0;
    for (unsigned each = 0; each < rules.seats; ++each) winners += scores.at[each] == lowest;
    const bool ends = highest >= rules.target || (rules.deal_limit && deals >= rules.deal_limit);
    const bool is_over = ends && (winners == 1 || rules.ties_share);
    float left = 1;
    if (!ends) {
        const float to_target = static_cast<float>(rules.target - highest) / growth.highest + 0.5F;
        left = to_target > 1 ? to_target : 1;
        if (rules.deal_limit && left > static_cast<float>(rules.deal_limit - deals))
            left = static_cast<float>(rules.deal_limit - deals);
    }
    const float scale = 1 / (growth.spread * sqrtf(2 * left));
    float behind = 0;
    for (unsigned each = 0; each < rules.seats; ++each) {
        if (each == seat) continue;
        const int lead = scores.at[seat] - scores.at[each]; // above zero: the other one is ahead
        if (is_over) behind += lead > 0 ? 1.0F : lead < 0 ? 0.0F : 0.5F;
        else behind += 0.5F + 0.5F * erff(static_cast<float>(lead) * scale);
    }
    return behind;
}

} // namespace openhearts
