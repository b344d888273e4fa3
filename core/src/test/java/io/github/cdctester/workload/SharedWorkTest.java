// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.time.StopSignal;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SharedWorkTest {

    private final StopSignal stop = new StopSignal();
    private final AtomicInteger open = new AtomicInteger();
    private final Preparation preparation = new Preparation(this::open, 4, stop, Preparation.Progress.SILENT);

    @Test
    void doesEachPieceOnce() throws Exception {
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        SharedWork.run(
                preparation,
                1_000,
                (piece, connection) -> assertThat(done.add(piece)).isTrue());
        assertThat(done).hasSize(1_000);
        assertThat(open).hasValue(0);
    }

    @Test
    void endsAtTheFirstFailure() {
        AtomicInteger started = new AtomicInteger();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> SharedWork.run(preparation, 1_000_000, (piece, connection) -> {
                    started.incrementAndGet();
                    if (piece == 100) {
                        throw new SQLException("full");
                    }
                }))
                .withMessage("full");
        assertThat(started.get()).isLessThan(1_000_000);
        assertThat(open).hasValue(0);
    }

    @Test
    void endsWhenItIsStopped() {
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> SharedWork.run(preparation, 1_000_000, (piece, connection) -> stop.raise()));
        assertThat(open).hasValue(0);
    }

    @Test
    void endsWhenTheCallerIsInterrupted() throws InterruptedException {
        CountDownLatch working = new CountDownLatch(1);
        AtomicInteger atWork = new AtomicInteger();
        Thread caller = new Thread(() -> {
            assertThatThrownBy(() -> SharedWork.run(preparation, 4, (piece, connection) -> {
                        atWork.incrementAndGet();
                        working.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } finally {
                            atWork.decrementAndGet();
                        }
                    }))
                    .isInstanceOf(InterruptedException.class);
            assertThat(atWork).hasValue(0);
            open.addAndGet(1_000);
        });
        caller.start();
        working.await();
        caller.interrupt();
        caller.join();
        assertThat(open).as("all of the caller's assertions held").hasValue(1_000);
    }

    private Connection open() {
        open.incrementAndGet();
        return (Connection) Proxy.newProxyInstance(
                SharedWorkTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        open.decrementAndGet();
                        return null;
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
