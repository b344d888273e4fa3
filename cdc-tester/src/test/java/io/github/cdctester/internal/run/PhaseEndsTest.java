// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase.AwaitedCondition;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.run.phases.PlannedPhase.Observe;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.RunResult.PhaseSpan.LoadEnd.Cause;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests when loads and phases start and end. */
class PhaseEndsTest {

    private final FakeRun run = new FakeRun();

    private static final AwaitedCondition FOUR_NODES = new AwaitedCondition() {
        @Override
        public WaitCondition start(Supplier<Map<String, Double>> readings, NanoClock clock) {
            return new WaitCondition() {
                @Override
                public boolean isMet() {
                    return readings.get().getOrDefault("nodes", 0.0) == 4;
                }

                @Override
                public String state() {
                    return "nodes is " + readings.get().get("nodes");
                }
            };
        }

        @Override
        public String subject() {
            return "nodes";
        }
    };

    private double nodes = 1;

    private List<PhaseSpan> runPhases(List<PlannedPhase> phases, NamedLoad... loads) {
        run.phases = phases;
        run.loads = List.of(loads);
        run.writes = loads.length > 0;
        run.probes = () -> Map.of("nodes", nodes);
        assertThat(run.run(new Window(Duration.ZERO, ofSeconds(3_600), 0, ofSeconds(30))))
                .isNotNull();
        return run.timeline.phases();
    }

    private void setFourNodesAfter(int millis) {
        run.clock.runAfter(ofMillis(millis), () -> nodes = 4);
    }

