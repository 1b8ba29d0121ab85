// Rules of thumb that a casual player respects, in any ruleset: what a card costs, in points.
//
// Each seat knows its hand, what has been played, and who has failed to follow which suit. It
// takes the cards whose place it does not know as well shuffled.
#pragma once

#include "course.hpp"
#include "scoring.hpp"
#include "weights.hpp"

namespace openhearts::OPENHEARTS_PATH {

constexpr unsigned clubs = 0, diamonds = 1, hearts = 2, spades = 3;
constexpr Cards whole(unsigned suit) { return one_suit << suit * suit_size; }

// The cards of the suit of ``card`` that it beats, and those that beat it.
inline Cards below(Cards card) { return suit_of(card) & (card - 1); }
inline Cards above(Cards card) { return suit_of(card) & ~(card | (card - 1)); }
inline Cards highest(Cards cards) { return Cards{1} << (63 - __builtin_clzll(cards)); }
inline Cards lowest(Cards cards) { return cards & -cards; }

inline float power(float base, unsigned exponent) {
    float product = 1;
    for (; exponent; --exponent) product *= base;
    return product;
}

// What one seat sees when it is on turn, or passes.
struct Sight {
    const Course& course;
    unsigned seat;
    Cards hand;
    Cards unseen;  // the cards in the other hands
    Cards costly;  // the spades among them that cost points
    float heart;   // what an unseen heart costs
    float discard; // the points that another seat may be expected to throw on a suit that it lacks
    unsigned later; // how many play after this seat in the trick
    const Dangers& weights;
};

class Thumb {
public:
    Thumb(const Rules& rules, const Weights& weights) : rules_(rules), weights_(weights), others_(rules.seats - 1) {
        Cards penalties = 0;
        for (unsigned plane = 0; plane < point_planes; ++plane) penalties |= rules.planes[plane];
        costly_spades_ = penalties & whole(spades);
        counting_ = penalties | rules.bonus_card;
        for (unsigned place = 0; place < pack_size; ++place) {
            const int price = points_of(rules, Cards{1} << place);
            prices_[place] = static_cast<float>(price);
            dearest_ = prices_[place] > dearest_ ? prices_[place] : dearest_;
        }
        const float heart = prices_[hearts * suit_size + suit_size - 1];
        hearts_alike_ = heart == prices_[hearts * suit_size + suit_size - 2] ? heart : 0;
        for (unsigned rivals = 1; rivals <= others_; ++rivals)
            for (unsigned unseen = 0; unseen <= suit_size; ++unseen)
                missed_[rivals][unseen] = power(1 - 1 / static_cast<float>(rivals), unseen);
        for (unsigned unseen = 1; unseen <= suit_size; ++unseen) weigh_suit(unseen);
        for (unsigned rivals = 1; rivals <= others_; ++rivals)
            for (unsigned later = 1; later <= rivals; ++later) weigh_followers(rivals, later);
    }

    // The cards that change a score.
    Cards counting() const { return counting_; }
    float dearest() const { return dearest_; }

    // The card that the seat on turn plays. Chances between nearly equal ones are taken by
    // ``chance``; without it the first of the best is played.
    Cards card_to_play(const Course& course, Chance* chance = nullptr) const {
        const Cards legal = course.legal(rules_);
        if (!(legal & (legal - 1))) return legal;
        const Sight sight = seen(course, course.to_play, weights_.playing);
        if (const Cards shot = card_that_shoots(sight, legal)) return shot;
        const Fear fear = feared(sight);
        BySuit dangers;
        Cards best = 0;
        float least = 0;
        for (Cards left = candidates(sight, legal); left; left &= left - 1) {
            const Cards card = lowest(left);
            float price = cost(sight, fear, dangers, card);
            if (chance) price += weights_.unsure * dearest_ * static_cast<float>(chance->unit());
            if (best && price >= least) continue;
            best = card;
            least = price;
        }
        return best;
    }

