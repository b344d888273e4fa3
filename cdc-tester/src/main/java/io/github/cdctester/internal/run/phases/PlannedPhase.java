// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.PhaseSpan.LoadEnd.Cause;
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

    /** Returns the conditions for the start and end of a load. */
    default LoadTiming timing(String load) {
        return LoadTiming.PLAIN;
    }

    /**
     * A condition that ends a load, or a phase with all of its loads, early: a stable rate, a probe, or the end of a load of the
     * phase.
     *
     * @param by the probe's series or the load; empty for a rate
     */
    record PhaseEnd(Cause cause, String by, Optional<AwaitedCondition> awaited) {

        public static final PhaseEnd STABLE = new PhaseEnd(Cause.STABLE, "", Optional.empty());

        public static PhaseEnd onProbe(AwaitedCondition awaited) {
            return new PhaseEnd(Cause.PROBE, awaited.subject(), Optional.of(awaited));
        }

        public static PhaseEnd withLoad(String name) {
            return new PhaseEnd(Cause.LOAD, name, Optional.empty());
        }

        @Override
        public String toString() {
            return awaited.map(Object::toString)
                    .orElse(
                            cause == Cause.LOAD
                                    ? "load " + by + " ends"
                                    : "the rate is stable over " + StableRate.STRETCH + " s");
        }

        /** Starts to check the latest readings of probes, or a rate that receives its seconds; not for a load's end. */
        public WaitCondition in(Supplier<Map<String, Double>> readings, NanoClock clock) {
            return awaited.map(one -> one.in(readings, clock)).orElseGet(StableRate::new);
        }
    }

    /**
     * Conditions for the start and end of a phase's load, in addition to its start and length.
     *
     * @param after the load of the same phase whose end its start is relative to; empty for the phase's start
     * @param until condition that ends it before its length, which is required
     */
    record LoadTiming(Optional<String> after, Optional<PhaseEnd> until) {

        public static final LoadTiming PLAIN = new LoadTiming(Optional.empty(), Optional.empty());
    }

    /**
     * Some loads of the plan write. It begins when they are connected, and ends when all of them are over: after their length,
     * after their number of transactions, or earlier by their timing. Then they are disconnected.
     *
     * @param loads loads of the plan by their names, one at least; their starts and lengths are relative to the phase's start
     * @param timings by loads' names; loads without one start and end by their starts and lengths
     * @param until conditions that end all of them; the first one met
     */
    record Loads(String name, List<String> loads, Map<String, LoadTiming> timings, List<PhaseEnd> until)
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
            List<PhaseEnd> all = new ArrayList<>(until);
            all.add(PhaseEnd.withLoad(load));
            return new Loads(name, loads, timings, all);
        }
    }

    /**
     * Some loads of the plan write, and the streams are not read for a while, so that a backlog accumulates at the server. Then
     * reading continues together with the loads. It begins and ends like {@link Loads}. If a load ends early, reading continues at
     * once; if the streams do not catch up in time, the phase continues without that.
     *
     * @param loads loads of the plan by their names, one at least; their starts and lengths are relative to the phase's start
     * @param before time of normal reading first, for comparison; not negative
     * @param bytes size of the backlog, over all streams; empty if the time decides
     * @param time length of the pause; empty if the bytes decide; with both, the first one reached
     * @param longest time limit for catching up; more than zero
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
     * @param waits whether the run fails if that does not come in time
     */
    record Observe(String name, Duration longest, Optional<AwaitedCondition> until, boolean waits)
            implements PlannedPhase {

        public Observe(String name, Duration length, Optional<AwaitedCondition> until) {
            this(name, length, until, false);
        }

        public static Observe waiting(String name, AwaitedCondition awaited, Duration timeout) {
            return new Observe(name, timeout, Optional.of(awaited), true);
        }
    }

    /** A condition for a phase. */
    interface AwaitedCondition {

        /** Begins to look for it in the latest readings of the run's probes, by their series. */
        WaitCondition in(Supplier<Map<String, Double>> readings, NanoClock clock);

        /** Returns its subject, such as a probe's series; empty for none. */
        default String subject() {
            return "";
        }
    }
}
