// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.IgnoredErrors;
import io.github.cdctester.internal.writer.CountingSink;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.workload.StatementWorkload;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
abstract class LoopLoads {

    static final long SECOND = 1_000_000_000;
    static final byte[] OK = FakeServer.OK;
    static final NumberedWrites IN_TRANSACTION = new NumberedWrites(true);
    static final NumberedWrites AUTOCOMMIT = new NumberedWrites(false);

    final CountingSink sink = new CountingSink();

    /** Offset of the event loops' clock from the system clock, in ns. */
    volatile long skippedNanos;

    SslMode sslMode = SslMode.DISABLED;

    @AfterEach
    void awaitNoThreads() throws InterruptedException {
        await(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("cdc-tester-")));
    }

    void run(FakeServer server, StatementWorkload workload, int threads, int transactions) throws InterruptedException {
        try (LoadDriver load = load(server, workload, LoadSpec.closedLoop(threads))) {
            load.limitTo(transactions);
            load.start();
            load.open();
            assertThat(load.awaitEnd(20 * SECOND)).isTrue();
            assertThat(load.failure()).isEmpty();
        }
    }

    LoadDriver load(FakeServer server, StatementWorkload workload, LoadSpec load) {
        return new LoadDriver(
                NativeClient.open(server.endpoint(sslMode), workload, null),
                load,
                IgnoredErrors.DEFAULT,
                sink,
                () -> System.nanoTime() + skippedNanos,
                0,
                LoadShare.ALL);
    }

    static void awaitLatch(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    static void awaitOrInterrupt(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The interrupt of the test's time limit ends the wait. */
    static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Thread.onSpinWait();
        }
    }
}