    // The cards that the seat passes: those without which its hand is least dangerous.
    Cards cards_to_pass(const Course& before, unsigned seat, Chance* chance = nullptr) const {
        const Sight sight = seen(before, seat, weights_.passing);
        Passed best[most_passed + 1]{{0, 0, true}};
        for (unsigned suit = 0; suit < 4; ++suit) {
            Passed of_suit[most_passed + 1]{};
            weigh_passes(sight, suit, sight.hand & whole(suit), 0, 0, of_suit, chance);
            Passed joined[most_passed + 1]{};
            for (unsigned before_it = 0; before_it <= rules_.pass_count; ++before_it)
                for (unsigned number = 0; before_it + number <= rules_.pass_count; ++number)
                    keep_cheaper(joined[before_it + number], best[before_it], of_suit[number]);
            for (unsigned number = 0; number <= rules_.pass_count; ++number) best[number] = joined[number];
        }
        return best[rules_.pass_count].cards;
    }

private:
    static constexpr unsigned most_passed = most_in_hand;
    static constexpr float unsure_passing = 4; // times as far as in play: who passes always alike is easily read

    Sight seen(const Course& course, unsigned seat, const Dangers& weights) const {
        Sight sight{course, seat, course.hands.at[seat], 0, 0, 0, 0, rules_.seats - 1 - course.in_trick, weights};
        const Cards remembered = weights_.remembers > 0 ? course.earlier : 0;
        sight.unseen = rules_.deck & ~(remembered | course.trick | sight.hand);
        sight.costly = sight.unseen & costly_spades_;
        const auto others = static_cast<float>(others_);
        if (const Cards unseen = sight.unseen & whole(hearts)) {
            const unsigned size = size_of(unseen);
            sight.heart = hearts_alike_ ? hearts_alike_ : static_cast<float>(points_of(rules_, unseen)) / static_cast<float>(size);
            sight.discard = (1 - missed_[others_][size]) * sight.heart;
        }
        for (Cards left = sight.costly; left; left &= left - 1) sight.discard += price(lowest(left)) / others;
        return sight;
    }

    float price(Cards card) const { return prices_[lowest_place(card)]; }

    float price_of(Cards cards) const {
        float sum = 0;
        for (cards &= counting_; cards; cards &= cards - 1) sum += price(lowest(cards));
        return sum;
    }

    // The danger of each suit of a hand, worked out when it is first asked for.
    struct BySuit {
        float of[4];
        bool known[4]{};
    };

    // -- what the cards of a suit may be expected to cost the seat that holds them, from here on

    // Each card must be played when the lower ones, its covers, are gone: the later, the fewer
    // follow suit and the more is thrown on the trick that it takes.
    void weigh_suit(unsigned unseen) {
        const auto others = static_cast<float>(others_);
        const float circuits = static_cast<float>(unseen) / others; // how often the suit can go round
        for (unsigned covers = 0; covers <= suit_size; ++covers) {
            float needed = (circuits - static_cast<float>(covers) + 0.5F) / 2;
            if (needed <= 0) break;
            most_covers_[unseen] = covers + 1;
            needed = needed < 1 ? needed : 1;
            const float missing = missed_[others_][unseen > covers * others_ ? unseen - covers * others_ : 0];
            for (unsigned lower = 0; lower <= unseen; ++lower) {
                const float share = static_cast<float>(lower) / static_cast<float>(unseen);
                taken_[unseen][covers][lower] = share * share * needed;
                thrown_[unseen][covers][lower] = share * share * needed * others * missing;
                followed_[unseen][covers][lower] = share * share * needed * others * (1 - missing);
            }
        }
    }