    private static NamedLoad load(String name, int startSecond, int seconds) {
        return NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))
                .named(name)
                .between(ofSeconds(startSecond), ofSeconds(seconds));
    }

    private static Map<String, LoadTiming> startAfter(String load, String predecessor) {
        return Map.of(load, new LoadTiming(Optional.of(predecessor), Optional.empty()));
    }

    private static Map<String, LoadTiming> endOn(String load, PhaseEnd end) {
        return Map.of(load, new LoadTiming(Optional.empty(), Optional.of(end)));
    }

    @Test
    void loadEndsOnProbeAndOtherLoadContinues() {
        setFourNodesAfter(2_500);
        PhaseSpan span = runPhases(
                        List.of(new Loads(
                                "both",
                                List.of("main", "other"),
                                endOn("main", PhaseEnd.onProbe(FOUR_NODES)),
                                List.of())),
                        load("main", 0, 900),
                        load("other", 0, 5))
                .get(0);

        assertThat(run.calls()).containsOnlyOnce("stop main", "over main").doesNotContain("stop other");
        assertThat(span.ended()).isEqualTo("main: nodes is 4.0, after 2.5 s; other: 5 s");
        assertThat(span.toSecond()).isEqualTo(5);
        assertThat(span.ends().get(0))
                .satisfies(end -> assertThat(end.second()).isCloseTo(2.5, within(0.03)))
                .extracting(PhaseSpan.LoadEnd::load, PhaseSpan.LoadEnd::cause, PhaseSpan.LoadEnd::by)
                .containsExactly("main", Cause.PROBE, "nodes");
        assertThat(span.ends().get(1)).isEqualTo(new PhaseSpan.LoadEnd("other", Cause.TIME, "", 5));
    }

    /** The condition is met only before the load starts. */
    @Test
    void loadRunsFullTimeIfProbeIsNotMet() {
        setFourNodesAfter(1_000);
        run.clock.runAfter(ofMillis(2_000), () -> nodes = 3);
        PhaseSpan span = runPhases(
                        List.of(new Loads(
                                "one", List.of("main"), endOn("main", PhaseEnd.onProbe(FOUR_NODES)), List.of())),
                        load("main", 3, 4))
                .get(0);

        assertThat(span.ended()).isEqualTo("main: not met within 4 s: nodes is 3.0");
        assertThat(span.ends()).containsExactly(new PhaseSpan.LoadEnd("main", Cause.TIME, "", 7));
    }

    @Test
    void phaseEndsOnProbeWithAllLoads() {
        setFourNodesAfter(2_500);
        List<PhaseSpan> spans = runPhases(
                List.of(
                        new Loads(
                                "all",
                                List.of("main", "late", "next"),
                                startAfter("next", "main"),
                                List.of(PhaseEnd.onProbe(FOUR_NODES))),
                        new Observe("rest", ofSeconds(1), Optional.empty())),
                load("main", 0, 900),
                load("late", 60, 900),
                load("next", 0, 900));

        assertThat(run.calls()).contains("stop main", "stop late", "stop next").doesNotContain("begin next");
        assertThat(spans.get(0).ended())
                .isEqualTo(
                        "nodes is 4.0, after 2.5 s; main: with the phase; late: with the phase; next: with the phase");
        assertThat(spans.get(0).ends())
                .extracting(PhaseSpan.LoadEnd::cause)
                .containsExactly(Cause.PROBE, Cause.PHASE, Cause.PHASE, Cause.PHASE);
        assertThat(spans.get(0).toSecond()).isBetween(2.5, 2.56);
    }

    @Test
    void phaseWithUnmetProbeEndsWithLoads() {
        PhaseSpan span = runPhases(
                        List.of(new Loads("all", List.of("main"), Map.of(), List.of(PhaseEnd.onProbe(FOUR_NODES)))),
                        load("main", 0, 2))
                .get(0);

        assertThat(span.ended()).isEqualTo("not met: nodes is 1.0; main: 2 s");
        assertThat(span.ends()).containsExactly(new PhaseSpan.LoadEnd("main", Cause.TIME, "", 2));
    }

    @Test
    void loadStartsWhenOtherLoadEnds() {
        PhaseSpan span = runPhases(
                        List.of(new Loads("two", List.of("main", "next"), startAfter("next", "main"), List.of())),
                        load("main", 0, 3),
                        load("next", 1, 2))
                .get(0);

        assertThat(run.calls()).containsSubsequence("begin main", "over main", "begin next", "over next");
        assertThat(run.millisOfCall("begin next")).isBetween(3_000L, 3_020L);
        assertThat(span.toSecond()).isBetween(6.0, 6.05);
        assertThat(span.ended()).isEqualTo("main: 3 s; next: 2 s");
    }

    @Test
    void loadEndsWithOtherLoad() {
        PhaseSpan span = runPhases(
                        List.of(new Loads(
                                "two",
                                List.of("main", "stress"),
                                endOn("main", PhaseEnd.withLoad("stress")),
                                List.of())),
                        load("main", 0, 900),
                        load("stress", 1, 2))
                .get(0);

        assertThat(span.ended()).isEqualTo("main: stress has ended, after 3.0 s; stress: 2 s");
        assertThat(span.ends().get(0))
                .extracting(PhaseSpan.LoadEnd::cause, PhaseSpan.LoadEnd::by)
                .containsExactly(Cause.LOAD, "stress");
    }

    @Test
    void phaseEndsWithOneOfItsLoads() {
        PhaseSpan span = runPhases(
                        List.of(
                                new Loads("two", List.of("main", "stress")).endingWith("stress"),
                                new Observe("rest", ofSeconds(1), Optional.empty())),
                        load("main", 0, 900),
                        load("stress", 0, 2))
                .get(0);

        assertThat(span.ended()).isEqualTo("stress has ended, after 2.0 s; main: with the phase; stress: 2 s");
        assertThat(span.ends().get(0)).isEqualTo(new PhaseSpan.LoadEnd("", Cause.LOAD, "stress", 2));
    }

    @Test
    void observationEndsOnProbeOrTimeout() {
        setFourNodesAfter(4_500);
        List<PhaseSpan> spans = runPhases(List.of(
                new Observe("short", ofSeconds(2), Optional.of(FOUR_NODES)),
                new Observe("long", ofSeconds(60), Optional.of(FOUR_NODES))));

        assertThat(spans)
                .extracting(PhaseSpan::ended)
                .containsExactly("not met within 2 s: nodes is 1.0", "nodes is 4.0, after 2.5 s");
        assertThat(spans)
                .flatExtracting(PhaseSpan::ends)
                .extracting(PhaseSpan.LoadEnd::cause)
                .containsExactly(Cause.TIME, Cause.PROBE);
    }
}
