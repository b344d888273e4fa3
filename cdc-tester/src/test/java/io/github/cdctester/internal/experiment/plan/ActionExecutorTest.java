// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.plan.Scenario.TimedAction;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.PlanResult.ActionMark;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ActionExecutorTest {

    private static final Endpoint ENDPOINT = Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "");

    private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();

    private ActionExecutor executor(String program, Consumer<ActionMark> listener) {
        return executor(program, Duration.ZERO, listener);
    }

    private ActionExecutor executor(String program, Duration at, Consumer<ActionMark> listener) {
        TimedAction action = new TimedAction("load", Optional.empty(), at, new TimedAction.Command(List.of(program)));
        return new ActionExecutor(List.of(action), ENDPOINT, fault -> true, listener, failures::add);
    }

    @Test
    void actionHasOneMarkIfListenerFails() throws InterruptedException {
        try (ActionExecutor executor = executor("true", mark -> {
            throw new RunFailedException("the disk is full");
        })) {
            executor.phaseBegins("load");
            assertThat(failures.take()).hasMessage("the disk is full");
            assertThat(executor.marks()).extracting(ActionMark::failure).containsExactly((String) null);
        }
    }

    @Test
    void failedActionHasReason() throws InterruptedException {
        try (ActionExecutor executor = executor("false", mark -> {})) {
            executor.phaseBegins("load");
            assertThat(failures.take()).hasMessage("the action 'false' failed: the program ended with code 1");
            assertThat(executor.marks())
                    .extracting(ActionMark::failure)
                    .containsExactly("the program ended with code 1");
        }
    }

    /** Faults that are due in the drain are rejected. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rejectedFaultIsMarkedAsNotStarted(boolean listenerFails) throws InterruptedException {
        BlockingQueue<ActionMark> reportedMarks = new LinkedBlockingQueue<>();
        TimedAction action = new TimedAction(
                "load", Optional.empty(), Duration.ZERO, new TimedAction.Inject(Fault.cut(Duration.ofSeconds(2))));
        try (ActionExecutor executor = new ActionExecutor(
                List.of(action),
                ENDPOINT,
                fault -> false,
                mark -> {
                    reportedMarks.add(mark);
                    if (listenerFails) {
                        throw new RunFailedException("the disk is full");
                    }
                },
                failures::add)) {
            executor.phaseBegins("load");
            ActionMark mark = reportedMarks.take();
            assertThat(mark.started()).isFalse();
            assertThat(mark.failure()).isEqualTo("the last phase ended before");
            assertThat(mark.millis()).isNull();
            assertThat(mark.second()).isBetween(0.0, 60.0);
            assertThat(executor.marks()).containsExactly(mark);
            assertThat(executor.note())
                    .hasValue(Note.of(Code.ACTIONS_NOT_STARTED, "count", 1, "actions", List.of("cut 2s"), "more", null))
                    .get()
                    .extracting(Note::text)
                    .isEqualTo("1 action was not started, as the plan or its last phase ended before: cut 2s");
            if (listenerFails) {
                assertThat(failures.take()).hasMessage("the disk is full");
            }
        }
        assertThat(failures).isEmpty();
    }

    /** The abort is no failure: the plan has ended in order, or for an earlier reason. */
    @Test
    void closeEndsRunningActionWithoutFailure(@TempDir Path directory) throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        TimedAction action = new TimedAction(
                "load",
                Optional.empty(),
                Duration.ZERO,
                new TimedAction.Command(List.of("sh", "-c", "echo started > " + pipe + "; exec sleep 600")));
        ActionExecutor executor =
                new ActionExecutor(List.of(action), ENDPOINT, fault -> true, mark -> {}, failures::add);
        executor.phaseBegins("load");
        assertThat(Files.readString(pipe)).isEqualTo("started\n");
        executor.close();
        assertThat(executor.marks()).singleElement().satisfies(mark -> {
            assertThat(mark.started()).isTrue();
            assertThat(mark.millis()).isNull();
            assertThat(mark.failure()).isNull();
        });
        assertThat(failures).isEmpty();
    }

    /** The text of the later action is long, so that the aborted action ends while close() marks the later one. */
    @Test
    void closeEndsStartingActionWithoutFailure() throws Exception {
        try (ServerSocket silentServer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Endpoint endpoint = ENDPOINT.withAddress("127.0.0.1", silentServer.getLocalPort());
            ActionExecutor executor = new ActionExecutor(
                    List.of(
                            new TimedAction("load", Optional.empty(), Duration.ZERO, new TimedAction.Sql("SELECT 1")),
                            new TimedAction(
                                    "later",
                                    Optional.empty(),
                                    Duration.ZERO,
                                    new TimedAction.Command(Collections.nCopies(3_000_000, "x")))),
                    endpoint,
                    fault -> true,
                    mark -> {},
                    failures::add);
            executor.phaseBegins("load");
            try (Socket connection = silentServer.accept()) {
                executor.close();
                assertThat(connection.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(executor.marks())
                    .hasSize(2)
                    .filteredOn(ActionMark::started)
                    .singleElement()
                    .satisfies(mark -> {
                        assertThat(mark.millis()).isNull();
                        assertThat(mark.failure()).isNull();
                    });
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void pendingActionIsMarkedAsNotStarted() {
        List<ActionMark> reportedMarks = new ArrayList<>();
        ActionExecutor executor = executor("true", Duration.ofHours(1), reportedMarks::add);
        executor.phaseBegins("load");
        executor.close();
        executor.close();
        assertThat(executor.marks()).isEqualTo(reportedMarks).singleElement().satisfies(mark -> {
            assertThat(mark.second()).isBetween(3_600.0, 3_601.0);
            assertThat(mark.text()).isEqualTo("true");
            assertThat(mark.millis()).isNull();
            assertThat(mark.failure()).isEqualTo("the plan ended before");
        });
        assertThat(failures).isEmpty();
    }
}
