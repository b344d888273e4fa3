// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Differences that are looked at together. Of sixty between equal things, three are outside of their own 95 % by chance; S.
 * Holm's procedure keeps that from happening in more than 5 % of such families, whatever they have in common.
 */
public final class Family {

    private Family() {}

    /**
     * Judges of each difference whether it is more than noise.
     *
     * @param confidence so many of families without any difference have nothing said about them; above 0 and below 1
     */
    public static List<Finding> judge(List<Difference> differences, double confidence) {
        double[] pValues = differences.stream().mapToDouble(Difference::pValue).toArray();
        List<Integer> surestFirst = IntStream.range(0, pValues.length)
                .boxed()
                .sorted(Comparator.comparingDouble(index -> pValues[index]))
                .toList();
        double risk = 1 - confidence;
        int real = 0;
        while (real < pValues.length && pValues[surestFirst.get(real)] < risk / (pValues.length - real)) {
            real++;
        }
        Finding[] findings = new Finding[pValues.length];
        for (int rank = 0; rank < pValues.length; rank++) {
            int index = surestFirst.get(rank);
            // the level that it was held against; for those behind the first that is not real, that one's
            double level = 1 - risk / (pValues.length - Math.min(rank, real));
            findings[index] = new Finding(differences.get(index), level, rank < real);
        }
        return List.of(findings);
    }

    /**
     * A difference among others, and what is said about it.
     *
     * @param confidence what the others beside it call for, above 0 and below 1
     * @param real whether it is more than noise
     */
    public record Finding(Difference difference, double confidence, boolean real) {

        /** Returns the change in percent, with that confidence; it excludes 0 just where {@code real} is true. */
        public ConfidenceInterval percent() {
            return difference.percent(confidence);
        }
    }
}
