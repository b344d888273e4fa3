// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.IgnoredErrors;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.CountingSink;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class LoopAllocationTest {

    private static final int WARM_UP_TRANSACTIONS = 15_000;
    private static final int MEASURED_TRANSACTIONS = 30_000;

    static Stream<LoadSpec> loads() {
        return Stream.of(
                LoadSpec.closedLoop(4), LoadSpec.openLoop(8, Rate.perSecond(15_000), LoadSpec.Arrivals.POISSON));
    }

    @ParameterizedTest
    @MethodSource("loads")
    void allocatesNothingPerTransaction(LoadSpec spec) throws Exception {
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        CountingSink sink = new CountingSink();
        try (FakeServer server = new FakeServer((connection, command) -> FakeServer.OK);
                LoadDriver load = new LoadDriver(
                        NativeClient.open(server.endpoint(), new NumberedWrites(false), null),
                        spec,
                        IgnoredErrors.DEFAULT,
                        sink,
                        NanoClock.SYSTEM,
                        0,
                        LoadShare.ALL)) {
            load.start();
            load.open();
            awaitTransactions(sink, WARM_UP_TRANSACTIONS);
            List<Long> loopThreads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("cdc-tester-loop-")
                            || thread.getName().startsWith("cdc-tester-timer-"))
                    .map(Thread::getId)
                    .toList();
            assertThat(loopThreads).hasSizeGreaterThanOrEqualTo(2);
            long before = allocatedBytes(memory, loopThreads);
            int transactions = sink.transactions.get();
            awaitTransactions(sink, transactions + MEASURED_TRANSACTIONS);
            assertThat(allocatedBytes(memory, loopThreads) - before).isLessThan(2L * MEASURED_TRANSACTIONS);
            assertThat(load.failure()).isEmpty();
        }
    }

    private static void awaitTransactions(CountingSink sink, int count) {
        while (sink.transactions.get() < count) {
            Thread.yield();
        }
    }

    private static long allocatedBytes(ThreadMXBean memory, List<Long> threads) {
        return threads.stream().mapToLong(memory::getThreadAllocatedBytes).sum();
    }
}
