// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Window;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An idle stream has no delay, and the delay of a stuck stream grows each second. */
@Timeout(180)
final class StreamStateIT {

    private static final int SAMPLES_PER_STATE = 3;

    @Test
    void delayGrowsOnlyForStuckStream() {
        try (TestServer server = EmbeddedTestServer.shared();
                FaultProxy proxy = FaultProxy.to(
                        server.endpoint().host(), server.endpoint().port())) {
            server.execute("CREATE TABLE t (id INT PRIMARY KEY)");
            Endpoint endpoint = server.endpoint();
            StopSignal stop = new StopSignal();
            Director director = new Director(server, proxy, stop);
            RunResult result = RoundTripChecks.run(CdcTester.plan()
                    .endpoint(Endpoint.of(
                                    "127.0.0.1",
                                    proxy.port(),
                                    endpoint.database(),
                                    endpoint.user(),
                                    endpoint.password())
                            .withSsl(SslMode.DISABLED, null))
                    .window(new Window(Duration.ZERO, Duration.ofSeconds(50), 0, Duration.ofSeconds(10)))
                    .stopSignal(stop)
                    .listener(director));

            List<SampleRow.Cdc> idleSamples = samplesIn(result, SampleRow.Motion.IDLE);
            assertThat(idleSamples)
                    .hasSizeGreaterThanOrEqualTo(SAMPLES_PER_STATE)
                    .allSatisfy(second -> {
                        assertThat(second.unreadMillis()).isZero();
                        assertThat(second.delay().maxMillis()).isNull();
                        assertThat(second.behindBytes()).isZero();
                    });
            List<SampleRow.Cdc> stuckSamples = samplesIn(result, SampleRow.Motion.STUCK);
            assertThat(stuckSamples)
                    .hasSizeGreaterThanOrEqualTo(SAMPLES_PER_STATE)
                    .allSatisfy(second -> {
                        assertThat(second.behindBytes()).isPositive();
                        assertThat(second.delay().count()).isZero();
                        assertThat(second.delay().p50Millis()).isEqualTo(second.unreadMillis());
                    });
            assertThat(stuckSamples)
                    .extracting(second -> second.delay().maxMillis())
                    .isSorted()
                    .doesNotHaveDuplicates();
            double growthMillis = stuckSamples.get(SAMPLES_PER_STATE - 1).unreadMillis()
                    - stuckSamples.get(0).unreadMillis();
            assertThat(growthMillis).as("over %d samples", SAMPLES_PER_STATE).isGreaterThan(1_000);
            assertThat(result.summary().cdc().transactions()).isEqualTo(1);
            assertThat(result.summary().cdc().delay().count()).isEqualTo(1);
        }
    }

    private static List<SampleRow.Cdc> samplesIn(RunResult result, SampleRow.Motion state) {
        return result.samples().stream()
                .map(SampleRow::cdc)
                .filter(second -> second.state() == state)
                .toList();
    }

    /** Makes the stream idle, then stuck, then flowing. Each state lasts until enough samples show it. */
    private static final class Director implements RunListener {
        private final TestServer server;
        private final FaultProxy proxy;
        private final StopSignal stop;
        private SampleRow.Motion awaitedState = SampleRow.Motion.IDLE;
        private int samplesInState;

        Director(TestServer server, FaultProxy proxy, StopSignal stop) {
            this.server = server;
            this.proxy = proxy;
            this.stop = stop;
        }

        @Override
        public void sample(SampleRow sample) {
            if (sample.cdc().state() != awaitedState) {
                return;
            }
            samplesInState++;
            if (awaitedState == SampleRow.Motion.FLOWING) {
                stop.raise();
            } else if (samplesInState == SAMPLES_PER_STATE && awaitedState == SampleRow.Motion.IDLE) {
                proxy.stallDumps(true);
                server.execute("INSERT INTO t VALUES (1)");
                expect(SampleRow.Motion.STUCK);
            } else if (samplesInState == SAMPLES_PER_STATE) {
                proxy.stallDumps(false);
                expect(SampleRow.Motion.FLOWING);
            }
        }

        private void expect(SampleRow.Motion nextState) {
            awaitedState = nextState;
            samplesInState = 0;
        }
    }
}
