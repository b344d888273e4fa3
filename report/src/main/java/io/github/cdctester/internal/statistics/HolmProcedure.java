// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Judges several differences together. If 60 comparisons have no real difference, about three of their 95 % confidence
 * intervals exclude 0 by chance. S. Holm's procedure limits the probability of at least one false finding to
 * {@code 1 - confidence}, even if the differences depend on each other.
 */
public final class HolmProcedure {

    private HolmProcedure() {}

    /**
     * Returns the findings in the order of the differences.
     *
     * @param confidence probability of no false finding if no difference is real; above 0 and below 1
     */
    public static List<Finding> judge(List<Difference> differences, double confidence) {
        double[] pValues = differences.stream().mapToDouble(Difference::pValue).toArray();
        List<Integer> indexesByPValue = IntStream.range(0, pValues.length)
                .boxed()
                .sorted(Comparator.comparingDouble(index -> pValues[index]))
                .toList();
        double errorProbability = 1 - confidence;
        int realCount = 0;
        while (realCount < pValues.length
                && pValues[indexesByPValue.get(realCount)] < errorProbability / (pValues.length - realCount)) {
            realCount++;
        }
        Finding[] findings = new Finding[pValues.length];
        for (int rank = 0; rank < pValues.length; rank++) {
            int index = indexesByPValue.get(rank);
            // Holm's level for this rank; from the first difference within the noise, all ranks have the same level
            double level = 1 - errorProbability / (pValues.length - Math.min(rank, realCount));
            findings[index] = new Finding(differences.get(index), level, rank < realCount);
        }
        return List.of(findings);
    }

    /** {@code confidence} is the level for the rank of this difference, above 0 and below 1. */
    public record Finding(Difference difference, double confidence, boolean exceedsNoise) {

        /** The interval excludes 0 if and only if {@code exceedsNoise} is true. */
        public ConfidenceInterval percent() {
            return difference.percent(confidence);
        }
    }
}
