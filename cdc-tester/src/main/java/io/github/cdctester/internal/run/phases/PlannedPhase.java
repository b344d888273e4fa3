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

/** One phase of a run's measured part. The stream, the samples and the verdict continue during and between all phases. */
public sealed interface PlannedPhase {

    /** Unique in the run. */
    String name();

    default List<String> loads() {
        return List.of();
    }

    default LoadTiming timing(String load) {
        return LoadTiming.PLAIN;
    }

    /**
     * Ends a load, or a phase with all of its loads.
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

        /** The caller adds the rates to a {@link StableRate}. Not used for the end of a load. */
        public WaitCondition start(Supplier<Map<String, Double>> readings, NanoClock clock) {
            return awaited.map(condition -> condition.start(readings, clock)).orElseGet(StableRate::new);
        }
    }

    /**
     * @param after load of the same phase that must end first; empty if this load starts with the phase
     * @param until ends the load before its length has elapsed
     */
    record LoadTiming(Optional<String> after, Optional<PhaseEnd> until) {

        public static final LoadTiming PLAIN = new LoadTiming(Optional.empty(), Optional.empty());
    }

    /**
     * A phase in which loads of the plan write. It starts after its loads are connected, and ends when all of them have ended.
     *
     * @param loads at least one; their starts and lengths are relative to the phase's start
     * @param timings conditions by load
     * @param until each condition ends all loads
     */
    record Loads(String name, List<String> loads, Map<String, LoadTiming> timings, List<PhaseEnd> until)
            implements PlannedPhase {

        public Loads {
            loads = List.copyOf(loads);
            timings = Map.copyOf(timings);
            until = List.copyOf(until);
        }

        public Loads(String name, List<String> loads) {
            this(name, loads, Map.of(), List.of());
        }

        @Override
        public LoadTiming timing(String load) {
            return timings.getOrDefault(load, LoadTiming.PLAIN);
        }

        public Loads endingWith(String load) {
            List<PhaseEnd> ends = new ArrayList<>(until);
            ends.add(PhaseEnd.withLoad(load));
            return new Loads(name, loads, timings, ends);
        }
    }

    /**
     * A phase in which loads write while the readers of the streams pause, so that a backlog accumulates on the server. Then the readers
     * resume while the loads continue. It starts and ends like {@link Loads}. If all loads end during the pause, reading continues at once.
     * If the streams do not catch up in time, the phase still continues.
     *
     * @param loads at least one; their starts and lengths are relative to the phase's start
     * @param before normal reading before the pause, for comparison; not negative
     * @param bytes backlog of all streams together that ends the pause; empty for no size limit
     * @param time length of the pause; empty for no time limit. If {@code bytes} is also present, the first reached limit counts
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
     * @param until ends the phase before the time limit
     * @param waits true if the run fails when the condition is not met in time
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

        /** @param readings of the run's probes, by series */
        WaitCondition start(Supplier<Map<String, Double>> readings, NanoClock clock);

        /** Returns, for example, a probe's series; may be empty. */
        default String subject() {
            return "";
        }
    }
}