    // The danger that the hand is rid of without ``card``; below zero if it is worth keeping.
    float relief(const Sight& sight, BySuit& dangers, Cards card) const {
        const unsigned suit = suit_number(card);
        const Cards own = sight.hand & whole(suit);
        if (!dangers.known[suit]) {
            dangers.known[suit] = true;
            dangers.of[suit] = danger(sight, suit, own);
        }
        return dangers.of[suit] - danger(sight, suit, own ^ card);
    }

    float danger(const Sight& sight, unsigned suit, Cards own) const {
        const Cards unseen = sight.unseen & whole(suit);
        const unsigned size = size_of(unseen);
        if (!own) return suit == hearts ? 0 : -worth_of_void(sight);
        if (!size) return static_cast<float>(size_of(own)) * sight.weights.dead * static_cast<float>(others_) * sight.discard;
        float thrown = 0;
        float followed = 0;
        float own_points = 0;
        unsigned covers = 0;
        for (Cards left = own; left && covers < most_covers_[size]; left &= left - 1, ++covers) {
            const Cards card = lowest(left);
            const unsigned lower = size_of(unseen & (card - 1));
            thrown += thrown_[size][covers][lower];
            if (suit != hearts) continue;
            followed += followed_[size][covers][lower];
            own_points += taken_[size][covers][lower] * price(card);
        }
        float cost = thrown * sight.discard;
        if (suit == hearts) cost = sight.weights.led_hearts * (cost + followed * sight.heart + own_points);
        if (suit == spades) cost += costly_spades_caught(sight, own) + costly_spades_held(sight, own, size);
        if (rules_.bonus_card & whole(suit)) cost -= worth_of_bonus(sight, own);
        return cost;
    }

    // Little when there is hardly a card left to discard. A void in hearts is worth nothing: who
    // has none can neither duck them nor stop a moon.
    float worth_of_void(const Sight& sight) const {
        const unsigned size = size_of(sight.hand);
        return sight.weights.freedom * dearest_ * (size < 4 ? static_cast<float>(size - 1) / 3 : 1);
    }

    // The queen falls on an ace or king that has to be played, the sooner the fewer covers.
    float costly_spades_caught(const Sight& sight, Cards own) const {
        float cost = 0;
        for (Cards left = sight.costly; left; left &= left - 1) {
            const Cards costly = lowest(left);
            unsigned covers = size_of(own & below(costly));
            for (unsigned higher = size_of(own & above(costly)); higher; --higher, ++covers)
                cost += sight.weights.caught * power(sight.weights.covered, covers) * price(costly);
        }
        return cost;
    }

    // The queen among many spades waits for a trick that another takes; alone it is forced.
    float costly_spades_held(const Sight& sight, Cards own, unsigned unseen) const {
        const Cards costly = own & costly_spades_;
        if (!costly) return 0;
        const float circuits = static_cast<float>(unseen) / static_cast<float>(others_);
        const float forced = (circuits + 2 - static_cast<float>(size_of(own))) / (circuits + 1);
        return forced > 0 ? sight.weights.stuck * forced * price_of(costly) : 0;
    }

    // The bonus card is worth the more the fewer cards can take it; those above catch it.
    float worth_of_bonus(const Sight& sight, Cards own) const {
        const Cards bonus = rules_.bonus_card;
        const float worth = -price(bonus);
        if (own & bonus) return worth * (0.8F - 0.15F * static_cast<float>(size_of(sight.unseen & above(bonus))));
        if (!(sight.unseen & bonus)) return 0;
        const unsigned catchers = size_of(own & above(bonus));
        return worth * sight.weights.catching * static_cast<float>(catchers < 2 ? catchers : 2);
    }

    // -- the trick on the table

