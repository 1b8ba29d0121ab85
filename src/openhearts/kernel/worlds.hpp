// Worlds: full deals that fit what a seat knows, each as likely as any other.
//
// Every world is a way to give each unseen card to a seat that may hold it, such that the hands
// have their sizes. Cards that some seat cannot hold are given first, one by one. How many ways
// are left depends only on how many cards each hand still lacks, so they are counted once, for
// all such numbers; then a card goes to each seat as often as ways lead on from there. The other
// cards, which anybody may hold, are simply dealt.
#pragma once

#include "dealing.hpp"
#include "knowledge.hpp"

namespace openhearts::OPENHEARTS_PATH {

// Numbers on the heap. The paths use nothing of the standard library that has code (rules.hpp).
class OnHeap {
public:
    explicit OnHeap(unsigned size) : all_(new double[size]()) {}
    OnHeap(const OnHeap&) = delete;
    OnHeap& operator=(const OnHeap&) = delete;
    ~OnHeap() { delete[] all_; }

    double& operator[](unsigned at) { return all_[at]; }
    double operator[](unsigned at) const { return all_[at]; }

private:
    double* all_;
};

class Worlds {
public:
    explicit Worlds(const Rules& rules, const Knowledge& knowledge) : Worlds(Layout(rules, knowledge)) {}

    // Whether any world fits.
    bool any() const { return layout_.fits && ways_[layout_.full] > 0; }

    // One of them, as the hands that this seat does not see.
    Hands sample(Chance& chance) const {
        Hands hands = layout_.known;
        BySeat<unsigned> room = layout_.room;
        unsigned at = layout_.full;
        for (unsigned number = 0; number < layout_.bound; ++number) {
            const unsigned level = (number + 1) * layout_.box;
            double left = chance.unit() * ways_[number * layout_.box + at];
            unsigned taker = 0;
            for (unsigned open = 0; open < layout_.open; ++open) {
                if (!(layout_.takers[number] >> open & 1) || !room.at[open]) continue;
                taker = open;
                left -= ways_[level + at - layout_.stride[open]];
                if (left < 0) break;
            }
            at -= layout_.stride[taker];
            --room.at[taker];
            hands.at[layout_.seats[taker]] |= layout_.cards[number];
        }
        Cards free = layout_.free;
        for (unsigned open = 0; open + 1 < layout_.open; ++open) {
            const Cards part = random_part(free, room.at[open], chance);
            hands.at[layout_.seats[open]] |= part;
            free ^= part;
        }
        if (layout_.open) hands.at[layout_.seats[layout_.open - 1]] |= free;
        return hands;
    }

private:
    // Who lacks how many cards, and which cards are bound to some of them.
    struct Layout {
        Hands known;
        unsigned open = 0; // how many hands lack cards; they are numbered from 0
        unsigned seats[most_seats]{};
        BySeat<unsigned> room{};        // by number: how many cards it lacks
        unsigned stride[most_seats]{};  // a place in the box for each number of cards lacked; the last follows from the others
        unsigned box = 1;
        unsigned full = 0;
        Cards free = 0;
        unsigned bound = 0;
        Cards cards[pack_size]{};
        unsigned takers[pack_size]{}; // by bound card, a bit for each open hand that may take it
        bool fits = true;

        Layout(const Rules& rules, const Knowledge& knowledge) : known(knowledge.known) {
            Cards left = knowledge.unseen;
            unsigned lacking = 0;
            fits = !knowledge.contradicts_itself;
            for (unsigned seat = 0; seat < rules.seats; ++seat) {
                left &= ~known.at[seat];
                const unsigned held = size_of(knowledge.course.hands.at[seat] | known.at[seat]);
                fits &= held <= knowledge.sizes.at[seat];
                if (held >= knowledge.sizes.at[seat]) continue;
                room.at[open] = knowledge.sizes.at[seat] - held;
                lacking += room.at[open];
                seats[open++] = seat;
            }
            fits &= lacking == size_of(left);
            for (unsigned at = 0; at + 1 < open; ++at) {
                stride[at] = box;
                full += room.at[at] * box;
                box *= room.at[at] + 1;
            }
            for (; left; left &= left - 1) {
                const Cards card = left & -left;
                unsigned may_take = 0;
                for (unsigned at = 0; at < open; ++at) may_take |= !!(knowledge.possible.at[seats[at]] & card) << at;
                if (may_take == (1U << open) - 1) {
                    free |= card;
                } else {
                    cards[bound] = card;
                    takers[bound++] = may_take;
                }
            }
        }
    };

    explicit Worlds(const Layout& layout) : layout_(layout), ways_((layout.bound + 1) * layout.box) {
        if (!layout.fits) return;
        const unsigned lacking = size_of(layout.free) + layout.bound;
        for (unsigned number = layout.bound + 1; number-- > 0;) {
            BySeat<unsigned> room{};
            for (unsigned at = 0; at < layout.box; ++at, advance(room)) {
                if (last_room(room, lacking - number)) ways_[number * layout.box + at] = ways_from(number, at, room);
            }
        }
    }

    // The next numbers of cards lacked, in the order of their places in the box.
    void advance(BySeat<unsigned>& room) const {
        for (unsigned open = 0; open + 1 < layout_.open && ++room.at[open] > layout_.room.at[open]; ++open)
            room.at[open] = 0;
    }

    // Sets what the last hand lacks when all lack ``lacking`` cards; false where that cannot be.
    bool last_room(BySeat<unsigned>& room, unsigned lacking) const {
        if (!layout_.open) return true;
        unsigned others = 0;
        for (unsigned open = 0; open + 1 < layout_.open; ++open) others += room.at[open];
        room.at[layout_.open - 1] = lacking - others;
        return others <= lacking && lacking - others <= layout_.room.at[layout_.open - 1];
    }

    // In how many ways the bound cards from ``number`` on, and then the free ones, can be given
    // (all divided by the same number of orders of the free ones).
    double ways_from(unsigned number, unsigned at, const BySeat<unsigned>& room) const {
        double ways = number < layout_.bound ? 0 : 1;
        for (unsigned open = 0; open < layout_.open; ++open) {
            if (number == layout_.bound) {
                for (unsigned lacked = room.at[open]; lacked > 1; --lacked) ways /= lacked;
            } else if (layout_.takers[number] >> open & 1 && room.at[open]) {
                ways += ways_[(number + 1) * layout_.box + at - layout_.stride[open]];
            }
        }
        return ways;
    }

    Layout layout_;
    OnHeap ways_;
};

} // namespace openhearts
