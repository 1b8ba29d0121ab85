// The kernel as a Python module: ints in, ints out. __init__.py gives it a typed face.
#include "binding.hpp"
#include "position.hpp"
#include "scoring.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#ifdef OPENHEARTS_HAS_BMI2
#include <cpuid.h>
#endif

#include <string>

namespace nb = nanobind;
using namespace openhearts;
using namespace openhearts::OPENHEARTS_PATH;

namespace {

// Whether this processor has all that the path bmi2 is compiled with. Asked of the processor
// itself: what compilers offer for the purpose has been seen to say no everywhere.
bool has_bmi2() {
#ifdef OPENHEARTS_HAS_BMI2
    unsigned a, b, c, d;
    const bool counts = __get_cpuid(1, &a, &b, &c, &d) && c & bit_POPCNT;
    const bool leads = __get_cpuid(0x80000001, &a, &b, &c, &d) && c & bit_LZCNT;
    return counts && leads && __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_BMI && b & bit_BMI2;
#else
    return false;
#endif
}

} // namespace

namespace openhearts {

// Asked once: a virtual machine answers such a question slowly.
const std::vector<const Path*>& paths() {
    static const std::vector<const Path*> all = [] {
        std::vector<const Path*> found{&portable_path};
#ifdef OPENHEARTS_HAS_BMI2
        if (has_bmi2()) found.push_back(&bmi2_path);
#endif
        return found;
    }();
    return all;
}

const Path& path_named(std::string_view name) {
    for (const Path* path : paths())
        if (path->name == name) return *path;
    throw std::invalid_argument("no such path on this processor");
}

Schedule schedule_of(const std::vector<unsigned>& offsets, const Rules& rules) {
    if (offsets.empty() || offsets.size() > most_seats) throw std::invalid_argument("1 to 6 offsets are needed");
    Schedule schedule{{}, static_cast<unsigned>(offsets.size())};
    std::copy(offsets.begin(), offsets.end(), schedule.offsets);
    for (const unsigned offset : offsets)
        if (offset >= rules.seats) throw std::invalid_argument("an offset is below the number of seats");
    return schedule;
}

} // namespace openhearts

namespace {

Rules rules_of(unsigned seats, Cards deck, unsigned pass_count, Cards opener, Cards barred_first, Cards barred_lead,
               Cards breakers, const std::vector<Cards>& planes, Cards bonus_card, int bonus, int no_trick_bonus,
               Cards moon_cards, int moon_value, unsigned moon, bool moon_keeps_bonus, int target, unsigned deal_limit,
               bool ties_share) {
    const unsigned size = size_of(deck);
    if (seats < 3 || seats > most_seats || deck >> pack_size || size % seats || size / seats > most_in_hand ||
        pass_count > size / seats || planes.size() != point_planes || moon > static_cast<unsigned>(Moon::adaptive))
        throw std::invalid_argument("no rules of a table");
    Rules rules{.seats = seats,
                .hand_size = size / seats,
                .pass_count = pass_count,
                .deck = deck,
                .opener = opener,
                .barred_first = barred_first,
                .barred_lead = barred_lead,
                .breakers = breakers,
                .planes = {},
                .bonus_card = bonus_card,
                .bonus = bonus,
                .no_trick_bonus = no_trick_bonus,
                .moon_cards = moon_cards,
                .moon_value = moon_value,
                .moon = static_cast<Moon>(moon),
                .moon_keeps_bonus = moon_keeps_bonus,
                .target = target,
                .deal_limit = deal_limit,
                .ties_share = ties_share};
    std::copy(planes.begin(), planes.end(), rules.planes);
    return rules;
}

Position position_of(const Rules& rules, const std::vector<Cards>& hands, unsigned leader, Cards earlier) {
    const Hands all = by_seat(hands, rules);
    if (leader >= rules.seats) throw std::invalid_argument("the leader is one of the seats");
    Cards seen = earlier;
    for (unsigned seat = 0; seat < rules.seats; ++seat) {
        if (all.at[seat] & seen || size_of(all.at[seat]) != size_of(all.at[0]))
            throw std::invalid_argument("hands are equal and share no card");
        seen |= all.at[seat];
    }
    if (seen & ~rules.deck || size_of(all.at[0]) > rules.hand_size)
        throw std::invalid_argument("hands are dealt from the deck");
    return {rules, all, leader, earlier};
}

void push(Position& position, unsigned place) {
    const Cards card = place < pack_size ? Cards{1} << place : 0;
    if (!(position.legal() & card)) throw std::invalid_argument("this card may not be played now");
    position.push(card);
}

// Whoever steps from Python takes one of these; the ints are those that Python keeps ready.
nb::list legal_places(const Position& position) {
    const Cards legal = position.legal();
    nb::list places = nb::steal<nb::list>(PyList_New(size_of(legal)));
    Py_ssize_t at = 0;
    for (Cards left = legal; left; left &= left - 1)
        PyList_SET_ITEM(places.ptr(), at++, PyLong_FromLong(lowest_place(left)));
    return places;
}

void pop(Position& position) {
    if (!position.plays()) throw std::out_of_range("nothing has been played");
    position.pop();
}

std::vector<int> points(const Position& position, const std::vector<int>& scores, unsigned deals, bool adds) {
    const Rules& rules = position.rules();
    return listed(deal_points(rules, position.taken(), by_seat(scores, rules), deals, adds), rules);
}

nb::bytearray random_deals(std::string_view path, const Rules& rules, const std::vector<unsigned>& offsets,
                           std::uint64_t seed, std::uint64_t first, std::uint64_t count) {
    const Path& chosen = path_named(path);
    const Schedule schedule = schedule_of(offsets, rules);
    if (!first) throw std::invalid_argument("deals count from 1");
    nb::bytearray points;
    points.resize(count * rules.seats * sizeof(std::int16_t));
    auto* const to = static_cast<std::int16_t*>(points.data());
    {
        nb::gil_scoped_release released;
        chosen.random_deals(rules, schedule, seed, first, count, to);
    }
    return points;
}

nb::tuple random_deal(std::string_view path, const Rules& rules, const std::vector<unsigned>& offsets,
                      std::uint64_t seed, std::uint64_t number) {
    const Path& chosen = path_named(path);
    if (!number) throw std::invalid_argument("deals count from 1");
    const ToldDeal deal = chosen.random_deal(rules, schedule_of(offsets, rules), seed, number);
    const std::vector<unsigned> cards(deal.cards, deal.cards + deal.plays);
    return nb::make_tuple(listed(deal.dealt, rules), listed(deal.given, rules), cards, listed(deal.points, rules));
}

// The deal that ``random_deal`` tells of, before its first lead.
Position random_position(std::string_view path, const Rules& rules, const std::vector<unsigned>& offsets,
                         std::uint64_t seed, std::uint64_t number) {
    const Path& chosen = path_named(path);
    const Schedule schedule = schedule_of(offsets, rules);
    if (!number) throw std::invalid_argument("deals count from 1");
    const ToldDeal deal = chosen.random_deal(rules, schedule, seed, number);
    const unsigned offset = schedule.offsets[(number - 1) % schedule.length];
    Hands hands{};
    unsigned leader = 0;
    for (unsigned seat = 0; seat < rules.seats; ++seat) {
        const Cards got = deal.given.at[(seat + rules.seats - offset) % rules.seats];
        hands.at[seat] = (deal.dealt.at[seat] & ~deal.given.at[seat]) | got;
        if (hands.at[seat] >> deal.cards[0] & 1) leader = seat;
    }
    return {rules, hands, leader};
}

} // namespace