    // The cards worth a thought. Under the best card the highest does the same as a lower one and
    // leaves less danger, and so does it among those that take the trick from the last place, or
    // that are thrown away. A suit is led with its lowest or its highest card.
    Cards candidates(const Sight& sight, Cards legal) const {
        Cards some = legal & counting_ & ~whole(hearts);
        if (legal & sight.course.led) {
            if (const Cards under = legal & below(sight.course.best)) some |= highest(under);
            if (const Cards over = legal & above(sight.course.best)) some |= highest(over) | (sight.later ? lowest(over) : 0);
            return some;
        }
        for (unsigned suit = 0; suit < 4; ++suit)
            if (const Cards own = legal & whole(suit)) some |= highest(own) | (sight.course.led ? 0 : lowest(own));
        return some;
    }

    struct Fear {
        bool any;
        unsigned seat; // has all the moon cards that were taken
        unsigned collected;
        float whole_price; // what its moon is worth to the others
    };

    float cost(const Sight& sight, const Fear& fear, BySuit& dangers, Cards card) const {
        const float takes = chance_to_take(sight, card);
        float points = -relief(sight, dangers, card) - weights_.given * (1 - takes) * price(card) / static_cast<float>(others_);
        if (takes > 0) points += takes * points_if_taken(sight, card);
        if (!sight.course.in_trick) points -= worth_of_pulling(sight, card);
        if (fear.any) points += breaking_a_moon(sight, fear, card, takes) + losing_a_stopper(sight, fear, card, takes);
        if (rules_.no_trick_bonus && !sight.course.taken.at[sight.seat]) {
            const float done = 1 - static_cast<float>(size_of(sight.hand) - 1) / static_cast<float>(rules_.hand_size);
            points += takes * static_cast<float>(rules_.no_trick_bonus) * done * done;
        }
        return points;
    }

    float chance_to_take(const Sight& sight, Cards card) const {
        const Course& course = sight.course;
        if (course.led && (!(card & course.led) || card < course.best)) return 0;
        return chance_to_stand(sight, card);
    }

    // The chance that no later seat beats ``card``. A seat with a higher card stays under if it
    // can, most times.
    float chance_to_stand(const Sight& sight, Cards card) const {
        const unsigned higher = size_of(sight.unseen & above(card));
        if (!higher || !sight.later) return 1;
        const unsigned lacking = lacking_suit(sight, suit_number(card));
        const unsigned later = sight.later - lacking_later(sight, lacking);
        const unsigned rivals = others_ - size_of(lacking & ~(1U << sight.seat));
        if (!later || !rivals) return 1;
        return stands_[rivals][later][higher][size_of(sight.unseen & below(card))];
    }

    void weigh_followers(unsigned rivals, unsigned later) {
        for (unsigned lower = 0; lower <= suit_size; ++lower) {
            const float has_no_lower = missed_[rivals][lower];
            const float overtakes = has_no_lower + weights_.eager * (1 - has_no_lower);
            const float each = 1 - overtakes * static_cast<float>(later) / static_cast<float>(rivals);
            for (unsigned higher = 0; higher <= suit_size; ++higher)
                stands_[rivals][later][higher][lower] = power(each, higher);
        }
    }

    unsigned lacking_suit(const Sight& sight, unsigned suit) const {
        return weights_.remembers > 0 ? sight.course.lacking[suit] : 0;
    }

    unsigned lacking_later(const Sight& sight, unsigned lacking) const {
        if (!lacking) return 0;
        unsigned number = 0;
        for (unsigned place = 1; place <= sight.later; ++place) {
            const unsigned seat = sight.seat + place;
            number += lacking >> (seat < rules_.seats ? seat : seat - rules_.seats) & 1;
        }
        return number;
    }

