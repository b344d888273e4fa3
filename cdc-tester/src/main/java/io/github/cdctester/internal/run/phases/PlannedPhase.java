// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.PhaseSpan.End.Cause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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

    /** What one of them begins and ends with. */
    default LoadTiming timing(String load) {
        return LoadTiming.PLAIN;
    }

    /**
     * What ends a load, or a phase with all of its loads, before its time: a stable rate, a probe, or a load of the phase that
     * has ended.
     *
     * @param by the probe's series or the load; empty of a rate
     */
    record End(Cause cause, String by, Optional<Awaited> awaited) {

        public static final End STABLE = new End(Cause.STABLE, "", Optional.empty());

        public static End onProbe(Awaited awaited) {
            return new End(Cause.PROBE, awaited.subject(), Optional.of(awaited));
        }

        public static End withLoad(String name) {
            return new End(Cause.LOAD, name, Optional.empty());
        }

        @Override
        public String toString() {
            return awaited.map(Object::toString)
                    .orElse(
                            cause == Cause.LOAD
                                    ? "load " + by + " ends"
                                    : "the rate is stable over " + StableRate.STRETCH + " s");
        }

        /** Begins to look at the latest readings of probes, or at a rate that is told of its seconds; not for a load's end. */
        public WaitCondition in(Supplier<Map<String, Double>> readings, NanoClock clock) {
            return awaited.map(one -> one.in(readings, clock)).orElseGet(StableRate::new);
        }
    }

    /**
     * What a load of a phase begins and ends with, beside its start and its length.
     *
     * @param after the load of the same phase from whose end its start counts; empty: from the phase's beginning
     * @param until what ends it before its length, which it must have
     */
    record LoadTiming(Optional<String> after, Optional<End> until) {

        public static final LoadTiming PLAIN = new LoadTiming(Optional.empty(), Optional.empty());
    }

    /**
     * Some loads of the plan write. It begins when their connections are there, and ends when each of them is over: after its
     * length, after its number of transactions, or earlier, as its timing says. Then their connections are closed.
     *
     * @param loads loads of the plan by their names, one at least; their starts and lengths count from the phase's beginning
     * @param timings by loads' names; those that have none begin and end by their starts and lengths
     * @param until what ends all of them; the first of several
     */
    record Loads(String name, List<String> loads, Map<String, LoadTiming> timings, List<End> until)
            implements PlannedPhase {

        public Loads {
            loads = List.copyOf(loads);
            timings = Map.copyOf(timings);
            until = List.copyOf(until);
        }

        /** Loads that end by their lengths or their numbers of transactions. */
        public Loads(String name, List<String> loads) {
            this(name, loads, Map.of(), List.of());
        }

        @Override
        public LoadTiming timing(String load) {
            return timings.getOrDefault(load, LoadTiming.PLAIN);
        }

        /** The same phase, which ends at the latest when one of its loads does. */
        public Loads endingWith(String load) {
            List<End> all = new ArrayList<>(until);
            all.add(End.withLoad(load));
            return new Loads(name, loads, timings, all);
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
     * @param longest how long; more than zero
     * @param until what ends it before that
     * @param waits whether the run fails where that does not come in time
     */
    record Observe(String name, Duration longest, Optional<Awaited> until, boolean waits) implements PlannedPhase {

        public Observe(String name, Duration length, Optional<Awaited> until) {
            this(name, length, until, false);
        }

        public static Observe waiting(String name, Awaited awaited, Duration timeout) {
            return new Observe(name, timeout, Optional.of(awaited), true);
        }
    }

    /** What a phase waits for, before there are probes. */
    interface Awaited {

        /** Begins to look for it in the latest readings of the run's probes, by their series. */
        WaitCondition in(Supplier<Map<String, Double>> readings, NanoClock clock);

        /** What it looks at, such as a probe's series; empty where that has no name. */
        default String subject() {
            return "";
        }
    }
}
