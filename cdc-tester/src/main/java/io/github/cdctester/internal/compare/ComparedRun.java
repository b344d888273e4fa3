// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.statistics.Repeats;
import io.github.cdctester.result.Verdict;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One repeat of a step, as far as it is compared: a run, a cell of a matrix, a phase of a plan, a search. */
interface ComparedRun {

    /** A number in the unit that its name says; {@code null} where it was not measured. */
    @Nullable
    Double value(ComparedValue value);

    /** Whether it has numbers of that name at all: where it has none, there is nothing to miss. */
    default boolean speaksOf(ComparedValue value) {
        return true;
    }

    /** How much a number varies within it; nothing where that cannot be told. */
    default Optional<Repeats> within(String name, double value) {
        return Optional.empty();
    }

    /** How far above the number the true one may be, as a ratio from 1 on; infinite where nothing is known above it. */
    default double upTo() {
        return 1;
    }

    /** Steps of one group may have the same noise. */
    default String noiseGroup() {
        return "";
    }

    /** {@code null} where it has none of its own. */
    Verdict.@Nullable Status verdict();

    /** Whether it ended before its time. */
    boolean interrupted();
}
