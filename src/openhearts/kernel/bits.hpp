// Bits, in two ways: with BMI2 where a processor has it, and by arithmetic everywhere.
#pragma once

#include "rules.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace openhearts::OPENHEARTS_PATH {

inline unsigned lowest_place(Cards cards) { return static_cast<unsigned>(__builtin_ctzll(cards)); }

#ifdef __BMI2__

inline unsigned size_of(Cards cards) { return static_cast<unsigned>(__builtin_popcountll(cards)); }

// A set of cards that one is chosen from by its place: 0 is the lowest.
class Choice {
public:
    explicit Choice(Cards cards) : cards_(cards) {}

    unsigned size() const { return size_of(cards_); }
    Cards at(unsigned place) const { return at_all(std::uint64_t{1} << place); }
    // The cards at all places of which ``places`` has the bit.
    Cards at_all(std::uint64_t places) const { return _pdep_u64(places, cards_); }

private:
    Cards cards_;
};

#else

constexpr std::uint64_t each_byte = 0x0101010101010101;
constexpr std::uint64_t each_top = each_byte << 7;

// In each byte: how many bits are set in it and in all lower bytes.
inline std::uint64_t sums_by_byte(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    return ((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F) * each_byte;
}

// How many bytes of ``sums``, which rise, are at most ``limit``; both stay below 128.
inline unsigned bytes_up_to(std::uint64_t sums, std::uint64_t limit) {
    const std::uint64_t passed = (((limit * each_byte) | each_top) - sums) & each_top;
    return static_cast<unsigned>((passed >> 7) * each_byte >> 56);
}

inline unsigned size_of(Cards cards) { return static_cast<unsigned>(sums_by_byte(cards) >> 56); }

// A set of cards that one is chosen from by its place: 0 is the lowest.
class Choice {
public:
    explicit Choice(Cards cards) : cards_(cards), sums_(sums_by_byte(cards)) {}

    unsigned size() const { return static_cast<unsigned>(sums_ >> 56); }

    // First the byte where the sums pass the place, then likewise the bit within it.
    Cards at(unsigned place) const {
        const unsigned shift = 8 * bytes_up_to(sums_, place);
        const std::uint64_t inside = place - ((sums_ << 8) >> shift & 0xFF);
        const std::uint64_t byte = cards_ >> shift & 0xFF;
        const std::uint64_t spread = (byte * each_byte & 0x8040201008040201) + ~each_top;
        const std::uint64_t sums = (spread >> 7 & each_byte) * each_byte;
        return Cards{1} << (shift + bytes_up_to(sums, inside));
    }

    // The cards at all places of which ``places`` has the bit.
    Cards at_all(std::uint64_t places) const {
        Cards all = 0;
        for (; places; places &= places - 1) all |= at(lowest_place(places));
        return all;
    }

private:
    Cards cards_;
    std::uint64_t sums_;
};

#endif

} // namespace openhearts
