// Random whole deals in bulk: dealt, passed, played and scored.
//
// Two deals are played in lockstep, since each waits for its own last result most of the time; the
// card to play is found without a branch, since no processor could guess it.
#pragma once

#include "dealing.hpp"
#include "path.hpp"

namespace openhearts::OPENHEARTS_PATH {

// One deal under way. ``Seats`` is known here, so that loops over seats are written out.
template <unsigned Seats>
struct Table {
    Cards hands[Seats];
    Cards taken[Seats];
    Cards earlier; // the cards of finished tricks
    unsigned leader;
};

// What happens in a deal; the plain one forgets it, and costs nothing.
struct Forgetful {
    template <unsigned Seats>
    void dealt(const Table<Seats>&) {}
    void passes(unsigned, Cards) {}
    void plays(Cards) {}
};

// Deals ``cards`` evenly to the seats from ``First`` up to ``Last``, half of them at a time.
template <unsigned First, unsigned Last, unsigned Seats>
inline void deal_out(Table<Seats>& table, Cards cards, unsigned hand_size, Chance& chance) {
    if constexpr (Last - First == 1) {
        table.hands[First] = cards;
    } else {
        constexpr unsigned middle = First + (Last - First) / 2;
        const Cards part = random_part(cards, (middle - First) * hand_size, chance);
        deal_out<First, middle>(table, part, hand_size, chance);
        deal_out<middle, Last>(table, cards ^ part, hand_size, chance);
    }
}

// Each seat passes random cards ``offset`` seats on.
template <unsigned Seats, class Witness>
inline void pass_at_random(Table<Seats>& table, const Rules& rules, unsigned offset, Chance& chance, Witness& witness) {
    Cards given[Seats];
    for (unsigned seat = 0; seat < Seats; ++seat) {
        given[seat] = random_cards(table.hands[seat], rules.hand_size, rules.pass_count, chance);
        witness.passes(seat, given[seat]);
    }
    for (unsigned seat = 0; seat < Seats; ++seat)
        table.hands[(seat + offset) % Seats] =
            (table.hands[(seat + offset) % Seats] ^ given[(seat + offset) % Seats]) | given[seat];
}

// The suit of each card, by its place in the pack.
struct SuitsByPlace {
    Cards at[pack_size];

    constexpr SuitsByPlace() : at{} {
        for (unsigned place = 0; place < pack_size; ++place) at[place] = one_suit << (place / suit_size * suit_size);
    }
};
constexpr SuitsByPlace suits_by_place;

inline Cards unless_empty(Cards some, Cards otherwise) { return some ? some : otherwise; }

// Plays one trick in each of the ``Lanes`` tables, all with random legal cards.
template <bool IsFirst, unsigned Seats, unsigned Lanes, class Witness>
inline void play_trick(Table<Seats>* tables, const Rules& rules, Chance* chances, Witness& witness) {
    Cards led[Lanes], trick[Lanes], best[Lanes];
    unsigned seat[Lanes], winner[Lanes];
    Fraction fractions[Lanes];
    const auto choose = [&](unsigned lane, Cards legal) {
        const Choice choice(legal);
        return choice.at(fractions[lane].below(choice.size()));
    };
    const Cards barred = IsFirst ? rules.barred_first : 0;

    for (unsigned lane = 0; lane < Lanes; ++lane) {
        Table<Seats>& table = tables[lane];
        fractions[lane] = Fraction(chances[lane].word());
        seat[lane] = winner[lane] = table.leader;
        Cards legal = table.hands[table.leader];
        if constexpr (IsFirst) legal = unless_empty(legal & ~barred, legal);
        const Cards barred_lead = either(table.earlier & rules.breakers, Cards{0}, rules.barred_lead);
        legal = unless_empty(legal & ~barred_lead, legal);
        if constexpr (IsFirst) legal = unless_empty(table.hands[table.leader] & rules.opener, legal);
        const Cards card = choose(lane, legal);
        table.hands[table.leader] ^= card;
        trick[lane] = best[lane] = card;
        led[lane] = suits_by_place.at[lowest_place(card)];
        witness.plays(card);
    }
#pragma GCC unroll 8
    for (unsigned place = 1; place < Seats; ++place) {
#pragma GCC unroll 8
        for (unsigned lane = 0; lane < Lanes; ++lane) {
            Table<Seats>& table = tables[lane];
            seat[lane] = (seat[lane] + 1) % Seats;
            const Cards hand = table.hands[seat[lane]];
            Cards legal = hand;
            if constexpr (IsFirst) legal = unless_empty(hand & ~barred, hand);
            const Cards card = choose_to_follow(hand & led[lane], led[lane], legal, [&](unsigned size) {
                return fractions[lane].below(size);
            });
            table.hands[seat[lane]] = hand ^ card;
            trick[lane] |= card;
            const Cards follows = card & led[lane];
            winner[lane] = either(follows > best[lane], seat[lane], winner[lane]);
            best[lane] = follows > best[lane] ? follows : best[lane];
            witness.plays(card);
        }
    }
    for (unsigned lane = 0; lane < Lanes; ++lane) {
        Table<Seats>& table = tables[lane];
        table.leader = winner[lane];
        table.taken[winner[lane]] |= trick[lane];
        table.earlier |= trick[lane];
    }
}

// Plays the deals ``number`` and after it, one a lane.
template <unsigned Seats, unsigned Lanes, class Witness>
inline void play_deals(Table<Seats>* tables, const Rules& rules, const Schedule& schedule, std::uint64_t seed,
                       std::uint64_t number, Witness& witness) {
    Chance chances[Lanes];
    for (unsigned lane = 0; lane < Lanes; ++lane) {
        Table<Seats>& table = tables[lane];
        Chance& chance = chances[lane] = Chance(seed, number + lane);
        table = {};
        deal_out<0, Seats>(table, rules.deck, rules.hand_size, chance);
        witness.dealt(table);
        if (const unsigned offset = schedule.offsets[(number + lane - 1) % schedule.length])
            pass_at_random(table, rules, offset, chance, witness);
        table.leader = static_cast<unsigned>((number + lane) % Seats);
        for (unsigned seat = 0; seat < Seats; ++seat)
            if (table.hands[seat] & rules.opener) table.leader = seat;
    }
    play_trick<true, Seats, Lanes>(tables, rules, chances, witness);
    for (unsigned trick = 1; trick < rules.hand_size; ++trick)
        play_trick<false, Seats, Lanes>(tables, rules, chances, witness);
}

} // namespace openhearts
