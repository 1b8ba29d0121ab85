// The search: each card that a seat may play is tried in many worlds, each played on by the rules
// of thumb, and what it costs in them is what it is worth.
#pragma once

#include "equity.hpp"
#include "shooting.hpp"
#include "verdict.hpp"
#include "worlds.hpp"

#include <time.h>

namespace openhearts::OPENHEARTS_PATH {

class Search {
public:
    Search(const View& view, const Thumb& thumb, const Growth& growth, const Effort& effort)
        : view_(view), rules_(view.rules), thumb_(thumb), growth_(growth), effort_(effort), knowledge_(view),
          worlds_(view.rules, knowledge_), budget_(effort.worlds * suit_size / size_of(view.hand)),
          costs_(2 * size_of(view.hand) * budget_) {}

    bool any() const { return worlds_.any(); }

    Verdicts verdicts(Chance chance) {
        begin_options();
        const std::uint64_t end = effort_.milliseconds ? now() + effort_.milliseconds : ~std::uint64_t{0};
        unsigned worlds = 0;
        while (worlds < budget_ && alive_ > 1) {
            const unsigned until = worlds + batch < budget_ ? worlds + batch : budget_;
            for (; worlds < until; ++worlds) try_world(worlds, chance);
            drop_losing();
            if (now() >= end) break;
        }
        return told();
    }

private:
    static constexpr unsigned batch = 16;
    static constexpr unsigned most_options = 2 * most_in_hand; // each card, and each with a plan to shoot
    static constexpr double hopeless_moon = 0.2;
    static constexpr double most_errors = 1e9;

    // A card to play now, and whether the seat goes on to shoot.
    struct Option {
        Cards card;
        Cards like_it;
        bool shoots;
        bool alive = true;
        unsigned worlds = 0;
        double cost = 0, points = 0, moons = 0; // sums
        double mean() const { return cost / worlds; }
    };

    static std::uint64_t now() {
        timespec time;
        clock_gettime(CLOCK_MONOTONIC, &time);
        return static_cast<std::uint64_t>(time.tv_sec) * 1000 + static_cast<std::uint64_t>(time.tv_nsec) / 1'000'000;
    }

    void begin_options() {
        const Course& course = knowledge_.course;
        const Cards legal = course.legal(rules_);
        for (Cards left = legal; left;) {
            const Cards alike = alike_from(lowest(left), legal);
            options_[count_++] = Option{lowest(left), alike, false};
            left &= ~alike;
        }
        const unsigned cards = count_;
        if (cards > 1 && may_shoot(rules_, course, view_.seat))
            for (unsigned at = 0; at < cards; ++at) options_[count_++] = Option{options_[at].card, options_[at].like_it, true};
        alive_ = count_;
        standing_ = played_by_thumb();
    }

    // The legal cards from ``card`` up that differ from it in nothing: no card lies between them
    // that another holds or that is on the table, and they cost the same.
    Cards alike_from(Cards card, Cards legal) const {
        const Cards between = knowledge_.unseen | knowledge_.course.trick;
        Cards alike = card;
        for (Cards next = card << 1; next & suit_of(card) && !(next & between); next <<= 1) {
            if (!(next & legal)) {
                if (next & view_.hand) break;
                continue;
            }
            if (points_of(rules_, next) != points_of(rules_, card)) break;
            alike |= next;
        }
        return alike;
    }

    void try_world(unsigned world, Chance& chance) {
        Course start = knowledge_.course;
        const Hands hidden = worlds_.sample(chance);
        for (unsigned seat = 0; seat < rules_.seats; ++seat) start.hands.at[seat] |= hidden.at[seat];
        for (unsigned at = 0; at < count_; ++at) {
            Option& option = options_[at];
            if (!option.alive) continue;
            Course course = start;
            course.play(rules_, option.card);
            play_on(course, option.shoots);
            const bool moon = rules_.moon_cards && (course.taken.at[view_.seat] & rules_.moon_cards) == rules_.moon_cards;
            const Points points = settled(course.taken);
            const double cost = cost_of(points);
            costs_[at * budget_ + world] = cost;
            option.cost += cost;
            option.points += points.at[view_.seat];
            option.moons += moon;
            ++option.worlds;
        }
    }

    // Plays the deal to the end, or until nothing is left in it that counts.
    void play_on(Course& course, bool shoots) const {
        while (course.hands.at[course.to_play]) {
            if (!rules_.no_trick_bonus && !(thumb_.counting() & rules_.deck & ~course.earlier)) return;
            const bool shot = shoots && course.to_play == view_.seat && may_shoot(rules_, course, view_.seat);
            course.play(rules_, shot ? card_to_shoot(rules_, course) : thumb_.card_to_play(course));
        }
    }

    // The points of the deal; a shooter who may choose does what is best for itself.
    Points settled(const Hands& taken) const {
        const Points added = deal_points(rules_, taken, view_.scores, view_.number, true);
        if (rules_.moon != Moon::choice || !rules_.moon_cards) return added;
        for (unsigned seat = 0; seat < rules_.seats; ++seat) {
            if ((taken.at[seat] & rules_.moon_cards) != rules_.moon_cards) continue;
            const Points subtracted = deal_points(rules_, taken, view_.scores, view_.number, false);
            return behind_after(added, seat) <= behind_after(subtracted, seat) ? added : subtracted;
        }
        return added;
    }

