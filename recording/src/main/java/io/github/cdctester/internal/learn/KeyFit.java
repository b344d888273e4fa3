// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The distribution of the keys that statements touch.
 *
 * @param touches number of statements
 * @param keys number of existing keys
 * @param exponent exponent of the Zipf distribution with equal repetition; 0 for uniform
 * @param misfit the largest distance between the shares of the r hottest keys, for any r, between the counts and that distribution:
 *     0 for a perfect fit, at most 1
 * @param ranks the counts, as ranges of keys from the hottest on
 */
record KeyFit(long touches, long keys, double exponent, double misfit, List<Sizes.Range> ranks) {

    /** Above this misfit the distribution is written by its ranges. */
    private static final double POOR = 0.1;

    private static final double MAX_EXPONENT = 4;

    /** Maximum number of keys that a workload file draws from. */
    private static final long MAX_KEYS = Integer.MAX_VALUE;

    /** Maximum deviation from a uniform distribution that counts as chance, in standard deviations. */
    private static final double SIGMAS = 2.5;

    /** Minimum occurrences of a key; the rank of a less frequent key is random. */
    private static final int TELLING = 64;

    private static final int EXACT_TERMS = 1_000;

    LearnedFacts.Keys facts() {
        return new LearnedFacts.Keys(touches, keys, exponent, misfit);
    }

    /** Estimates the number of keys including unseen ones, if all are equally frequent: the estimate of Chao (1984). */
    static double keys(Collection<Integer> counts) {
        double once = counts.stream().filter(count -> count == 1).count();
        double twice = counts.stream().filter(count -> count == 2).count();
        return counts.size() + (twice == 0 ? once * (once - 1) / 2 : once * once / (2 * twice));
    }

    /**
     * Fits the distribution.
     *
     * @param counts how often each key came
     * @param exact how many keys there are; 0 if that is not known
     * @param rows how many rows the table has, about
     */
    static KeyFit of(Collection<Integer> counts, long exact, long rows) {
        // in descending order
        int[] hottest = counts.stream()
                .mapToInt(count -> -count)
                .sorted()
                .map(count -> -count)
                .toArray();
        long touches = Arrays.stream(hottest).asLongStream().sum();
        double pairs = Arrays.stream(hottest)
                .mapToDouble(count -> (double) count * (count - 1) / 2)
                .sum();
        double sameTwice = pairs == 0 ? 0 : 2 * pairs / ((double) touches * (touches - 1));
        long even = (long) Math.max(1, Math.min(keys(counts), MAX_KEYS));
        boolean isEven = sameTwice * (exact > 0 ? exact : even) <= 1 + SIGMAS / Math.sqrt(Math.max(1, pairs));
        long keys = Math.min(MAX_KEYS, exact > 0 ? exact : isEven && sameTwice > 0 ? even : Math.max(rows, even));
        if (isEven) {
            return new KeyFit(touches, keys, 0, 0, List.of());
        }
        double exponent = exponent(sameTwice, keys);
        double total = sum(keys, exponent);
        double head = 0;
        double misfit = 0;
        long seen = 0;
        List<Sizes.Range> ranks = new ArrayList<>();
        long from = 1;
        long fromSeen = 0;
        for (int rank = 1; rank <= Math.min(hottest.length, keys) && hottest[rank - 1] >= TELLING; rank++) {
            seen += hottest[rank - 1];
            head += Math.pow(rank, -exponent);
            misfit = Math.max(misfit, Math.abs((double) seen / touches - head / total));
            boolean last = rank == hottest.length || hottest[rank] < TELLING;
            if (Long.bitCount(rank) == 1 || last) {
                ranks.add(new Sizes.Range(from, rank, seen - fromSeen));
                from = rank + 1L;
                fromSeen = seen;
            }
        }
        if (from <= keys && touches > seen) {
            ranks.add(new Sizes.Range(from, keys, touches - seen));
        }
        return new KeyFit(touches, keys, exponent, misfit, ranks);
    }

    /**
     * Returns the form in a workload file that draws the number of a row; {@code rows} is the expression for the number of rows.
     */
    Map<String, Object> draw(String rows) {
        if (misfit > POOR && ranks.size() > 1) {
            return Map.of("ranges", Sizes.draw(ranks));
        }
        return exponent < 0.005
                ? Map.of("uniform", "1.." + rows)
                : LearnedWorkload.keys("zipfian", "1.." + rows, "exponent", Math.round(exponent * 1_000) / 1_000.0);
    }

    /** Which exponent makes it as probable that two touches are of the same key, which is estimated without bias. */
    private static double exponent(double wanted, long keys) {
        double low = 0;
        double high = MAX_EXPONENT;
        if (keys < 2 || wanted <= sameTwice(keys, 0)) {
            return 0;
        }
        while (high - low > 1e-4) {
            double middle = (low + high) / 2;
            if (sameTwice(keys, middle) < wanted) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private static double sameTwice(long keys, double exponent) {
        double all = sum(keys, exponent);
        return sum(keys, 2 * exponent) / (all * all);
    }

    /** The sum of i^-exponent for i from 1 on: term by term, then as an integral between the halves. */
    private static double sum(long terms, double exponent) {
        double sum = 0;
        long exact = Math.min(terms, EXACT_TERMS);
        for (int i = 1; i <= exact; i++) {
            sum += Math.pow(i, -exponent);
        }
        return terms > exact ? sum + integral(terms + 0.5, exponent) - integral(exact + 0.5, exponent) : sum;
    }

    private static double integral(double x, double exponent) {
        double power = 1 - exponent;
        return Math.abs(power) < 1e-9 ? Math.log(x) : Math.pow(x, power) / power;
    }
}
