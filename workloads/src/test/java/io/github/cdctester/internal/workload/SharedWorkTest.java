// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.Preparation;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SharedWorkTest {

    private final StopSignal stop = new StopSignal();
    private final AtomicInteger openConnections = new AtomicInteger();
    private final CountDownLatch cancelLatch = new CountDownLatch(1);
    private final Preparation preparation = new Preparation(this::openConnection, 4, stop, Preparation.Progress.SILENT);

    @Test
    void executesEachPieceOnce() throws Exception {
        Set<Integer> executedPieces = ConcurrentHashMap.newKeySet();
        SharedWork.run(
                preparation,
                1_000,
                (piece, statement, checkpoint) ->
                        assertThat(executedPieces.add(piece)).isTrue());
        assertThat(executedPieces).hasSize(1_000);
        assertThat(openConnections).hasValue(0);
    }

    @Test
    void firstFailureEndsWork() {
        AtomicInteger startedPieces = new AtomicInteger();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> SharedWork.run(preparation, 1_000_000, (piece, statement, checkpoint) -> {
                    startedPieces.incrementAndGet();
                    if (piece == 100) {
                        throw new SQLException("full");
                    }
                }))
                .withMessage("full");
        assertThat(startedPieces.get()).isLessThan(1_000_000);
        assertThat(openConnections).hasValue(0);
    }

    @Test
    void rethrowsError() {
        AssertionError error = new AssertionError("an error in a listener");
        assertThatThrownBy(() -> SharedWork.run(preparation, 1_000_000, (piece, statement, checkpoint) -> {
                    if (piece == 100) {
                        throw error;
                    }
                }))
                .isSameAs(error);
        assertThat(openConnections).hasValue(0);
    }

    @Test
    void endsOnStop() {
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(
                        () -> SharedWork.run(preparation, 1_000_000, (piece, statement, checkpoint) -> stop.raise()));
        assertThat(openConnections).hasValue(0);
    }

    @Test
    void interruptCancelsRunningStatements() throws InterruptedException {
        CountDownLatch piecesStarted = new CountDownLatch(4);
        AtomicInteger runningPieces = new AtomicInteger();
        AtomicBoolean assertionsPassed = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            assertThatThrownBy(() -> SharedWork.run(preparation, 4, (piece, statement, checkpoint) -> {
                        runningPieces.incrementAndGet();
                        piecesStarted.countDown();
                        cancelLatch.await();
                        runningPieces.decrementAndGet();
                        checkpoint.throwIfStopped();
                    }))
                    .isInstanceOf(InterruptedException.class);
            assertThat(runningPieces).hasValue(0);
            assertThat(openConnections).hasValue(0);
            assertionsPassed.set(true);
        });
        caller.start();
        piecesStarted.await();
        caller.interrupt();
        caller.join();
        assertThat(assertionsPassed).as("all of the caller's assertions held").isTrue();
    }

    @Test
    void abandonsHangingServer() throws InterruptedException {
        CountDownLatch sourceClosed = new CountDownLatch(1);
        CountDownLatch statementEnded = new CountDownLatch(1);
        ConnectionSource source = new ConnectionSource() {
            @Override
            public Connection connection() {
                return openConnection();
            }

            @Override
            public void close() {
                sourceClosed.countDown();
            }
        };
        Preparation hangingPreparation = new Preparation(source, 1, stop, Preparation.Progress.SILENT);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> SharedWork.run(
                        hangingPreparation,
                        1,
                        (piece, statement, checkpoint) -> {
                            stop.raise();
                            sourceClosed.await(); // blocks like a read until its connection is closed
                            statementEnded.countDown();
                        },
                        Duration.ofSeconds(3)))
                .withMessage("a statement did not end within 3 s, though it was cancelled; check the server")
                .satisfies(failure -> assertThat(failure)
                        .hasSuppressedException(new InterruptedException("stopped while preparing")));
        assertThat(cancelLatch.getCount()).as("the statement was cancelled").isZero();
        statementEnded.await();
    }

    private Connection openConnection() {
        openConnections.incrementAndGet();
        return fake(Connection.class, openConnections::decrementAndGet);
    }

    /** The proxy records calls of {@code close} and {@code cancel}. */
    private <T> T fake(Class<T> type, Runnable close) {
        return type.cast(Proxy.newProxyInstance(
                SharedWorkTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "createStatement" -> {
                            return fake(Statement.class, () -> {});
                        }
                        case "close" -> close.run();
                        case "cancel" -> cancelLatch.countDown();
                        case "hashCode" -> {
                            return System.identityHashCode(proxy);
                        }
                        case "equals" -> {
                            return proxy == arguments[0];
                        }
                        default -> throw new UnsupportedOperationException(method.getName());
                    }
                    return null;
                }));
    }
}
