// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.phases.PlannedPhase.Backlog;
import io.github.cdctester.internal.run.phases.PlannedPhase.Observe;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.BacklogResult.Stretch;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BacklogTest {

    private static final Window WINDOW = new Window(Duration.ZERO, ofSeconds(3_600), 0, ofSeconds(30));
    private static final long MB = 1_000_000;
    private static final Offset<Double> POLL_TOLERANCE = within(0.05);

    private final FakeRun run = new FakeRun();

    @BeforeEach
    void setRates() {
        run.loads = List.of(NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))
                .named("main")
                .between(Duration.ZERO, ofSeconds(60)));
        run.fakeLoads.scheduleCommits("main", 60, second -> second < 35 ? 100 : 80);
        run.log.writtenBytesPerSecond = 10 * MB;
        run.log.readBytesPerSecond = 50 * MB;
    }

    private static Backlog backlogUntil(OptionalLong bytes, Optional<Duration> time) {
        return new Backlog("pile", List.of("main"), ofSeconds(5), bytes, time, ofSeconds(100));
    }

    private void setPhase(Backlog phase) {
        run.phases = List.of(phase, new Observe("after", ofSeconds(1), Optional.empty()));
    }

    private PhaseSpan span() {
        return run.timeline.phases().get(0);
    }

    private BacklogResult backlog() {
        return span().backlog();
    }

    private Stretch stretch(Stretch.BacklogPart part) {
        return backlog().stretches().stream()
                .filter(candidate -> candidate.part() == part)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void catchesUpWhileLoadContinues() {
        setPhase(backlogUntil(OptionalLong.of(300 * MB), Optional.empty()));

        assertThat(run.run(WINDOW)).isNotNull();

        assertThat(run.calls())
                .containsSubsequence(
                        "begins pile",
                        "begin main",
                        "frequent end queries on",
                        "reading pauses",
                        "reading resumes",
                        "frequent end queries off",
                        "ended pile",
                        "disconnect main",
                        "begins after",
                        "reading stops")
                .containsOnlyOnce("reading pauses", "reading resumes");
        assertThat(run.millisOfCall("reading pauses")).isEqualTo(5_000);
        assertThat(span().kind()).isEqualTo(PhaseSpan.PhaseType.BACKLOG);
        assertThat(span().loads()).containsExactly("main");
        assertThat(span().toSecond()).isEqualTo(60, POLL_TOLERANCE);
        assertThat(span().ended())
                .matches("30\\d\\.\\d MB piled up in 30\\.\\d s, caught up in 7\\.\\d s at [45]\\d\\.\\d MB/s,"
                        + " forecast 7\\.\\d s; main: 60 s");
        assertThat(backlog().pausedSeconds()).isEqualTo(30, POLL_TOLERANCE);
        assertThat(backlog().piledUpBytes()).isBetween(300 * MB, 301 * MB);
        assertThat(backlog().catchUpSeconds()).isEqualTo(7.5, POLL_TOLERANCE);
        assertThat(backlog().readBytes()).isBetween(374 * MB, 377 * MB);
        assertThat(backlog().readBytesPerSecond()).isEqualTo(50 * MB, within(0.5 * MB));
        assertThat(backlog().leftBytes()).isZero();
    }

    @Test
    void forecastsCatchUpAndReportsError() {
        setPhase(backlogUntil(OptionalLong.of(300 * MB), Optional.empty()));
        // reading becomes slower halfway, so the forecast is wrong
        run.clock.runAfter(ofSeconds(39), () -> run.log.readBytesPerSecond = 30 * MB);
        run.run(WINDOW);

        BacklogResult.Forecast forecast = backlog().forecast();
        assertThat(forecast.madeAfterSeconds()).isBetween(1.0, 1.1);
        assertThat(forecast.readBytesPerSecond()).isEqualTo(50 * MB, within(0.5 * MB));
        assertThat(forecast.writtenBytesPerSecond()).isEqualTo(10 * MB, within(0.1 * MB));
        assertThat(forecast.catchUpSeconds()).isEqualTo(7.5, POLL_TOLERANCE);
        assertThat(backlog().catchUpSeconds()).isEqualTo(4 + 140 / 20.0, within(0.1));
        assertThat(forecast.errorPercent()).isEqualTo(100 * (7.5 - 11) / 11, within(1.0));
    }

    @Test
    void reportsWritesOfEachStretch() {
        setPhase(backlogUntil(OptionalLong.of(300 * MB), Optional.empty()));
        run.run(WINDOW);
        assertThat(backlog().stretches())
                .extracting(Stretch::part)
                .containsExactly(
                        Stretch.BacklogPart.BEFORE,
                        Stretch.BacklogPart.PILING_UP,
                        Stretch.BacklogPart.CATCHING_UP,
                        Stretch.BacklogPart.AFTER);
        assertThat(backlog().stretches())
                .allSatisfy(
                        stretch -> assertThat(stretch.loggedBytesPerSecond()).isEqualTo(10 * MB, within(0.2 * MB)));
        assertThat(stretch(Stretch.BacklogPart.BEFORE).wholeSeconds()).isEqualTo(5);
        assertThat(stretch(Stretch.BacklogPart.BEFORE).transactionsPerSecond()).isEqualTo(100);
        assertThat(stretch(Stretch.BacklogPart.BEFORE).latency().count()).isEqualTo(500);
        assertThat(stretch(Stretch.BacklogPart.PILING_UP).transactionsPerSecond())
                .isEqualTo(100);
        // the catch-up starts and ends in the middle of a second
        assertThat(stretch(Stretch.BacklogPart.CATCHING_UP).wholeSeconds()).isBetween(6.0, 7.0);
        assertThat(stretch(Stretch.BacklogPart.CATCHING_UP).transactionsPerSecond())
                .isEqualTo(80);
        assertThat(stretch(Stretch.BacklogPart.AFTER).toSecond()).isEqualTo(60, POLL_TOLERANCE);
        for (int i = 1; i < 4; i++) {
            assertThat(backlog().stretches().get(i).fromSecond())
                    .isEqualTo(backlog().stretches().get(i - 1).toSecond());
        }
        assertThat(run.rows)
                .filteredOn(row -> row.phase() == SampleRow.RunPart.MEASURE)
                .allMatch(row -> row.seconds() == 1);
    }

    @Test
    void endsPauseByTime() {
        setPhase(backlogUntil(OptionalLong.of(400 * MB), Optional.of(ofSeconds(20))));
        run.run(WINDOW);
        assertThat(backlog().pausedSeconds()).isBetween(20.0, 20.3);
        assertThat(backlog().piledUpBytes()).isBetween(200 * MB, 203 * MB);
        assertThat(backlog().catchUpSeconds()).isEqualTo(5, within(0.2));
    }

    @Test
    void slowStreamDoesNotDelayRun() {
        run.log.readBytesPerSecond = 8 * MB;
        setPhase(new Backlog(
                "pile", List.of("main"), Duration.ZERO, OptionalLong.of(100 * MB), Optional.empty(), ofSeconds(20)));
        run.run(WINDOW);
        assertThat(span().ended())
                .matches("100\\.\\d MB piled up in 10\\.\\d s, not caught up within 20 s, 140\\.\\d MB left; main: 60"
                        + " s");
        assertThat(backlog().catchUpSeconds()).isNull();
        assertThat(backlog().leftBytes()).isBetween(139 * MB, 142 * MB);
        assertThat(backlog().forecast().catchUpSeconds())
                .as("the backlog never ends")
                .isNull();
        assertThat(backlog().forecast().errorPercent()).isNull();
        assertThat(backlog().stretches())
                .extracting(Stretch::part)
                .containsExactly(
                        Stretch.BacklogPart.PILING_UP, Stretch.BacklogPart.CATCHING_UP, Stretch.BacklogPart.AFTER);
    }

    @Test
    void omitsForecastIfBacklogIsReadAtOnce() {
        run.log.readBytesPerSecond = 5_000 * MB;
        setPhase(backlogUntil(OptionalLong.of(50 * MB), Optional.empty()));
        run.run(WINDOW);
        assertThat(backlog().forecast()).isNull();
        // catching up means to reach a log end that was queried after the pause
        assertThat(backlog().catchUpSeconds()).isBetween(0.1, 0.2);
    }

    @Test
    void endedLoadsAddNoBacklog() {
        setPhase(backlogUntil(OptionalLong.of(5_000 * MB), Optional.empty()));
        run.clock.runAfter(ofSeconds(60), () -> run.log.writtenBytesPerSecond = 0);
        run.run(WINDOW);
        assertThat(backlog().pausedSeconds()).isBetween(55.0, 55.3);
        assertThat(backlog().piledUpBytes()).isBetween(549 * MB, 552 * MB);
        assertThat(backlog().catchUpSeconds()).isEqualTo(11, within(0.2));
        assertThat(backlog().forecast().writtenBytesPerSecond()).isZero();
        assertThat(backlog().forecast().catchUpSeconds()).isEqualTo(11, within(0.2));
    }

    @Test
    void doesNotWaitIfLogEndIsUnknown() {
        run.log.reportsEnd = false;
        setPhase(backlogUntil(OptionalLong.empty(), Optional.of(ofSeconds(20))));
        run.run(WINDOW);
        assertThat(backlog().pausedSeconds()).isBetween(22.0, 22.1);
        assertThat(backlog().piledUpBytes()).isNull();
        assertThat(backlog().catchUpSeconds()).isNull();
        assertThat(backlog().leftBytes()).isNull();
        assertThat(backlog().forecast()).isNull();
        assertThat(span().ended()).matches("not read for 22\\.\\d s, not caught up within 100 s; main: 60 s");
    }

    @ParameterizedTest
    @ValueSource(ints = {2_500, 20_500, 37_500, 50_500})
    void stopSignalEndsEachStretch(int millis) {
        setPhase(backlogUntil(OptionalLong.of(300 * MB), Optional.empty()));
        run.clock.runAfter(ofMillis(millis), run.stop::raise);

        assertThat(run.run(WINDOW)).isNotNull();

        assertThat(run.timeline.interrupted).isTrue();
        assertThat(span().ended()).isEqualTo("stopped");
        assertThat(span().toSecond()).isEqualTo(millis / 1e3, POLL_TOLERANCE);
        assertThat(run.calls())
                .containsSubsequence("frequent end queries off", "ended pile", "goal", "reading stops", "drop");
        if (millis < 5_000) {
            assertThat(backlog()).isNull();
            assertThat(run.calls()).doesNotContain("reading pauses");
        } else {
            assertThat(run.calls()).containsSubsequence("reading pauses", "reading resumes", "goal");
            assertThat(backlog().catchUpSeconds() == null).isEqualTo(millis < 50_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {60_020, 65_500})
    void stopSignalEndsCatchUpAfterLoadsHaveEnded(int millis) {
        setPhase(backlogUntil(OptionalLong.of(5_000 * MB), Optional.empty()));
        run.clock.runAfter(ofSeconds(60), () -> run.log.writtenBytesPerSecond = 0);
        run.clock.runAfter(ofMillis(millis), run.stop::raise);

        assertThat(run.run(WINDOW)).isNotNull();

        assertThat(span().ended()).isEqualTo("stopped");
        assertThat(span().toSecond()).isEqualTo(millis / 1e3, POLL_TOLERANCE);
        assertThat(backlog().catchUpSeconds()).isNull();
        assertThat(backlog().leftBytes()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"reading pauses", "reading resumes", "frequent end queries on", "frequent end queries off"})
    void closesEverythingAndRethrowsFailure(String failingCall) {
        setPhase(backlogUntil(OptionalLong.of(300 * MB), Optional.empty()));
        AssertionError failure = new AssertionError("of the stream");
        run.failures.put(failingCall, failure);

        assertThat(catchThrowable(() -> run.run(WINDOW))).isSameAs(failure);

        assertThat(run.calls()).containsOnlyOnce("drop", "resource closed", "abandon", "reading stops");
        assertThat(span().ended()).isEqualTo("the run broke");
        assertThat(span().backlog()).isNull();
    }

    @Test
    void failedWorkerEndsRun() {
        setPhase(backlogUntil(OptionalLong.of(300 * MB), Optional.empty()));
        RunFailedException workerFailure = new RunFailedException("the server is gone");
        run.clock.runAfter(ofSeconds(20), () -> run.failures.put("worker", workerFailure));

        assertThat(catchThrowable(() -> run.run(WINDOW)))
                .isInstanceOf(RunInterruptedException.class)
                .hasCause(workerFailure);

        assertThat(run.calls()).contains("reading pauses", "load closed BROKEN", "drop", "resource closed");
        assertThat(run.calls()).doesNotContain("reading resumes");
    }
}