    float behind_after(const Points& points, unsigned seat) const {
        Points scores = view_.scores;
        for (unsigned each = 0; each < rules_.seats; ++each) scores.at[each] += points.at[each];
        return places_behind(rules_, growth_, scores, view_.number, seat);
    }

    double cost_of(const Points& points) const {
        double others = 0;
        for (unsigned seat = 0; seat < rules_.seats; ++seat)
            if (seat != view_.seat) others += points.at[seat];
        const double over_mean = points.at[view_.seat] - others / (rules_.seats - 1);
        if (!effort_.plays_for_place) return over_mean;
        // Points break the ties of places, as where the game is lost.
        return behind_after(points, view_.seat) + over_mean * 1e-4 / thumb_.dearest();
    }

    // Drops what costs more than the best one for certain, and plans to shoot that hardly ever do.
    void drop_losing() {
        for (unsigned at = 0; at < count_; ++at) {
            Option& option = options_[at];
            if (option.alive && option.shoots && option.moons < hopeless_moon * option.worlds) drop(option);
        }
        // A plan to shoot may fail the bar in the end: it drops no card that does without.
        const unsigned best_of_all = best_of([](const Option& option) { return option.alive; });
        const unsigned best_without = best_of([](const Option& option) { return option.alive && !option.shoots; });
        for (unsigned at = 0; at < count_; ++at) {
            const unsigned best = options_[at].shoots ? best_of_all : best_without;
            // A few worlds must not decide against the card that stands.
            const double enough = at == standing_ ? 2 * effort_.contested : effort_.contested;
            if (options_[at].alive && at != best && more_than(at, best) > enough) drop(options_[at]);
        }
    }

    // By how many standard errors one option costs more than another, in the worlds of both.
    double more_than(unsigned one, unsigned other) const {
        const unsigned worlds = options_[one].worlds < options_[other].worlds ? options_[one].worlds : options_[other].worlds;
        double sum = 0, squares = 0;
        for (unsigned world = 0; world < worlds; ++world) {
            const double more = costs_[one * budget_ + world] - costs_[other * budget_ + world];
            sum += more;
            squares += more * more;
        }
        const double spread = squares - sum * sum / worlds;
        return sum > 0 && spread <= 0 ? most_errors : sum / sqrt(spread > 0 ? spread : 1);
    }

    void drop(Option& option) {
        option.alive = false;
        --alive_;
    }

    template <class Condition>
    unsigned best_of(Condition holds) const {
        unsigned best = most_options;
        for (unsigned at = 0; at < count_; ++at)
            if (options_[at].worlds && holds(options_[at]) && (best == most_options || options_[at].mean() < options_[best].mean()))
                best = at;
        return best == most_options ? 0 : best;
    }

    bool clears_the_bar(const Option& option) const {
        if (!option.shoots) return true;
        const unsigned in = size_of(knowledge_.course.taken.at[view_.seat] & rules_.moon_cards);
        const bool latched = 3 * in >= size_of(rules_.moon_cards);
        return option.moons >= (latched ? effort_.moon_latch : effort_.moon_bar) * option.worlds;
    }

    unsigned played_by_thumb() const {
        const Cards card = thumb_.card_to_play(knowledge_.course);
        for (unsigned at = 0; at < count_; ++at)
            if (options_[at].like_it & card) return at;
        return 0;
    }

    Verdicts told() const {
        unsigned chosen = best_of([this](const Option& option) { return option.alive && clears_the_bar(option); });
        if (!options_[chosen].alive || !clears_the_bar(options_[chosen]))
            chosen = best_of([](const Option& option) { return !option.shoots; });
        // Chance favours some card that is no better: what the rules of thumb would play stands
        // unless it is beaten clearly.
        if (options_[standing_].worlds && more_than(standing_, chosen) < effort_.doubt) chosen = standing_;
        Verdicts verdicts{};
        for (unsigned at = 0; at < count_; ++at) {
            const Option& option = options_[at];
            if (option.shoots && at != chosen) continue;
            if (option.like_it & options_[chosen].card && at != chosen) continue;
            const double worlds = option.worlds ? option.worlds : 1;
            if (at == chosen) verdicts.chosen = verdicts.count;
            verdicts.all[verdicts.count++] = {option.card, option.like_it, option.worlds, option.cost / worlds,
                                              option.points / worlds, option.moons / worlds};
        }
        return verdicts;
    }

    const View& view_;
    const Rules& rules_;
    const Thumb& thumb_;
    Growth growth_;
    Effort effort_;
    Knowledge knowledge_;
    Worlds worlds_;
    unsigned budget_; // the most worlds: as many cards are played in them as with thirteen in hand
    OnHeap costs_;    // by option and world; no more options than twice the cards of the hand
    Option options_[most_options];
    unsigned count_ = 0;
    unsigned alive_ = 0;
    unsigned standing_ = 0; // what the rules of thumb would play
};

} // namespace openhearts