NB_MODULE(_kernel, module) {
    using namespace nb::literals;

    module.def("paths", [] {
        std::vector<std::string> names;
        for (const Path* path : paths()) names.emplace_back(path->name);
        return names;
    }, "The names of the paths that this processor has, the slowest first.");

    nb::class_<Rules>(module, "Rules", "A ruleset as data; made by openhearts.kernel.")
        .def_ro("seats", &Rules::seats)
        .def_ro("hand_size", &Rules::hand_size);
    module.def("rules", &rules_of, "seats"_a, "deck"_a, "pass_count"_a, "opener"_a, "barred_first"_a, "barred_lead"_a,
               "breakers"_a, "planes"_a, "bonus_card"_a, "bonus"_a, "no_trick_bonus"_a, "moon_cards"_a, "moon_value"_a,
               "moon"_a, "moon_keeps_bonus"_a, "target"_a, "deal_limit"_a, "ties_share"_a);

    nb::class_<Position>(module, "Position", "A deal in play, stepped card by card and back; a card is its place, 0 to 51.")
        .def_prop_ro("to_play", &Position::to_play, "The seat on turn.")
        .def_prop_ro("is_over", &Position::is_over, "Whether every card has been played.")
        .def_prop_ro("legal", &Position::legal, "What the seat on turn may play, as a set.")
        .def("legal_places", &legal_places, nb::sig("def legal_places(self) -> list[int]"),
             "The same as a list of places; none after the last card.")
        .def_prop_ro("plays", &Position::plays, "How many cards have been pushed.")
        .def_prop_ro("taken", [](const Position& self) { return listed(self.taken(), self.rules()); },
                     "By seat: the cards of its tricks.")
        .def_prop_ro("hands", [](const Position& self) { return listed(self.hands(), self.rules()); },
                     "By seat: the cards that it holds.")
        .def("push", &push, "place"_a, "Play a card. Raises ValueError where it is not legal.")
        .def("pop", &pop, "Take the last card back. Raises IndexError before the first.")
        .def("count", &Position::count, nb::call_guard<nb::gil_scoped_release>(), "The number of ways to play to the end.")
        .def("points", &points, "scores"_a, "deals"_a, "adds"_a,
             "By seat: what the tricks cost; see openhearts.kernel.")
        .def("__copy__", [](const Position& self) { return Position(self); });
    module.def("position", &position_of, "rules"_a, "hands"_a, "leader"_a, "earlier"_a);

    module.def("random_position", &random_position, "path"_a, "rules"_a, "offsets"_a, "seed"_a, "number"_a);
    module.def("random_deals", &random_deals, "path"_a, "rules"_a, "offsets"_a, "seed"_a, "first"_a, "count"_a);
    module.def("random_deal", &random_deal, "path"_a, "rules"_a, "offsets"_a, "seed"_a, "number"_a,
               nb::sig("def random_deal(path: str, rules: Rules, offsets: Sequence[int], seed: int, number: int)"
                       " -> tuple[list[int], list[int], list[int], list[int]]"));
    bind_players(module);
}
