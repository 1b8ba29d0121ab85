// One deal in play, stepped card by card and back.
#pragma once

#include "bits.hpp"

namespace openhearts::OPENHEARTS_PATH {

inline Cards suit_of(Cards card) { return one_suit << (lowest_place(card) / suit_size * suit_size); }

// The ladder of docs/rules.md 4. ``led`` is the suit to follow, empty before the lead; ``earlier``
// are the cards of finished tricks, which alone can have broken hearts when a trick is led.
inline Cards legal_cards(const Rules& rules, Cards hand, Cards led, Cards earlier) {
    if (const Cards following = hand & led) return following;
    if (!led && !earlier && rules.opener) return hand & rules.opener;
    Cards cards = hand;
    const auto leave = [&cards](Cards barred) { cards = cards & ~barred ? cards & ~barred : cards; };
    if (!earlier) leave(rules.barred_first);
    if (!led && !(earlier & rules.breakers)) leave(rules.barred_lead);
    return cards;
}

class Position {
public:
    // The deal before a lead; ``earlier`` are cards of finished tricks, which nobody takes.
    Position(const Rules& rules, const Hands& hands, unsigned leader, Cards earlier = 0)
        : rules_(rules), hands_(hands), earlier_(earlier), leader_(leader) {}

    const Rules& rules() const { return rules_; }
    const Hands& hands() const { return hands_; }
    const Hands& taken() const { return taken_; }
    Cards played() const { return earlier_ | trick_; }
    unsigned to_play() const { return (leader_ + in_trick_) % rules_.seats; }
    bool is_over() const { return !hands_.at[to_play()]; }

    Cards legal() const {
        const Cards led = in_trick_ ? suit_of(cards_[plays_ - in_trick_]) : 0;
        return legal_cards(rules_, hands_.at[to_play()], led, earlier_);
    }

    // The seat on turn plays ``card``, one of its legal ones.
    void push(Cards card) {
        hands_.at[to_play()] ^= card;
        trick_ |= card;
        cards_[plays_++] = card;
        if (++in_trick_ < rules_.seats) return;
        leaders_[finished_++] = leader_;
        leader_ = winner();
        taken_.at[leader_] |= trick_;
        earlier_ |= trick_;
        trick_ = 0;
        in_trick_ = 0;
    }

    // Takes the last card back; there must be one.
    void pop() {
        if (!in_trick_) {
            for (unsigned at = plays_ - rules_.seats; at < plays_; ++at) trick_ |= cards_[at];
            earlier_ ^= trick_;
            taken_.at[leader_] ^= trick_;
            leader_ = leaders_[--finished_];
            in_trick_ = rules_.seats;
        }
        const Cards card = cards_[--plays_];
        --in_trick_;
        trick_ ^= card;
        hands_.at[to_play()] |= card;
    }

    unsigned plays() const { return plays_; }

    // The number of ways to play on to the last card.
    std::uint64_t count() {
        if (is_over()) return 1;
        std::uint64_t ways = 0;
        for (Cards left = legal(); left; left &= left - 1) {
            push(left & -left);
            ways += count();
            pop();
        }
        return ways;
    }

private:
    // Who takes the full trick: its highest card of the suit led. Higher bits are higher ranks.
    unsigned winner() const {
        const Cards* trick = &cards_[plays_ - rules_.seats];
        const Cards led = suit_of(trick[0]);
        unsigned best = 0;
        for (unsigned at = 1; at < rules_.seats; ++at)
            if ((trick[at] & led) > trick[best]) best = at;
        return (leader_ + best) % rules_.seats;
    }

    Rules rules_;
    Hands hands_;
    Hands taken_{};
    Cards earlier_;
    Cards trick_ = 0;
    unsigned leader_;
    unsigned in_trick_ = 0;
    unsigned plays_ = 0;
    unsigned finished_ = 0;
    Cards cards_[pack_size]{};
    unsigned leaders_[most_in_hand]{};
};

} // namespace openhearts
