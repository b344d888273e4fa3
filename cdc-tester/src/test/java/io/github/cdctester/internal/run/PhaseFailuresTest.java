// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.PhasedLoads;
import io.github.cdctester.internal.run.load.SimulatedPool;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.load.WriteSide;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.run.phases.PlannedPhase.Observe;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.run.RunInterruptedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PhaseFailuresTest extends RunInPhases {

    @Test
    void waitTimeoutReportsLastValue() {
        setPhases(
                new Observe("before", ofSeconds(1), Optional.empty()),
                Observe.waiting("small", (probes, clock) -> smallPoolCondition, ofSeconds(5)),
                new Observe("never", ofSeconds(9), Optional.empty()));
        run.writes = false;

        Throwable thrown = catchThrowable(() -> run.run(WINDOW));

        assertThat(thrown)
                .isInstanceOf(RunInterruptedException.class)
                .hasMessage("phase small: timed out after 5 s of waiting for pool below 600 MB (it is 812 MB)");
        assertThat(run.failureText).isEqualTo(thrown.getMessage());
        assertThat(run.calls()).contains("drop", "resource closed").doesNotContain("ended small", "begins never");
        assertThat(spans()).extracting(PhaseSpan::ended).containsExactly("1 s", "the run broke");
        assertThat(run.rows).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"loads", "observe", "wait"})
    void stopSignalEndsPhaseAndSkipsLaterPhases(String kind) {
        run.loads = List.of(load("main", Duration.ZERO, ofSeconds(60)));
        Loads loads = new Loads("loads", List.of("main"));
        run.phases = switch (kind) {
            case "loads" -> List.of(loads, new Observe("rest", ofSeconds(60), Optional.empty()));
            case "observe" -> List.of(new Observe("observe", ofSeconds(60), Optional.empty()), loads);
            default -> List.of(Observe.waiting("wait", (probes, clock) -> smallPoolCondition, ofSeconds(60)), loads);
        };
        run.clock.runAfter(ofMillis(2_500), run.stop::raise);

        assertThat(run.run(WINDOW)).isNotNull();

        assertThat(run.timeline.interrupted).isTrue();
        assertThat(spans()).singleElement().satisfies(span -> {
            assertThat(span.name()).isEqualTo(kind);
            assertThat(span.ended()).isEqualTo("stopped");
            assertThat(span.toSecond()).isEqualTo(2.5);
            assertThat(span.lastSample()).isEqualTo(3);
        });
        assertThat(run.calls())
                .contains("ended " + kind, "load ends", "goal", "drop")
                .doesNotContain("connect main", "disconnect main", "compare");
    }

    @Test
    void stopSignalDuringConnectStartsNoLoad() {
        run.loads = List.of(load("main", Duration.ZERO, ofSeconds(60)));
        setPhases(new Observe("before", ofSeconds(1), Optional.empty()), new Loads("loads", List.of("main")));
        run.fakeLoads.connectTime = ofSeconds(20);
        run.clock.runAfter(ofMillis(2_500), run.stop::raise);
        run.run(WINDOW);
        assertThat(run.calls()).contains("connect main", "load ends", "drop").doesNotContain("begin main");
        assertThat(spans()).extracting(PhaseSpan::name).containsExactly("before");
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                        "begins wait",
                        "ended wait",
                        "connect main",
                        "connect task",
                        "begins loads",
                        "begin main",
                        "stop main",
                        "ended loads",
                        "disconnect main",
                        "begins rest",
                        "ended rest")
                .flatMap(failingCall -> Stream.of(
                                new AssertionError("of the listener"), new IllegalStateException("of the workload"))
                        .map(failure -> Arguments.of(failingCall, failure)));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void closesEverythingAndRethrowsFailure(String failingCall, Throwable failure) {
        setThreePhases();
        run.failures.put(failingCall, failure);

        assertThat(catchThrowable(() -> run.run(WINDOW))).isSameAs(failure);

        assertThat(failure.getSuppressed()).anyMatch(RunInterruptedException.class::isInstance);
        assertThat(run.calls()).containsOnlyOnce("drop", "resource closed", "abandon", "reading stops");
        assertThat(run.failureText).isEqualTo(failure.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 20_000, 90_500})
    void brokenWorkerOrReaderEndsEachPhase(int millis) {
        setThreePhases();
        RunFailedException failure = new RunFailedException("the server is gone");
        run.clock.runAfter(ofMillis(millis), () -> run.failures.put(millis == 20_000 ? "worker" : "reader", failure));

        assertThat(catchThrowable(() -> run.run(WINDOW)))
                .isInstanceOf(RunInterruptedException.class)
                .hasCause(failure);

        assertThat(spans().get(spans().size() - 1).ended()).isEqualTo("the run broke");
        assertThat(run.calls()).contains("load closed BROKEN", "drop", "resource closed");
    }

    @Test
    void nothingFollowsBrokenLoad() throws InterruptedException {
        run.loads = List.of(load("main", Duration.ZERO, ofSeconds(15)), load("next", Duration.ZERO, ofSeconds(15)));
        LoadTiming afterMain = new LoadTiming(Optional.of("main"), Optional.empty());
        setPhases(new Loads("loads", List.of("main", "next"), Map.of("next", afterMain), List.of()));
        Map<String, SimulatedPool> pools = new HashMap<>();
        run.phasedLoads = Optional.of(connectedLoads(pools));
        IllegalStateException failure = new IllegalStateException("the server is gone");
        run.clock.runAfter(ofMillis(3_500), () -> pools.get("main").fail(failure));
        run.clock.runAfter(ofSeconds(60), run.stop::raise); // ends the phase if the failure does not

        assertThat(catchThrowable(() -> run.run(WINDOW)))
                .isInstanceOf(RunInterruptedException.class)
                .hasMessage("writing to db:3306 failed: the server is gone");

        assertThat(run.calls()).doesNotContain("over main");
        assertThat(pools.get("next").wasOpened()).isFalse();
        assertThat(spans()).singleElement().satisfies(span -> {
            assertThat(span.ended()).isEqualTo("the run broke");
            assertThat(span.toSecond()).isBetween(3.5, 3.6);
        });
    }

    private PhasedLoads connectedLoads(Map<String, SimulatedPool> pools) throws InterruptedException {
        Endpoint endpoint = Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "secret");
        WriteSide write = new WriteSide(
                Plan.of(endpoint, WINDOW, run.loads),
                new LoadWorkloads(),
                new TablePolicy(false, false, false, false),
                new WriteTarget(endpoint, false, Optional.empty(), null), // no statement is executed
                spec -> pools.computeIfAbsent(
                        spec.load().name(), name -> new SimulatedPool(run.clock, nanos -> {}, Duration.ZERO)),
                run.listener,
                run.stop,
                run.clock);
        write.connect(List.of("main", "next"), null, () -> {});
        return write.phasedLoads();
    }

    /** The phases are 1 s of waiting, a load that ends when its rate has been stable for a minute, and 40 s of observation. */
    private void setThreePhases() {
        run.loads = List.of(load("main", Duration.ZERO, ofSeconds(120)));
        run.fakeLoads.scheduleCommits("main", 120, second -> 100);
        run.clock.runAfter(ofSeconds(1), () -> isPoolSmall = true);
        setPhases(
                Observe.waiting("wait", (probes, clock) -> smallPoolCondition, ofSeconds(60)),
                new Loads("loads", List.of("main"), END_WHEN_STABLE, List.of()),
                new Observe("rest", ofSeconds(40), Optional.empty()));
    }
}
