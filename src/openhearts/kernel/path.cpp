// One path: compiled with OPENHEARTS_PATH=portable, and again, with more instructions, as bmi2.
#include "path.hpp"

#include "playouts.hpp"
#include "search.hpp"
#include "thumb_deals.hpp"

namespace openhearts::OPENHEARTS_PATH {
namespace {

constexpr unsigned lanes = 2;

// Notes what happens in one deal.
struct Telling {
    ToldDeal& deal;

    template <unsigned Seats>
    void dealt(const Table<Seats>& table) {
        for (unsigned seat = 0; seat < Seats; ++seat) deal.dealt.at[seat] = table.hands[seat];
    }
    void passes(unsigned seat, Cards cards) { deal.given.at[seat] = cards; }
    void plays(Cards card) { deal.cards[deal.plays++] = static_cast<std::uint8_t>(lowest_place(card)); }
};

template <unsigned Seats>
Points points_of_deal(const Table<Seats>& table, const Rules& rules, std::uint64_t number) {
    Hands taken{};
    for (unsigned seat = 0; seat < Seats; ++seat) taken.at[seat] = table.taken[seat];
    return deal_points(rules, taken, {}, static_cast<unsigned>(number), true);
}

template <unsigned Seats>
void deals_of(const Rules& rules, const Schedule& schedule, std::uint64_t seed, std::uint64_t first,
              std::uint64_t count, std::int16_t* points) {
    Forgetful witness;
    const auto score = [&](const Table<Seats>& table, std::uint64_t number) {
        const Points all = points_of_deal(table, rules, number);
        for (unsigned seat = 0; seat < Seats; ++seat) *points++ = static_cast<std::int16_t>(all.at[seat]);
    };
    std::uint64_t done = 0;
    for (Table<Seats> tables[lanes]; done + lanes <= count; done += lanes) {
        play_deals<Seats, lanes>(tables, rules, schedule, seed, first + done, witness);
        for (unsigned lane = 0; lane < lanes; ++lane) score(tables[lane], first + done + lane);
    }
    for (Table<Seats> table; done < count; ++done) {
        play_deals<Seats, 1>(&table, rules, schedule, seed, first + done, witness);
        score(table, first + done);
    }
}

template <unsigned Seats>
ToldDeal told_deal(const Rules& rules, const Schedule& schedule, std::uint64_t seed, std::uint64_t number) {
    ToldDeal deal{};
    Telling witness{deal};
    Table<Seats> table;
    play_deals<Seats, 1>(&table, rules, schedule, seed, number, witness);
    deal.points = points_of_deal(table, rules, number);
    return deal;
}

void random_deals(const Rules& rules, const Schedule& schedule, std::uint64_t seed, std::uint64_t first,
                  std::uint64_t count, std::int16_t* points) {
    switch (rules.seats) {
    case 3: return deals_of<3>(rules, schedule, seed, first, count, points);
    case 4: return deals_of<4>(rules, schedule, seed, first, count, points);
    case 5: return deals_of<5>(rules, schedule, seed, first, count, points);
    default: return deals_of<6>(rules, schedule, seed, first, count, points);
    }
}

ToldDeal random_deal(const Rules& rules, const Schedule& schedule, std::uint64_t seed, std::uint64_t number) {
    switch (rules.seats) {
    case 3: return told_deal<3>(rules, schedule, seed, number);
    case 4: return told_deal<4>(rules, schedule, seed, number);
    case 5: return told_deal<5>(rules, schedule, seed, number);
    default: return told_deal<6>(rules, schedule, seed, number);
    }
}

void thumb_deals(const Rules& rules, const Schedule& schedule, const BySeat<Weights>& weights, std::uint64_t seed,
                 std::uint64_t first, std::uint64_t count, std::int16_t* points) {
    const Thumb* thumbs[most_seats];
    for (unsigned seat = 0; seat < rules.seats; ++seat) thumbs[seat] = new Thumb(rules, weights.at[seat]);
    for (std::uint64_t number = first; number < first + count; ++number) {
        const Points all = thumb_deal(rules, schedule, thumbs, seed, number);
        for (unsigned seat = 0; seat < rules.seats; ++seat) *points++ = static_cast<std::int16_t>(all.at[seat]);
    }
    for (unsigned seat = 0; seat < rules.seats; ++seat) delete thumbs[seat];
}

Cards thumb_pass(const View& view, const Weights& weights, std::uint64_t seed) {
    Chance chance(seed, 1);
    return Thumb(view.rules, weights).cards_to_pass(Knowledge(view).course, view.seat, &chance);
}

Cards thumb_card(const View& view, const Weights& weights, std::uint64_t seed) {
    Chance chance(seed, 1);
    return Thumb(view.rules, weights).card_to_play(Knowledge(view).course, &chance);
}

bool worlds(const View& view, std::uint64_t seed, std::uint64_t count, Cards* hands) {
    const Worlds worlds(view.rules, Knowledge(view));
    if (!worlds.any()) return false;
    Chance chance(seed, 1);
    for (; count; --count) {
        Hands world = worlds.sample(chance);
        world.at[view.seat] = view.hand;
        for (unsigned seat = 0; seat < view.rules.seats; ++seat) *hands++ = world.at[seat];
    }
    return true;
}

Verdicts search(const View& view, const Weights& weights, const Growth& growth, const Effort& effort,
                std::uint64_t seed) {
    const Thumb thumb(view.rules, weights);
    Search search(view, thumb, growth, effort);
    return search.any() ? search.verdicts(Chance(seed, 1)) : Verdicts{};
}

} // namespace
} // namespace openhearts::OPENHEARTS_PATH

#define OPENHEARTS_TEXT_OF(name) #name
#define OPENHEARTS_TEXT(name) OPENHEARTS_TEXT_OF(name)
#define OPENHEARTS_JOINED_OF(name) name##_path
#define OPENHEARTS_JOINED(name) OPENHEARTS_JOINED_OF(name)

const openhearts::Path openhearts::OPENHEARTS_JOINED(OPENHEARTS_PATH){
    OPENHEARTS_TEXT(OPENHEARTS_PATH), OPENHEARTS_PATH::random_deals, OPENHEARTS_PATH::random_deal,
    OPENHEARTS_PATH::thumb_deals, OPENHEARTS_PATH::thumb_pass, OPENHEARTS_PATH::thumb_card,
    OPENHEARTS_PATH::worlds, OPENHEARTS_PATH::search};
