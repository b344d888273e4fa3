// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.experiment.OnError;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.heartbeat.HeartbeatTableRemainsException;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.run.RunInterruptedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the order of waits, table operations, runs and listener calls in a sweep, and how a sweep ends. */
final class SweepTest extends SimulatedSweeps {

    @Test
    void waitsBeforeRunsAndAfterFillingTables() {
        SweepResult sweep = run(plan(1, OnError.CONTINUE), new RecordingListener());

        assertThat(log)
                .containsExactly(
                        "planned 3, left 3",
                        "settle",
                        "begins 1 of 3 {threads=1}, left 3",
                        "make",
                        "settle",
                        "run 1",
                        "ended 1, left 2",
                        "settle",
                        "begins 2 of 3 {threads=2}, left 2",
                        "run 2",
                        "ended 2, left 1",
                        "settle",
                        "begins 3 of 3 {threads=4}, left 1",
                        "run 4",
                        "ended 3, left 0",
                        "drop");
        assertThat(sweep.steps()).extracting(Trial::status).containsOnly(Status.DONE);
        assertThat(sweep.steps().get(0).settling()).isNotNull();
        assertThat(sweep.steps().get(2).settling()).isNull();
        assertThat(sweep.idleMillis()).isEqualTo(2.0);
        assertThat(sweep.hasFailed()).isFalse();
    }

    @Test
    void intermediateResultsAreInterrupted() {
        List<Boolean> intermediate = new ArrayList<>();
        SweepResult sweep = run(plan(1, OnError.CONTINUE), new RecordingListener() {
            @Override
            public void trialEnded(
                    TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
                intermediate.add(soFar.interrupted());
            }
        });

        assertThat(intermediate).containsExactly(true, true, true);
        assertThat(sweep.interrupted()).isFalse();
    }

    @Test
    void failedRunEndsSweepIfConfigured() {
        failingThreads = 2;
        SweepResult continuedSweep = run(plan(1, OnError.CONTINUE), new RecordingListener());
        assertThat(continuedSweep.steps())
                .extracting(Trial::status)
                .containsExactly(Status.DONE, Status.FAILED, Status.DONE);
        assertThat(continuedSweep.endedBecause()).isNull();
        assertThat(log).contains("failed 2 gone");

        SweepResult stoppedSweep = run(plan(1, OnError.STOP), new RecordingListener());
        assertThat(stoppedSweep.steps())
                .extracting(Trial::status)
                .containsExactly(Status.DONE, Status.FAILED, Status.SKIPPED);
        assertThat(stoppedSweep.endedBecause()).isEqualTo("step 2 failed");
        assertThat(stoppedSweep.interrupted()).isFalse();
    }

    @Test
    void countsRunWhoseHeartbeatTableRemains() {
        failingThreads = 2;
        failureOfRun = closingFailure(new HeartbeatTableRemainsException("the heartbeat table", null));
        SweepResult sweep = run(plan(1, OnError.STOP), new RecordingListener());

        assertThat(sweep.steps()).extracting(Trial::status).containsOnly(Status.DONE);
        assertThat(sweep.failure()).isEqualTo("not everything was removed: the heartbeat table");
        assertThat(sweep.hasFailed()).isTrue();
        assertThat(log).endsWith("ended 3, left 0", "drop");
    }

    @Test
    void reportsHeartbeatTableThatWaitLeaves() {
        failureOfWait =
                Optional.of(new NotRemovedException(new HeartbeatTableRemainsException("the heartbeat table", null)));
        SweepResult sweep = run(plan(1, OnError.STOP), new RecordingListener() {
            @Override
            public void note(Note note) {
                log.add(note.text());
            }
        });

        assertThat(sweep.steps()).extracting(Trial::status).containsOnly(Status.DONE);
        assertThat(sweep.failure()).isEqualTo("not everything was removed: the heartbeat table");
        assertThat(log).containsOnlyOnce("not everything was removed: the heartbeat table");
    }

    @Test
    void otherFailureWhileClosingFailsTrial() {
        failingThreads = 2;
        failureOfRun = closingFailure(new RunFailedException("a worker did not end within 30 s"));
        SweepResult sweep = run(plan(1, OnError.STOP), new RecordingListener());

        assertThat(sweep.steps()).extracting(Trial::status).containsExactly(Status.DONE, Status.FAILED, Status.SKIPPED);
        assertThat(sweep.endedBecause()).isEqualTo("step 2 failed");
        assertThat(log).contains("failed 2 not everything was removed: a worker did not end within 30 s");
    }

    static Stream<Throwable> laterFailures() {
        return Stream.of(
                new OutOfMemoryError("unable to create native thread"),
                new IllegalStateException("of the registry"),
                new NotRemovedException(new RunFailedException("a worker did not end within 30 s")));
    }

    @ParameterizedTest
    @MethodSource("laterFailures")
    void failureAfterRemainingHeartbeatTableFailsTrial(Throwable laterFailure) {
        failingThreads = 2;
        failureOfRun = closingFailure(new HeartbeatTableRemainsException("the heartbeat table", null));
        failureOfRun.addSuppressed(laterFailure);
        SweepResult sweep = run(plan(1, OnError.CONTINUE), new RecordingListener());

        assertThat(sweep.steps()).extracting(Trial::status).containsExactly(Status.DONE, Status.FAILED, Status.DONE);
        assertThat(log)
                .anyMatch(line -> line.startsWith("failed 2 ")
                        && line.contains("the heartbeat table")
                        && line.contains(laterFailure.getMessage()));
    }

    @Test
    void addsHeartbeatTableFailureToListenerError() {
        failingThreads = 1;
        failureOfRun = closingFailure(new HeartbeatTableRemainsException("the heartbeat table", null));
        AssertionError listenerError = new AssertionError("mine");

        assertThatThrownBy(() -> run(plan(1, OnError.CONTINUE), new RecordingListener() {
                    @Override
                    public void trialEnded(
                            TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
                        throw listenerError;
                    }
                }))
                .isSameAs(listenerError)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).containsExactly(failureOfRun));
    }

    /** Returns the failure of a run that is complete, except that closing it failed. */
    private RuntimeException closingFailure(RunFailedException cause) {
        NotRemovedException failure = new NotRemovedException(cause);
        failure.addSuppressed(new RunInterruptedException(new RunFailedException(failure.getMessage()), result));
        return failure;
    }

    @Test
    void stopSkipsRemainingSteps() {
        SweepResult sweep = run(plan(1, OnError.CONTINUE), new RecordingListener() {
            @Override
            public void trialEnded(
                    TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
                stop.raise();
            }
        });

        assertThat(sweep.steps())
                .extracting(Trial::status)
                .containsExactly(Status.DONE, Status.SKIPPED, Status.SKIPPED);
        assertThat(sweep.endedBecause()).isEqualTo("interrupted");
        assertThat(sweep.interrupted()).isTrue();
        assertThat(log).endsWith("drop");
    }

    @Test
    void throwsListenerErrorAfterDroppingTables() {
        AssertionError listenerError = new AssertionError("mine");

        assertThatThrownBy(() -> run(plan(1, OnError.CONTINUE), new RecordingListener() {
                    @Override
                    public void trialEnded(
                            TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
                        throw listenerError;
                    }
                }))
                .isSameAs(listenerError);
        assertThat(log).endsWith("run 1", "drop");
    }
}
