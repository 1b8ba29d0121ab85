// The course of a deal: where it stands, and how it goes on card by card, without a way back.
#pragma once

#include "position.hpp"

namespace openhearts::OPENHEARTS_PATH {

inline unsigned suit_number(Cards card) { return lowest_place(card) / suit_size; }

struct Course {
    Hands hands{};
    Hands taken{};
    Cards earlier = 0;      // the cards of finished tricks
    Cards trick = 0;        // those on the table
    Cards led = 0;          // the suit to follow, whole; empty before a lead
    Cards best = 0;         // the card that takes the trick so far
    unsigned winner = 0;    // the seat that played it
    unsigned to_play = 0;
    unsigned in_trick = 0;  // how many have played to the trick
    unsigned lacking[4]{};  // by suit, a bit for each seat that has failed to follow it

    Cards legal(const Rules& rules) const { return legal_cards(rules, hands.at[to_play], led, earlier); }

    // The seat on turn plays ``card``.
    void play(const Rules& rules, Cards card) {
        hands.at[to_play] &= ~card;
        trick |= card;
        if (!led) {
            led = suit_of(card);
            best = card;
            winner = to_play;
        } else if (!(card & led)) {
            lacking[suit_number(best)] |= 1U << to_play;
        } else if (card > best) {
            best = card;
            winner = to_play;
        }
        if (++in_trick < rules.seats) {
            to_play = to_play + 1 == rules.seats ? 0 : to_play + 1;
            return;
        }
        taken.at[winner] |= trick;
        earlier |= trick;
        to_play = winner;
        trick = led = best = 0;
        in_trick = 0;
    }
};

} // namespace openhearts
