// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.cdctester.config.Window;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.summary.SampleLog;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunInterruptedException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run closes all its resources after a failure at any step, and throws the first failure. */
class FailStopTest {

    private static final Window WINDOW =
            new Window(Duration.ofSeconds(2), Duration.ofSeconds(3), 0, Duration.ofSeconds(30));

    private static final List<String> FAILING_CALLS = List.of(
            "connect",
            "step warming up",
            "warm-up",
            "pause",
            "sample",
            "ledgers open",
            "stream opens",
            "load opens",
            "step measuring",
            "background finishes",
            "load ends",
            "limit timeout",
            "goal",
            "abandon",
            "reading stops",
            "compare",
            "check",
            "step cleaning up",
            "drop",
            "resource closed",
            "result",
            "worker",
            "reader");

    static Stream<Arguments> failures() {
        return FAILING_CALLS.stream()
                .flatMap(failingCall -> Stream.of(
                                new AssertionError("of the listener"),
                                new OutOfMemoryError("unable to create native thread"),
                                new IllegalStateException("of the registry"))
                        .map(failure -> Arguments.of(failingCall, failure)));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void closesEverythingAndRethrowsFailure(String failingCall, Throwable failure) {
        FakeRun run = new FakeRun();
        run.failures.put(failingCall, failure);

        assertThat(catchThrowable(() -> run.run(WINDOW))).isSameAs(failure);

        assertThat(run.calls()).containsOnlyOnce("drop", "resource closed");
        if (!failingCall.equals("connect")) {
            assertThat(run.calls()).contains("reading stops");
            assertThat(run.calls().indexOf("drop")).isGreaterThan(run.calls().indexOf("reading stops"));
        }
        assertThat(run.calls())
                .filteredOn(call -> call.startsWith("load closed"))
                .hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void attachesPartialResultToFailure(String failingCall, Throwable failure) {
        FakeRun run = new FakeRun();
        run.failures.put(failingCall, failure);

        Throwable thrown = catchThrowable(() -> run.run(WINDOW));

        boolean hasResult = !List.of("connect", "result").contains(failingCall);
        assertThat(Arrays.stream(thrown.getSuppressed()).filter(RunInterruptedException.class::isInstance))
                .hasSize(hasResult ? 1 : 0)
                .allSatisfy(exception -> assertThat(((RunInterruptedException) exception).partialResult())
                        .isNotNull());
        boolean isComplete =
                List.of("step cleaning up", "drop", "resource closed").contains(failingCall);
        if (hasResult) {
            assertThat(run.failureText).isEqualTo(isComplete ? null : failure.toString());
        }
    }

    @Test
    void runFailureContainsPartialResult() {
        FakeRun run = new FakeRun();
        RunFailedException workerFailure = new RunFailedException("the server is gone");
        run.failures.put("worker", workerFailure);

        Throwable thrown = catchThrowable(() -> run.run(WINDOW));

        assertThat(thrown).isInstanceOf(RunInterruptedException.class).hasCause(workerFailure);
        assertThat(run.failureText).isEqualTo("the server is gone");
        assertThat(run.calls()).contains("load closed BROKEN", "drop", "resource closed");
    }

    @Test
    void failureInWarmUpAddsNoMeasuredSecond() {
        FakeRun run = new FakeRun();
        run.clock.runAfter(
                Duration.ofMillis(1_500), () -> run.failures.put("reader", new RunFailedException("the stream broke")));

        assertThat(catchThrowable(() -> run.run(WINDOW))).hasMessage("the stream broke");

        assertThat(run.rows)
                .extracting(SampleRow::phase)
                .containsExactly(SampleRow.RunPart.WARM_UP, SampleRow.RunPart.WARM_UP);
    }

    @Test
    void fullDiskEndsRunAndKeepsRows() {
        String diskFullMessage = "writing samples.jsonl failed: No space left on device";
        List<SampleRow> storedRows = new ArrayList<>();
        FakeRun run = new FakeRun();
        run.sampleLog = Optional.of(new SampleLog() {
            @Override
            public void append(SampleRow row) {
                if (storedRows.size() == 2) {
                    throw new RunFailedException(diskFullMessage);
                }
                storedRows.add(row);
            }

            @Override
            public List<SampleRow> rows() {
                return List.copyOf(storedRows);
            }
        });

        Throwable thrown = catchThrowable(
                () -> run.run(new Window(Duration.ZERO, Duration.ofMinutes(10), 0, Duration.ofSeconds(30))));

        assertThat(thrown).isInstanceOf(RunInterruptedException.class).hasMessage(diskFullMessage);
        assertThat(((RunInterruptedException) thrown).partialResult()).isNotNull();
        assertThat(run.failureText).isEqualTo(diskFullMessage);
        assertThat(run.rows).isEqualTo(storedRows).hasSize(2);
        assertThat(run.calls()).contains("load closed BROKEN", "drop", "resource closed");
        assertThat(run.millisOfCall("load closed BROKEN")).isLessThan(4_000);
    }

    @Test
    void failedListenerReceivesNoFurtherSample() {
        List<SampleRow> storedRows = new ArrayList<>();
        FakeRun run = new FakeRun();
        run.sampleLog = Optional.of(new SampleLog() {
            @Override
            public void append(SampleRow row) {
                storedRows.add(row);
            }

            @Override
            public List<SampleRow> rows() {
                return List.copyOf(storedRows);
            }
        });
        run.failures.put("sample", new AssertionError("of the listener"));

        assertThat(catchThrowable(() -> run.run(WINDOW))).hasMessage("of the listener");

        assertThat(run.calls()).containsOnlyOnce("sample");
        assertThat(run.rows).hasSize(1);
        assertThat(storedRows).as("the result contains the rest").hasSize(2).startsWith(run.rows.get(0));
    }

    @Test
    void firstFailureSuppressesLaterFailures() {
        FakeRun run = new FakeRun();
        AssertionError firstError = new AssertionError("of the listener");
        AssertionError secondError = new AssertionError("of the listener, again");
        run.failures.put("sample", firstError);
        run.failures.put("step cleaning up", secondError);
        run.failures.put("drop", new RunFailedException("no answer"));
        run.failures.put("resource closed", new RunFailedException("the heartbeat table"));

        Throwable thrown = catchThrowable(() -> run.run(WINDOW));

        assertThat(thrown).isSameAs(firstError);
        assertThat(thrown.getSuppressed())
                .hasSize(4)
                .contains(secondError)
                .anySatisfy(suppressed -> assertThat(suppressed)
                        .isInstanceOf(NotRemovedException.class)
                        .hasMessageContaining("no answer"))
                .anySatisfy(suppressed -> assertThat(suppressed)
                        .isInstanceOf(NotRemovedException.class)
                        .hasMessageContaining("the heartbeat table"));
        assertThat(NotRemovedException.messageOf(thrown)).contains("no answer", "the heartbeat table");
    }

    @Test
    void failedCleanupKeepsResultComplete() {
        FakeRun run = new FakeRun();
        run.failures.put("drop", new RunFailedException("no answer"));

        assertThat(catchThrowable(() -> run.run(WINDOW)))
                .isInstanceOf(NotRemovedException.class)
                .hasMessageContaining("no answer")
                .satisfies(failure ->
                        assertThat(RunInterruptedException.resultOf(failure)).isPresent());
        assertThat(run.failureText).as("failure in the result").isNull();
    }

    @Test
    void closesLoadAsNotBegunIfConnectFails() {
        FakeRun run = new FakeRun();
        run.failures.put("connect", new RunFailedException("refused"));

        assertThat(catchThrowable(() -> run.run(WINDOW)))
                .isExactlyInstanceOf(RunFailedException.class)
                .hasMessage("refused");
        assertThat(run.calls()).contains("load closed NOT_BEGUN", "resource closed");
    }

    @Test
    void stopSignalDuringConnectEndsRun() {
        FakeRun run = new FakeRun();
        run.stop.raise();

        assertThat(catchThrowable(() -> run.run(WINDOW)))
                .isExactlyInstanceOf(StoppedEarlyException.class)
                .hasNoSuppressedExceptions();
        assertThat(run.calls())
                .contains("connect", "load closed NOT_BEGUN", "resource closed")
                .doesNotContain("warm-up", "load opens", "result");
    }

    @Test
    void interruptDuringConnectIsReportedAsInterrupt() {
        FakeRun run = new FakeRun();
        run.failures.put(
                "connect", new RunFailedException("connecting to db:3306 failed", new ClosedByInterruptException()));

        Throwable thrownWithoutInterrupt = catchThrowable(() -> run.run(WINDOW));
        Thread.currentThread().interrupt();
        Throwable thrown = catchThrowable(() -> run.run(WINDOW));

        assertThat(Thread.interrupted()).as("the interrupt status stays set").isTrue();
        assertThat(thrown).isExactlyInstanceOf(RunFailedException.class).hasMessage("the run was interrupted");
        assertThat(run.calls()).contains("load closed NOT_BEGUN", "resource closed");
        assertThat(thrownWithoutInterrupt).hasMessage("connecting to db:3306 failed");
    }

    @Test
    void interruptClosesEverythingAndStaysSet() {
        FakeRun run = new FakeRun();
        run.clock.runAfter(Duration.ofSeconds(3), () -> Thread.currentThread().interrupt());

        Throwable thrown = catchThrowable(() -> run.run(WINDOW));

        assertThat(Thread.interrupted()).as("the interrupt status stays set").isTrue();
        assertThat(thrown).isInstanceOf(RunFailedException.class).hasMessage("the run was interrupted");
        assertThat(run.calls()).contains("load closed BROKEN", "drop", "resource closed");
    }
}
