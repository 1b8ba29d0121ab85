// What follows from a view: where the deal stands, and which cards may lie where.
#pragma once

#include "course.hpp"
#include "view.hpp"

namespace openhearts::OPENHEARTS_PATH {

// The cards that nobody holds who plays ``card`` to the suit ``led``, or leads it: had the hand
// one of them, the ladder of docs/rules.md 4 would not have let ``card`` be played.
inline Cards excluded_by(const Rules& rules, Cards card, Cards led, Cards earlier) {
    if (card & (led | rules.opener)) return 0;
    Cards excluded = led;
    Cards rung = ~Cards{0};
    if (!earlier) {
        if (card & rules.barred_first) excluded |= ~rules.barred_first;
        rung = card & rules.barred_first ? rules.barred_first : ~rules.barred_first;
    }
    if (!led && !(earlier & rules.breakers) && card & rules.barred_lead) excluded |= rung & ~rules.barred_lead;
    return excluded;
}

struct Knowledge {
    Course course;         // with this seat's hand alone
    Cards unseen = 0;      // the cards in the other hands
    BySeat<unsigned> sizes{};
    Hands known{};         // by seat: unseen cards that it is known to hold
    Hands possible{};      // by seat: other unseen cards that it may hold
    bool contradicts_itself = false; // a seat is known to hold what it has shown not to

    explicit Knowledge(const View& view) {
        const Rules& rules = view.rules;
        Hands excluded{};
        course.to_play = view.first_leader;
        for (unsigned seat = 0; seat < rules.seats; ++seat) sizes.at[seat] = rules.hand_size;
        for (unsigned at = 0; at < view.plays; ++at) {
            const Cards card = Cards{1} << view.cards[at];
            excluded.at[course.to_play] |= excluded_by(rules, card, course.led, course.earlier);
            --sizes.at[course.to_play];
            course.play(rules, card);
        }
        course.hands.at[view.seat] = view.hand;
        unseen = rules.deck & ~(course.earlier | course.trick | view.hand);
        Cards placed = 0;
        for (unsigned seat = 0; seat < rules.seats; ++seat) {
            known.at[seat] = seat == view.seat ? 0 : view.shown.at[seat] & unseen;
            placed |= known.at[seat];
        }
        for (unsigned seat = 0; seat < rules.seats; ++seat) {
            possible.at[seat] = seat == view.seat ? 0 : unseen & ~placed & ~excluded.at[seat];
            contradicts_itself |= (known.at[seat] & excluded.at[seat]) != 0;
        }
    }
};

} // namespace openhearts