    // The points in the trick, once complete, if ``card`` takes it.
    float points_if_taken(const Sight& sight, Cards card) const {
        float points = price_of(sight.course.trick | card);
        if (!sight.later) return points;
        const unsigned suit = suit_number(card);
        const unsigned lacking = lacking_suit(sight, suit);
        const unsigned void_for_sure = lacking_later(sight, lacking);
        const unsigned others_void = size_of(lacking & ~(1U << sight.seat));
        const unsigned rivals = others_ - others_void;
        const Cards unseen = sight.unseen & whole(suit);
        const float void_chance = rivals ? missed_[rivals][size_of(unseen)] : 1;
        const auto unsure = static_cast<float>(sight.later - void_for_sure);
        float followed = 0;
        if (suit == hearts) {
            followed = sight.unseen & below(card) ? sight.heart : 0;
        } else if (suit == spades && rivals) {
            followed = weights_.ready * price_of(sight.costly & below(card)) / static_cast<float>(rivals);
        }
        points += unsure * (1 - void_chance) * followed;
        const bool barred = !sight.course.earlier && rules_.barred_first;
        if (!barred) points += (static_cast<float>(void_for_sure) + unsure * void_chance) * sight.discard;
        return points;
    }

    // Low spades drive the queen out of another hand, unless one's own ace or king would have to
    // catch it.
    float worth_of_pulling(const Sight& sight, Cards card) const {
        if (!(card & whole(spades)) || !sight.costly) return 0;
        const Cards cheapest = lowest(sight.costly);
        if (cheapest < highest(sight.hand & whole(spades))) return 0;
        return weights_.pull * price(cheapest);
    }

    // -- moons

    Fear feared(const Sight& sight) const {
        Fear fear{};
        if (!rules_.moon_cards || !(sight.course.earlier & rules_.moon_cards)) return fear;
        for (unsigned seat = 0; seat < rules_.seats; ++seat) {
            const Cards has = sight.course.taken.at[seat] & rules_.moon_cards;
            if (!has) continue;
            if (fear.collected || seat == sight.seat) return Fear{};
            fear.seat = seat;
            fear.collected = size_of(has);
        }
        const auto needed = static_cast<float>(size_of(rules_.moon_cards));
        fear.any = static_cast<float>(fear.collected) >= weights_.feared * needed;
        // Against the mean of n - 1 others a moon M costs M / (n - 1), added or subtracted, and
        // stopping it at the price of x costs x - (M - x) / (n - 1): the same where x is 2 M / n.
        fear.whole_price = 2 * static_cast<float>(rules_.moon_value) / static_cast<float>(rules_.seats);
        return fear;
    }

    float threat(const Fear& fear, unsigned more) const {
        const float share = static_cast<float>(fear.collected + more) / static_cast<float>(size_of(rules_.moon_cards));
        return share * share * fear.whole_price;
    }

    // While one seat has all the points, none may go to it, and some to anybody else: a seat takes
    // them itself if that costs less than the moon.
    float breaking_a_moon(const Sight& sight, const Fear& fear, Cards card, float takes) const {
        const unsigned at_stake = size_of((sight.course.trick | card) & rules_.moon_cards);
        if (!at_stake) return 0;
        return chance_for(sight, fear.seat, takes) * threat(fear, at_stake) - threat(fear, 0);
    }

    // The chance that another ``seat`` takes the trick, which this one takes with ``takes``.
    float chance_for(const Sight& sight, unsigned seat, float takes) const {
        const unsigned after = (seat + rules_.seats - sight.seat) % rules_.seats;
        if (after <= sight.later) return (1 - takes) / static_cast<float>(sight.later);
        if (takes > 0 || !sight.course.in_trick || sight.course.winner != seat) return 0;
        return chance_to_stand(sight, sight.course.best);
    }

    // A heart that can still take a trick from the shooter is not thrown away.
    float losing_a_stopper(const Sight& sight, const Fear& fear, Cards card, float takes) const {
        if (takes > 0 || !(card & whole(hearts))) return 0;
        if (size_of(sight.unseen & above(card)) > size_of(sight.hand & below(card))) return 0;
        return weights_.stopper * threat(fear, 0);
    }

