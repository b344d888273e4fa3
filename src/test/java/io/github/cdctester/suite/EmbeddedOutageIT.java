// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The figures of an open loop must show an outage, even if it lasts until the end of the run. */
@Timeout(180)
class EmbeddedOutageIT extends ServerContract {

    private static final int STARTS_PER_SECOND = 200;
    private static final int SECONDS = 8;
    private static final int OUTAGE_START_SECOND = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }

    @Test
    void startsDuringOutageAreLate() {
        Outage outage = new Outage(OUTAGE_START_SECOND);
        int transactions = SECONDS * STARTS_PER_SECOND;
        Window allTransactionsWindow = new Window(Duration.ZERO, TIMEOUT, transactions, TIMEOUT);
        RunResult result = run(allTransactionsWindow, outage, () -> outage.second >= OUTAGE_START_SECOND + 2);

        WriteSummary write = result.summary().write();
        assertThat(write.latency().maxMillis())
                .as("latency counts from the intended start")
                .isGreaterThan(1_000);
        assertThat(write.transactions() + write.unknownOutcome()).isEqualTo(transactions);
        assertThat(write.notStarted()).isZero();
        assertThat(write.leftOutPercent()).isZero();
        assertThat(write.waiting().count()).isZero();
        assertThat(write.latencyWithWaiting()).isEqualTo(write.latency());
        assertThat(Formats.TABLE.text(result)).doesNotContain("+ waiting");
    }

    @Test
    void countsWaitingTimeOfTransactionsNotStarted() {
        Window fixedTimeWindow = new Window(Duration.ZERO, Duration.ofSeconds(SECONDS), 0, TIMEOUT);
        RunResult result = run(fixedTimeWindow, new Outage(1), EmbeddedOutageIT::hasLoadEnded);

        WriteSummary write = result.summary().write();
        double outageMillis = (SECONDS - OUTAGE_START_SECOND - 1) * 1_000; // the server may have stopped slowly
        assertThat(write.latency().maxMillis())
                .as("latency excludes starts that were not executed")
                .isLessThan(outageMillis);
        assertThat(write.notStarted()).isGreaterThan((SECONDS - OUTAGE_START_SECOND - 1) * STARTS_PER_SECOND);
        assertThat(write.waiting().count()).isEqualTo(write.notStarted());
        assertThat(write.waiting().maxMillis()).isGreaterThan(outageMillis);
        assertThat(write.transactions() + write.unknownOutcome() + write.notStarted())
                .isBetween(write.scheduled(), write.scheduled() + 1);
        assertThat(write.leftOutPercent())
                .isEqualTo(100.0
                        * write.notStarted()
                        / (write.notStarted() + write.latency().count()))
                .isGreaterThan(30);
        assertThat(write.latencyWithWaiting().count()).isEqualTo(write.latency().count() + write.notStarted());
        assertThat(write.latencyWithWaiting().maxMillis())
                .isEqualTo(write.waiting().maxMillis());
        assertThat(write.latencyWithWaiting().p95Millis()).isGreaterThan(outageMillis / 2);
        assertThat(Formats.TABLE.text(result).replaceAll("\\s+", " "))
                .contains("+ waiting")
                .contains("did not start in time");
    }

    private RunResult run(Window window, Outage outage, BooleanSupplier outageEnds) {
        CompletableFuture<Void> restart = CompletableFuture.runAsync(() -> outage.stopAndRestartServer(outageEnds));
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(openLoop(4, perSecond(STARTS_PER_SECOND)))
                .subscriber(SubscriberSpec.DEFAULT.delaySource(DelaySource.EVENT_HEADER))
                .window(window)
                .listener(outage)
                .prepareFirst()
                .cleanupAfter());
        restart.join();
        assertThat(result.interrupted()).isFalse();
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Verdict.Status.LOSSLESS);
        return result;
    }

    private static boolean hasLoadEnded() {
        return Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().matches("cdc-tester-(writer|loop)-.*"));
    }

    /** The server starts again when a condition is met. */
    private final class Outage implements RunListener {

        private final int startSecond;
        private final CountDownLatch startLatch = new CountDownLatch(1);
        private volatile long second;

        Outage(int startSecond) {
            this.startSecond = startSecond;
        }

        @Override
        public void sample(SampleRow sample) {
            second = sample.second();
            if (second >= startSecond) {
                startLatch.countDown();
            }
        }

        void stopAndRestartServer(BooleanSupplier outageEnds) {
            try {
                startLatch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            server.shutDown();
            Eventually.assertThat(TIMEOUT, outageEnds::getAsBoolean, isOver -> isOver);
            server.startAgain();
        }
    }
}
