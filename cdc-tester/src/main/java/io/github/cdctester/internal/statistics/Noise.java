// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import java.util.Collection;
import java.util.List;

/** How much a number varies from run to run, as it is found in the repeats themselves. */
public interface Noise {

    /** Fewer groups than that are not put together. */
    int LEAST_GROUPS = 8;

    /** Nor are those with fewer repeats, on average: whether their noise is the same cannot be told. */
    int LEAST_REPEATS = 4;

    /**
     * The variance of one run's logarithm.
     *
     * @param variance the variance, above 0
     * @param degreesOfFreedom how well it is known, above 0
     */
    record Estimate(double variance, double degreesOfFreedom) {}

    /**
     * Estimates the noise of a group.
     *
     * @throws IllegalArgumentException if it is one run, and there is nothing else to tell its noise from
     */
    Estimate of(Repeats repeats);

    /**
     * Tells on how much all of it stands.
     *
     * @return the most degrees of freedom that a difference can have
     */
    double degreesOfFreedom();

    /**
     * Whose noise it is.
     *
     * @return whether all groups tell it together, rather than each its own
     */
    boolean isOfAll();

    /** Each group's noise by itself, as in Welch's test. */
    static Noise ofEach() {
        return new OwnNoise();
    }

    /**
     * The noise of many groups of the same kind, such as one workload's settings and thread counts. One for all of them, if there
     * are {@value #LEAST_GROUPS} of them at least, with {@value #LEAST_REPEATS} repeats, and nothing says that their noise is
     * not the same; else that of each by itself.
     */
    static Noise pooledOver(Collection<Repeats> groups) {
        List<Repeats> telling = groups.stream().filter(Repeats::haveNoise).toList();
        double repeats = telling.stream().mapToInt(Repeats::count).average().orElse(0);
        return telling.size() < LEAST_GROUPS || repeats < LEAST_REPEATS
                ? ofEach()
                : PooledNoise.of(telling).orElseGet(Noise::ofEach);
    }
}
