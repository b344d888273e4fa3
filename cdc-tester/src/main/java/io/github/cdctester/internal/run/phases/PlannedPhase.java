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
 * One phase of a run's measured part. Phases run one after the other. The stream, the samples and the verdict continue during and
 * between all phases.
 */
public sealed interface PlannedPhase {

    /** Returns the name of the phase in results and messages, unique in the run. */
    String name();

    /** Returns the names of the loads that write in this phase. */
    default List<String> loads() {
        return List.of();
    }

    default LoadTiming timing(String load) {
        return LoadTiming.PLAIN;
    }

    /**
     * A condition that ends a load, or a phase with all of its loads, early: a stable rate, a probe's value, or the end of a
     * load.
     *
     * @param by the probe's series or the load; empty for a stable rate
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
                                    : "the rate is stable over " + StableRate.INTERVAL_SECONDS + " s");
        }

        /**
         * Starts to check a condition on a probe or a rate. The caller adds the rates to a {@link StableRate}. Not used for the
         * end of a load.
         */
        public WaitCondition start(Supplier<Map<String, Double>> readings, NanoClock clock) {
            return awaited.map(condition -> condition.start(readings, clock)).orElseGet(StableRate::new);
        }
    }

    /**
     * Conditions for the start and end of a load in a phase, in addition to the load's start delay and length.
     *
     * @param after load of the same phase that must end before this load starts; empty if this load starts with the phase
     * @param until condition that ends the load before its length has elapsed
     */
    record LoadTiming(Optional<String> after, Optional<PhaseEnd> until) {

        public static final LoadTiming PLAIN = new LoadTiming(Optional.empty(), Optional.empty());
    }

    /**
     * A phase in which loads of the plan write. It starts after its loads are connected, and ends when all of them have ended:
     * after their length, after their number of transactions, or by a condition. Then the loads are disconnected.
     *
     * @param loads names of the loads, at least one; their starts and lengths are relative to the phase's start
     * @param timings conditions by load; a load without conditions starts and ends by its start and length
     * @param until conditions, each of which ends all loads
     */
    record Loads(String name, List<String> loads, Map<String, LoadTiming> timings, List<PhaseEnd> until)
            implements PlannedPhase {

        public Loads {
            loads = List.copyOf(loads);
            timings = Map.copyOf(timings);
            until = List.copyOf(until);
        }

        /** Creates a phase whose loads end by their lengths or their numbers of transactions. */
        public Loads(String name, List<String> loads) {
            this(name, loads, Map.of(), List.of());
        }

        @Override
        public LoadTiming timing(String load) {
            return timings.getOrDefault(load, LoadTiming.PLAIN);
        }

        /** Returns a copy of this phase that also ends when {@code load} ends. */
        public Loads endingWith(String load) {
            List<PhaseEnd> ends = new ArrayList<>(until);
            ends.add(PhaseEnd.withLoad(load));
            return new Loads(name, loads, timings, ends);
        }
    }

    /**
     * A phase in which loads of the plan write while the readers of the streams pause, so that a backlog accumulates on the
     * server. Then the readers resume while the loads continue. The phase starts and ends as described at {@link Loads}. If all
     * loads end during the pause, reading continues at once. If the streams do not catch up in time, the phase still continues.
     *
     * @param loads names of the loads, at least one; their starts and lengths are relative to the phase's start
     * @param before duration of normal reading before the pause, for comparison; not negative
     * @param bytes backlog of all streams together that ends the pause, in bytes; empty for no size limit
     * @param time length of the pause; empty for no time limit. If {@code bytes} is also present, the first limit that is reached
     *     ends the pause
     * @param maxDuration time limit for catching up; more than zero
     */
    record Backlog(
            String name,
            List<String> loads,
            Duration before,
            OptionalLong bytes,
            Optional<Duration> time,
            Duration maxDuration)
            implements PlannedPhase {

        /**
         * Longest wait for a current position of the binlog's end after the pause. Afterwards, the phase continues without it.
         */
        public static final Duration END_QUERY_TIMEOUT = Duration.ofSeconds(2);

        public Backlog {
            loads = List.copyOf(loads);
        }
    }

    /**
     * A phase without loads. Heartbeats continue.
     *
     * @param maxDuration time limit; more than zero
     * @param until condition that ends the phase before the time limit
     * @param waits true if the run fails when the condition is not met within the time limit
     */
    record Observe(String name, Duration maxDuration, Optional<AwaitedCondition> until, boolean waits)
            implements PlannedPhase {

        public Observe(String name, Duration length, Optional<AwaitedCondition> until) {
            this(name, length, until, false);
        }

        public static Observe waiting(String name, AwaitedCondition awaited, Duration timeout) {
            return new Observe(name, timeout, Optional.of(awaited), true);
        }
    }

    interface AwaitedCondition {

        /** Starts to check the condition on the latest readings of the run's probes, by series. */
        WaitCondition start(Supplier<Map<String, Double>> readings, NanoClock clock);

        /** Returns the subject of the condition, such as a probe's series; empty if it has none. */
        default String subject() {
            return "";
        }
    }
}
