// Whole deals played by rules of thumb: dealt, passed, played and scored.
#pragma once

#include "path.hpp"
#include "thumb.hpp"
#include "dealing.hpp"

namespace openhearts::OPENHEARTS_PATH {

// The deal ``number``: the same hands for any players.
inline Points thumb_deal(const Rules& rules, const Schedule& schedule, const Thumb* const* thumbs, std::uint64_t seed,
                         std::uint64_t number) {
    Chance chance(seed, number);
    Course course;
    Cards left = rules.deck;
    for (unsigned seat = 0; seat < rules.seats; ++seat) {
        course.hands.at[seat] = random_part(left, rules.hand_size, chance);
        left ^= course.hands.at[seat];
    }
    if (const unsigned offset = schedule.offsets[(number - 1) % schedule.length]) {
        Hands given{};
        for (unsigned seat = 0; seat < rules.seats; ++seat) given.at[seat] = thumbs[seat]->cards_to_pass(course, seat);
        for (unsigned seat = 0; seat < rules.seats; ++seat) course.hands.at[seat] ^= given.at[seat];
        for (unsigned seat = 0; seat < rules.seats; ++seat)
            course.hands.at[(seat + offset) % rules.seats] |= given.at[seat];
    }
    course.to_play = static_cast<unsigned>(number % rules.seats);
    for (unsigned seat = 0; seat < rules.seats; ++seat)
        if (course.hands.at[seat] & rules.opener) course.to_play = seat;
    while (course.hands.at[course.to_play]) course.play(rules, thumbs[course.to_play]->card_to_play(course));
    return deal_points(rules, course.taken, {}, static_cast<unsigned>(number), true);
}

} // namespace openhearts
