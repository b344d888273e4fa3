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
 * @param keys known or estimated number of existing keys
 * @param exponent Zipf exponent with the same probability that two statements touch the same key; 0 for uniform
 * @param misfit maximum difference between measured and fitted share of the r hottest keys, over all r; 0 to 1
 * @param ranks measured counts by ranges of ranks, hottest first; empty for uniform
 */
record KeyFit(long touches, long keys, double exponent, double misfit, List<Sizes.Range> ranks) {

    /** Above this misfit, a workload file contains the ranges of ranks instead of a Zipf distribution. */
    private static final double MAX_MISFIT = 0.1;

    private static final double MAX_EXPONENT = 4;

    private static final long MAX_KEYS = Integer.MAX_VALUE;

    /** Maximum deviation from a uniform distribution that is attributed to chance, in standard deviations. */
    private static final double SIGMAS = 2.5;

    /** Minimum count of a key; the rank of a less frequent key is mostly random. */
    private static final int MIN_COUNT = 64;

    private static final int EXACT_TERMS = 1_000;

    LearnedFacts.Keys facts() {
        return new LearnedFacts.Keys(touches, keys, exponent, misfit);
    }

    /** Includes keys that did not occur, if all keys are equally frequent (Chao, 1984). */
    static double estimateKeys(Collection<Integer> counts) {
        double seenOnce = counts.stream().filter(count -> count == 1).count();
        double seenTwice = counts.stream().filter(count -> count == 2).count();
        return counts.size() + (seenTwice == 0 ? seenOnce * (seenOnce - 1) / 2 : seenOnce * seenOnce / (2 * seenTwice));
    }

    /**
     * @param counts number of statements for each touched key
     * @param existingKeys 0 if unknown
     * @param rows approximate number of rows in the table
     */
    static KeyFit of(Collection<Integer> counts, long existingKeys, long rows) {
        int[] sortedCounts = counts.stream()
                .mapToInt(count -> -count)
                .sorted()
                .map(count -> -count)
                .toArray();
        long touches = Arrays.stream(sortedCounts).asLongStream().sum();
        double pairs = Arrays.stream(sortedCounts)
                .mapToDouble(count -> (double) count * (count - 1) / 2)
                .sum();
        double collisionProbability = pairs == 0 ? 0 : 2 * pairs / ((double) touches * (touches - 1));
        long uniformKeys = (long) Math.max(1, Math.min(estimateKeys(counts), MAX_KEYS));
        boolean isUniform = collisionProbability * (existingKeys > 0 ? existingKeys : uniformKeys)
                <= 1 + SIGMAS / Math.sqrt(Math.max(1, pairs));
        long keys = Math.min(
                MAX_KEYS,
                existingKeys > 0
                        ? existingKeys
                        : isUniform && collisionProbability > 0 ? uniformKeys : Math.max(rows, uniformKeys));
        if (isUniform) {
            return new KeyFit(touches, keys, 0, 0, List.of());
        }
        double exponent = exponent(collisionProbability, keys);
        double total = zipfSum(keys, exponent);
        double fittedSum = 0;
        double misfit = 0;
        long measuredTouches = 0;
        List<Sizes.Range> ranks = new ArrayList<>();
        long firstRank = 1;
        long touchesBefore = 0;
        for (int rank = 1; rank <= Math.min(sortedCounts.length, keys) && sortedCounts[rank - 1] >= MIN_COUNT; rank++) {
            measuredTouches += sortedCounts[rank - 1];
            fittedSum += Math.pow(rank, -exponent);
            misfit = Math.max(misfit, Math.abs((double) measuredTouches / touches - fittedSum / total));
            boolean isLastRank = rank == sortedCounts.length || sortedCounts[rank] < MIN_COUNT;
            if (Long.bitCount(rank) == 1 || isLastRank) {
                ranks.add(new Sizes.Range(firstRank, rank, measuredTouches - touchesBefore));
                firstRank = rank + 1L;
                touchesBefore = measuredTouches;
            }
        }
        if (firstRank <= keys && touches > measuredTouches) {
            ranks.add(new Sizes.Range(firstRank, keys, touches - measuredTouches));
        }
        return new KeyFit(touches, keys, exponent, misfit, ranks);
    }

    /** Returns an expression that draws a row number. {@code rows} is the expression for the number of rows. */
    Map<String, Object> rowNumberExpression(String rows) {
        if (misfit > MAX_MISFIT && ranks.size() > 1) {
            return Map.of("ranges", Sizes.drawExpression(ranks));
        }
        return exponent < 0.005
                ? Map.of("uniform", "1.." + rows)
                : LearnedWorkload.mapOf("zipfian", "1.." + rows, "exponent", Math.round(exponent * 1_000) / 1_000.0);
    }

    /** Uses bisection. */
    private static double exponent(double targetProbability, long keys) {
        double low = 0;
        double high = MAX_EXPONENT;
        if (keys < 2 || targetProbability <= collisionProbability(keys, 0)) {
            return 0;
        }
        while (high - low > 1e-4) {
            double middle = (low + high) / 2;
            if (collisionProbability(keys, middle) < targetProbability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private static double collisionProbability(long keys, double exponent) {
        double sum = zipfSum(keys, exponent);
        return zipfSum(keys, 2 * exponent) / (sum * sum);
    }

    /** Sums i^-exponent up to {@code terms}: the first 1,000 exactly, the others as an integral. */
    private static double zipfSum(long terms, double exponent) {
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