    // The card that goes on with a moon of one's own that is nearly certain, if there is one: it
    // takes this trick, and what is left of the hand takes the others.
    Cards card_that_shoots(const Sight& sight, Cards legal) const {
        if (!rules_.moon_cards || !(weights_.shoots > 0)) return 0;
        if (sight.course.earlier & ~sight.course.taken.at[sight.seat] & rules_.moon_cards) return 0;
        Cards shot = 0;
        unsigned longest = 0;
        for (unsigned suit = 0; suit < 4; ++suit) {
            const Cards own = legal & whole(suit);
            if (!own || (sight.course.led && !(own & sight.course.led))) continue;
            const Cards card = highest(own);
            if (sight.unseen & above(card) || (sight.course.led && card < sight.course.best)) continue;
            const unsigned length = size_of(sight.hand & whole(suit));
            if (length <= longest) continue;
            longest = length;
            shot = card;
        }
        return shot && runs(sight, sight.hand ^ shot) ? shot : 0;
    }

    // Whether ``cards``, led from the top, are nearly certain to take every trick to come: a suit
    // is whose top cards draw all but one of those that are out.
    bool runs(const Sight& sight, Cards cards) const {
        for (unsigned suit = 0; suit < 4; ++suit) {
            const Cards own = cards & whole(suit);
            if (!own) continue;
            const Cards out = sight.unseen & whole(suit);
            const Cards tops = out ? own & ~(highest(out) | (highest(out) - 1)) : own;
            if (tops == own) continue;
            const unsigned top = size_of(tops);
            if (top < 2 || top + 1 < size_of(out)) return false;
        }
        return true;
    }

    // -- the pass

    struct Passed {
        float cost; // the danger of what is kept
        Cards cards;
        bool any;
    };

    void keep_cheaper(Passed& kept, const Passed& some, const Passed& more) const {
        if (!some.any || !more.any) return;
        const float cost = some.cost + more.cost;
        if (!kept.any || cost < kept.cost) kept = {cost, some.cards | more.cards, true};
    }

    // For each number of cards of a suit, of which ``left`` may still be chosen: the best to pass.
    void weigh_passes(const Sight& sight, unsigned suit, Cards left, Cards chosen, unsigned number, Passed* best,
                      Chance* chance) const {
        if (!left || number == rules_.pass_count) {
            if ((chosen & moon_gift) == moon_gift) return;
            float cost = danger(sight, suit, (sight.hand & whole(suit)) ^ chosen);
            if (chance) cost += unsure_passing * weights_.unsure * dearest_ * static_cast<float>(chance->unit());
            keep_cheaper(best[number], {0, 0, true}, {cost, chosen, true});
            return;
        }
        weigh_passes(sight, suit, left & (left - 1), chosen, number, best, chance);
        weigh_passes(sight, suit, left & (left - 1), chosen | lowest(left), number + 1, best, chance);
    }

    // Never passed together, the ace, king and queen of hearts: whoever gets them may shoot.
    static constexpr Cards moon_gift = Cards{7} << (hearts * suit_size + 10);

    Rules rules_;
    Weights weights_;
    unsigned others_;
    Cards costly_spades_ = 0;
    Cards counting_ = 0;
    float dearest_ = 0;
    float hearts_alike_ = 0; // what every heart costs; 0 where they differ
    float prices_[pack_size]{};
    // By seats that may have a suit, and its unseen cards: the chance that one of them has none.
    float missed_[most_seats][suit_size + 1]{};
    // By those, the later ones among them, and the unseen cards above and below a card: the chance
    // that it stands.
    float stands_[most_seats][most_seats][suit_size + 1][suit_size + 1]{};
    // By the unseen cards of a suit, covers and unseen cards below a card: the chance that it has
    // to take a trick, and how many others throw on it, or follow.
    float taken_[suit_size + 1][suit_size + 1][suit_size + 1]{};
    float thrown_[suit_size + 1][suit_size + 1][suit_size + 1]{};
    float followed_[suit_size + 1][suit_size + 1][suit_size + 1]{};
    unsigned most_covers_[suit_size + 1]{};
};

} // namespace openhearts
