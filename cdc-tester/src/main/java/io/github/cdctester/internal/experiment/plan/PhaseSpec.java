// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.experiment.probe.ProbeCondition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A phase of a scenario. */
public sealed interface PhaseSpec {

    /** The name by which results, marks and actions know it, different from all others of the plan. */
    String name();

    /** How long it takes at most; zero where nobody knows, as with a load that ends by its number of transactions only. */
    Duration longest();

    /** A phase with loads. */
    sealed interface Writing extends PhaseSpec permits Loads, Backlog {

        /** The loads, one or more; their starts count from the beginning of the phase. */
        List<NamedLoad> loads();

        @Override
        default Duration longest() {
            Duration longest = Duration.ZERO;
            for (NamedLoad load : loads()) {
                if (load.length().isZero()) {
                    return Duration.ZERO;
                }
                Duration end = load.start().plus(load.length());
                longest = end.compareTo(longest) > 0 ? end : longest;
            }
            return longest;
        }
    }

    /**
     * Writes loads.
     *
     * @param untilStable the names of those that end when their rate has come to rest, and at the latest after their length
     */
    record Loads(String name, List<NamedLoad> loads, Set<String> untilStable) implements Writing {}

    /**
     * Writes loads while the stream is not read, until so much has piled up; then lets it catch up beside the loads.
     *
     * @param before how long the stream is read before it is paused
     * @param bytes how much is to pile up; empty where only the time counts
     * @param time for how long it is to pile up; empty where only the bytes count
     * @param catchUpWithin how long the stream may take to catch up
     */
    record Backlog(
            String name,
            List<NamedLoad> loads,
            Duration before,
            OptionalLong bytes,
            Optional<Duration> time,
            Duration catchUpWithin)
            implements Writing {}

    /** Writes nothing, and follows the stream and the probes. */
    record Observe(String name, Duration longest) implements PhaseSpec {}

    /**
     * Writes nothing until a probe says what is waited for.
     *
     * @param longest after which the experiment fails
     */
    record WaitFor(String name, ProbeCondition.Goal goal, Duration longest) implements PhaseSpec {}
}
