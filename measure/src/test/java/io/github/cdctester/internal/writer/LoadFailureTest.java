// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.failure.RunFailedException;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class LoadFailureTest {

    private static final int DUPLICATE = 1062;

    @Test
    void sqlErrorThatIsNotIgnoredEndsLoad() throws InterruptedException {
        SQLException duplicate = new SQLException("Duplicate entry", "23000", DUPLICATE);
        WorkerCrew crew = run(failingAt(500, duplicate), Set.of(1213));
        assertThat(crew.state.failure()).isSameAs(duplicate);
        assertThat(crew.errors).containsExactly(DUPLICATE);
        assertThat(crew.state.isStopping()).isTrue();
    }

    @Test
    void exceptionOfWorkloadEndsLoad() throws InterruptedException {
        IllegalStateException exception = new IllegalStateException("mistake");
        FakeWorkload workload = new FakeWorkload((worker, number) -> {
            if (number == 10) {
                throw exception;
            }
        });
        assertThat(run(workload, Set.of()).state.failure()).isSameAs(exception);
    }

    @Test
    void errorOfWorkloadEndsLoad() throws InterruptedException {
        AssertionError error = new AssertionError("of a session");
        FakeWorkload workload = new FakeWorkload((worker, number) -> {
            if (number == 10) {
                throw error;
            }
        });
        WorkerCrew crew = run(workload, Set.of());
        assertThat(crew.state.failure()).isSameAs(error);
        assertThat(crew.state.isStopping()).isTrue();
    }

    @Test
    void interruptByWorkloadEndsLoad() throws InterruptedException {
        FakeWorkload workload = new FakeWorkload((worker, number) -> {
            if (number == 10) {
                Thread.currentThread().interrupt();
            }
        });
        WorkerCrew crew = run(workload, Set.of());
        assertThat(crew.state.failure())
                .isInstanceOf(RunFailedException.class)
                .hasMessage("workload fake interrupted the thread of a worker");
        assertThat(crew.transactions).as("the transaction was committed").hasSizeGreaterThanOrEqualTo(10);
    }

    @Test
    void interruptedExceptionOfWorkloadEndsLoad() throws InterruptedException {
        FakeWorkload workload = new FakeWorkload((worker, number) -> {
            if (number == 10) {
                throwUnchecked(new InterruptedException("in a session"));
            }
        });
        WorkerCrew crew = run(workload, Set.of());
        assertThat(crew.state.failure()).hasRootCauseMessage("in a session");
        assertThat(crew.state.isStopping()).isTrue();
        assertThat(crew.unfinishedLoggedTransactions).hasValue(1);
    }

    @Test
    void interruptThatCancelsTransactionOfStoppedLoadIsNoFailure() throws InterruptedException {
        AtomicReference<WorkerCrew> startedCrew = new AtomicReference<>();
        FakeWorkload workload = new FakeWorkload((worker, number) -> {
            startedCrew.get().state.stop();
            throwUnchecked(new InterruptedException("cancelled"));
        });
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(1), Set.of())) {
            startedCrew.set(crew);
            crew.start();
            crew.open();
            assertThat(crew.awaitEnd()).isTrue();
            assertThat(crew.state.failure()).isNull();
        }
    }

    @Test
    void doesNotWaitForWorkerWithoutConnection() throws InterruptedException {
        SQLException refusal = new SQLException("Too many connections", "08004", 1040);
        FakeWorkload workload = new FakeWorkload((worker, number) -> {});
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(4), Set.of(), () -> {
            throw refusal;
        })) {
            crew.start();
            assertThat(crew.awaitEnd()).isTrue();
            assertThat(crew.state.failure()).isSameAs(refusal);
        }
    }

    @Test
    void keepsFirstFailureOnly() {
        LoadState state = new LoadState();
        Exception first = new SQLException("first");
        state.fail(first);
        state.fail(new SQLException("second"));
        assertThat(state.failure()).isSameAs(first);

        LoadState aborted = new LoadState();
        aborted.abort();
        aborted.fail(new SQLException("connection is closed"));
        assertThat(aborted.failure()).isNull();
        assertThat(aborted.isStopping()).isTrue();
    }

    private static WorkerCrew run(FakeWorkload workload, Set<Integer> ignored) throws InterruptedException {
        try (WorkerCrew crew = new WorkerCrew(workload, LoadSpec.closedLoop(4), ignored)) {
            crew.state.limitTo(100_000); // the load ends even if no worker notices the failure
            crew.start();
            crew.open();
            assertThat(crew.awaitEnd()).isTrue();
            assertThat(workload.openSessions).hasValue(0);
            return crew;
        }
    }

    @SuppressWarnings("unchecked") // throws a checked exception that the method does not declare, like Kotlin or Groovy
    private static <T extends Throwable> void throwUnchecked(Throwable e) throws T {
        throw (T) e;
    }

    private static FakeWorkload failingAt(int failingNumber, SQLException failure) {
        return new FakeWorkload((worker, number) -> {
            if (number == failingNumber) {
                throw failure;
            }
        });
    }
}
