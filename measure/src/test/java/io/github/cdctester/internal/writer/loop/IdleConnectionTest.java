// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.writer.LoadDriver;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The server may have closed idle connections. */
class IdleConnectionTest extends LoopLoads {

    @Test
    void pingsIdleConnectionsBeforeUse() throws Exception {
        AtomicInteger pings = new AtomicInteger();
        try (FakeServer server = new FakeServer((connection, command) -> {
                    pings.addAndGet(command.equals("PING") ? 1 : 0);
                    return OK;
                });
                LoadDriver load = load(server, AUTOCOMMIT, LoadSpec.closedLoop(3))) {
            load.start();
            skippedNanos = 2 * SECOND;
            load.limitTo(30);
            load.open();
            assertThat(load.awaitEnd(15 * SECOND)).isTrue();
            assertThat(load.failure()).isEmpty();
        }
        assertThat(pings).hasValue(3);
        assertThat(sink.reconnects).hasValue(0);
        assertThat(sink.transactions).hasValue(30);
    }

    /** Only the connection for the next start is pinged. */
    @Test
    void pingsConnectionAheadOfScheduledStart() throws Exception {
        Queue<Long> pings = new ConcurrentLinkedQueue<>();
        try (FakeServer server = new FakeServer((connection, command) -> {
                    if (command.equals("PING")) {
                        pings.add(System.nanoTime());
                    }
                    return OK;
                });
                LoadDriver load = load(server, AUTOCOMMIT, LoadSpec.openLoop(1, Rate.perSecond(0.625)))) {
            load.start();
            load.open();
            await(() -> {
                long start = sink.lastIntendedNanos.get();
                return pings.stream().anyMatch(ping -> start - ping > 0 && start - ping <= SECOND / 2);
            });
            assertThat(load.failure()).isEmpty();
        }
        assertThat(pings).hasSizeLessThanOrEqualTo(1 + sink.transactions.get());
        assertThat(sink.reconnects).hasValue(0);
    }

    /** For example, a load balancer drops idle connections. In each round, one of two workers per event loop starts. */
    @Test
    void repeatedIdleBreaksAreNoOutage() throws Exception {
        int loops = 2 * Runtime.getRuntime().availableProcessors();
        try (FakeServer server = new FakeServer((connection, command) -> command.equals("PING") ? null : OK);
                LoadDriver load = load(server, AUTOCOMMIT, LoadSpec.openLoop(2 * loops, Rate.perSecond(loops)))) {
            load.start();
            for (int round = 1; round <= 3; round++) {
                skippedNanos += 40 * SECOND;
                load.open();
                int transactions = sink.transactions.get() + loops;
                await(() -> sink.transactions.get() >= transactions
                        || load.failure().isPresent());
                load.pause(Long.MAX_VALUE);
            }
            assertThat(load.failure()).isEmpty();
        }
        assertThat(sink.reconnects.get()).isGreaterThan(loops);
    }

    /** For example, another machine now has the server's address. */
    @Test
    void replacesIdleConnectionWithoutResponse() throws Exception {
        CountDownLatch stuckLatch = new CountDownLatch(1);
        try (FakeServer server = new FakeServer((connection, command) -> {
                    if (command.equals("PING")) {
                        skippedNanos = 10 * SECOND;
                        awaitLatch(stuckLatch);
                    }
                    return OK;
                });
                LoadDriver load = load(server, AUTOCOMMIT, LoadSpec.closedLoop(1))) {
            load.start();
            skippedNanos = 2 * SECOND;
            load.limitTo(10);
            load.open();
            assertThat(load.awaitEnd(15 * SECOND)).isTrue();
            assertThat(load.failure()).isEmpty();
            stuckLatch.countDown();
        }
        assertThat(sink.reconnects).hasValue(1);
        assertThat(sink.unknownOutcomes).hasValue(0);
        assertThat(sink.transactions).hasValue(10);
    }
}
