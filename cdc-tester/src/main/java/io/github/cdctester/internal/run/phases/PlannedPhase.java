// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One part of the measured part of a run; they follow one another. The stream is followed, samples are taken, and commits are
 * looked for through all of them and between them.
 */
public sealed interface PlannedPhase {

    /** By which results and messages know it, different from all others of the run. */
    String name();

    /** The loads of the plan that write in it, by their names; none in most kinds. */
    default List<String> loads() {
        return List.of();
    }

    /**
     * Some loads of the plan write. It begins when their connections are there, and ends when each of them is over: after its
     * length, after its number of transactions, or when its rate is stable. Then their connections are closed.
     *
     * @param loads loads of the plan by their names, one at least; their starts and lengths count from the phase's beginning
     * @param untilStable the names of those that end when their rate is stable, as {@link StableRate} says; their length is the
     *     longest time
     */
    record Loads(String name, List<String> loads, Set<String> untilStable) implements PlannedPhase {

        public Loads {
            loads = List.copyOf(loads);
            untilStable = Set.copyOf(untilStable);
        }

        /** Loads that end by their lengths or their numbers of transactions. */
        public Loads(String name, List<String> loads) {
            this(name, loads, Set.of());
        }
    }

    /**
     * Some loads of the plan write, and the streams are not read for a while: what is written piles up at the server. Then they
     * are read on while the loads go on. It begins and ends like {@link Loads}. Where a load ends early, nothing more piles up,
     * and the streams are read on; where they do not catch up in time, the phase goes on without that.
     *
     * @param loads loads of the plan by their names, one at least; their starts and lengths count from the phase's beginning
     * @param before how long the streams are read as always first, to compare with; not negative
     * @param bytes how far the log is to get ahead of the streams, all together; empty where the time says it
     * @param time how long they are not read; empty where the bytes say it; of both, what comes first
     * @param longest how long they may take to catch up; more than zero
     */
    record Backlog(
            String name,
            List<String> loads,
            Duration before,
            OptionalLong bytes,
            Optional<Duration> time,
            Duration longest)
            implements PlannedPhase {

        public Backlog {
            loads = List.copyOf(loads);
        }
    }

    /**
     * Nothing is written but heartbeats.
     *
     * @param length how long; more than zero
     */
    record Observe(String name, Duration length) implements PlannedPhase {}

    /**
     * Nothing is written but heartbeats, until something has happened. Where that does not happen in time, the run fails.
     *
     * @param timeout how long; more than zero
     */
    record Wait(String name, Awaited awaited, Duration timeout) implements PlannedPhase {}

    /** What a phase waits for, before there are probes. */
    interface Awaited {

        /** Begins to look for it in the latest readings of the run's probes, by their series. */
        WaitCondition in(Supplier<Map<String, Double>> readings);
    }
}
