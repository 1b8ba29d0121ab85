// The kernel's players as Python calls them: rules of thumb, worlds and the search.
#include "binding.hpp"
#include "equity.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace openhearts;
using namespace openhearts::OPENHEARTS_PATH;

namespace {

View view_of(const Rules& rules, unsigned seat, Cards hand, const std::vector<Cards>& shown, unsigned first_leader,
             const std::vector<unsigned>& cards, const std::vector<int>& scores, unsigned number) {
    if (seat >= rules.seats || first_leader >= rules.seats) throw std::invalid_argument("no such seat");
    if (!number) throw std::invalid_argument("deals count from 1");
    View view{rules, seat, hand, by_seat(shown, rules), first_leader, 0, {}, by_seat(scores, rules), number};
    Cards seen = hand;
    for (const unsigned place : cards) {
        const Cards card = place < pack_size ? Cards{1} << place : 0;
        if (!card || seen & card) throw std::invalid_argument("a card is played once");
        seen |= card;
        view.cards[view.plays++] = static_cast<std::uint8_t>(place);
    }
    if (seen & ~rules.deck) throw std::invalid_argument("hands are dealt from the deck");
    return view;
}

Weights weights_of(const std::vector<float>& numbers) {
    if (numbers.size() != weight_count) throw std::invalid_argument("not as many numbers as there are weights");
    Weights weights;
    static_assert(sizeof weights == weight_count * sizeof(float));
    std::copy(numbers.begin(), numbers.end(), reinterpret_cast<float*>(&weights));
    return weights;
}

nb::bytearray thumb_deals(std::string_view path, const Rules& rules, const std::vector<unsigned>& offsets,
                          const std::vector<std::vector<float>>& weights, std::uint64_t seed, std::uint64_t first,
                          std::uint64_t count) {
    const Path& chosen = path_named(path);
    const Schedule schedule = schedule_of(offsets, rules);
    if (!first) throw std::invalid_argument("deals count from 1");
    std::vector<Weights> all;
    for (const std::vector<float>& numbers : weights) all.push_back(weights_of(numbers));
    const BySeat<Weights> seated = by_seat(all, rules);
    nb::bytearray points;
    points.resize(count * rules.seats * sizeof(std::int16_t));
    auto* const to = static_cast<std::int16_t*>(points.data());
    {
        nb::gil_scoped_release released;
        chosen.thumb_deals(rules, schedule, seated, seed, first, count, to);
    }
    return points;
}

float behind(const Rules& rules, float spread, float highest, const std::vector<int>& scores, unsigned deals,
             unsigned seat) {
    if (seat >= rules.seats) throw std::invalid_argument("no such seat");
    return places_behind(rules, {spread, highest}, by_seat(scores, rules), deals, seat);
}

// A card of the hand that the seat on turn may play must be there to choose.
void require_turn(const View& view) {
    if (!view.hand) throw std::invalid_argument("there is no card to choose");
}

unsigned thumb_card(std::string_view path, const View& view, const std::vector<float>& weights, std::uint64_t seed) {
    require_turn(view);
    return lowest_place(path_named(path).thumb_card(view, weights_of(weights), seed));
}

Cards thumb_pass(std::string_view path, const View& view, const std::vector<float>& weights, std::uint64_t seed) {
    require_turn(view);
    if (size_of(view.hand) != view.rules.hand_size) throw std::invalid_argument("cards are passed from a whole hand");
    return path_named(path).thumb_pass(view, weights_of(weights), seed);
}

nb::bytearray worlds(std::string_view path, const View& view, std::uint64_t seed, std::uint64_t count) {
    const Path& chosen = path_named(path);
    nb::bytearray hands;
    hands.resize(count * view.rules.seats * sizeof(Cards));
    auto* const to = static_cast<Cards*>(hands.data());
    bool any;
    {
        nb::gil_scoped_release released;
        any = chosen.worlds(view, seed, count, to);
    }
    if (!any) throw std::invalid_argument("no world fits this view");
    return hands;
}

nb::tuple search(std::string_view path, const View& view, const std::vector<float>& weights, float spread,
                 float highest, unsigned worlds, double contested, double doubt, double moon_bar, double moon_latch,
                 bool plays_for_place, unsigned milliseconds, std::uint64_t seed) {
    require_turn(view);
    const Path& chosen = path_named(path);
    if (!worlds || worlds > 1'000'000) throw std::invalid_argument("1 to 1,000,000 worlds are searched");
    const Weights all = weights_of(weights);
    const Effort effort{worlds, contested, doubt, moon_bar, moon_latch, plays_for_place, milliseconds};
    Verdicts verdicts;
    {
        nb::gil_scoped_release released;
        verdicts = chosen.search(view, all, {spread, highest}, effort, seed);
    }
    if (!verdicts.count) throw std::invalid_argument("no world fits this view");
    nb::list told;
    for (unsigned at = 0; at < verdicts.count; ++at) {
        const Verdict& verdict = verdicts.all[at];
        told.append(nb::make_tuple(lowest_place(verdict.card), verdict.like_it, verdict.worlds, verdict.cost,
                                   verdict.points, verdict.moon));
    }
    return nb::make_tuple(verdicts.chosen, told);
}

} // namespace

void openhearts::bind_players(nb::module_& module) {
    using namespace nb::literals;

    nb::class_<View>(module, "View", "What one seat knows of a deal; made by openhearts.kernel.")
        .def_prop_ro("seats", [](const View& self) { return self.rules.seats; })
        .def_ro("seat", &View::seat)
        .def_ro("hand", &View::hand)
        .def_ro("plays", &View::plays);
    module.def("view", &view_of, "rules"_a, "seat"_a, "hand"_a, "shown"_a, "first_leader"_a, "cards"_a, "scores"_a,
               "number"_a);
    module.def("thumb_deals", &thumb_deals, "path"_a, "rules"_a, "offsets"_a, "weights"_a, "seed"_a, "first"_a, "count"_a);
    module.def("thumb_card", &thumb_card, "path"_a, "view"_a, "weights"_a, "seed"_a);
    module.def("thumb_pass", &thumb_pass, "path"_a, "view"_a, "weights"_a, "seed"_a);
    module.def("worlds", &worlds, "path"_a, "view"_a, "seed"_a, "count"_a);
    module.def("places_behind", &behind, "rules"_a, "spread"_a, "highest"_a, "scores"_a, "deals"_a, "seat"_a);
    module.def("search", &search, "path"_a, "view"_a, "weights"_a, "spread"_a, "highest"_a, "worlds"_a, "contested"_a,
               "doubt"_a, "moon_bar"_a, "moon_latch"_a, "plays_for_place"_a, "milliseconds"_a, "seed"_a,
               nb::sig("def search(path: str, view: View, weights: Sequence[float], spread: float, highest: float,"
                       " worlds: int, contested: float, doubt: float, moon_bar: float, moon_latch: float, plays_for_place: bool,"
                       " milliseconds: int, seed: int)"
                       " -> tuple[int, list[tuple[int, int, int, float, float, float]]]"));
}
