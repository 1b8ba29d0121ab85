// What the parts of the Python module share.
#pragma once

#include "path.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace openhearts {

// The paths that this processor has, the slowest first.
const std::vector<const Path*>& paths();
const Path& path_named(std::string_view name);
Schedule schedule_of(const std::vector<unsigned>& offsets, const Rules& rules);

template <class Value>
BySeat<Value> by_seat(const std::vector<Value>& values, const Rules& rules) {
    if (values.size() != rules.seats) throw std::invalid_argument("one value for each seat is needed");
    BySeat<Value> all{};
    std::copy(values.begin(), values.end(), all.at);
    return all;
}

template <class Value>
std::vector<Value> listed(const BySeat<Value>& values, const Rules& rules) {
    return {values.at, values.at + rules.seats};
}

// Adds the players that the kernel has to the module.
void bind_players(nanobind::module_& module);

} // namespace openhearts
