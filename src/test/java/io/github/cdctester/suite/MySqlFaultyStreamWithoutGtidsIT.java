// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdicts use counts and positions. */
@RequiresDocker
@Timeout(120)
final class MySqlFaultyStreamWithoutGtidsIT extends ProxiedContract {

    private static final Predicate<StreamTransaction> WORKLOAD_TRANSACTIONS = StreamTransaction.changing("sbtest1");

    @Override
    TestServer start() {
        return MySqlTestServer.sharedWithoutGtids();
    }

    @ParameterizedTest
    @CsvSource({
        "nothing,       LOSSLESS,   0, 0, 0, NOT_CHECKED",
        "drop,          LOST,       1, 0, 0, LOST",
        "drop-repeat,   LOST,       1, 1, 0, LOST",
        "repeat,        DUPLICATED, 0, 1, 0, DUPLICATED",
        "repeat-later,  DUPLICATED, 0, 1, 0, DUPLICATED",
        "swap,          REORDERED,  0, 0, 1, REORDERED",
        "torn,          LOST,       1, 0, 0, LOST"
    })
    void detectsFaultsByCountsAndPositions(
            String faultName,
            Verdict.Status status,
            long missingCount,
            long duplicatedCount,
            long outOfOrder,
            Verdict.Status statusAtOtherEndpoint) {
        for (boolean isOneEndpoint : new boolean[] {true, false}) {
            Verdict verdict = verdict(isOneEndpoint, faults(faultName));
            assertThat(verdict.method()).isEqualTo("counts");
            assertThat(verdict.status()).as(verdict.reason()).isEqualTo(isOneEndpoint ? status : statusAtOtherEndpoint);
            assertThat(verdict.missing()).as(verdict.reason()).isEqualTo(missingCount);
            assertThat(verdict.duplicated()).as(verdict.reason()).isEqualTo(duplicatedCount);
            assertThat(verdict.outOfOrder()).as(verdict.reason()).isEqualTo(outOfOrder);
            assertThat(verdict.firstOffender() == null).isEqualTo(faultName.equals("nothing"));
        }
    }

    @ParameterizedTest
    @CsvSource({"swap, NOT_CHECKED", "repeat, NOT_CHECKED", "drop, LOST"})
    void doesNotTrustPositionsOfOtherBinlog(String faultName, Verdict.Status status) {
        StreamFault[] faults = {faults(faultName)[0], StreamFaults.repairedPositions()};
        assertThat(verdict(false, faults).status()).isEqualTo(status);
    }

    private static StreamFault[] faults(String faultName) {
        return switch (faultName) {
            case "nothing" -> new StreamFault[0];
            case "drop" -> new StreamFault[] {StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50)};
            case "drop-repeat" ->
                new StreamFault[] {
                    StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50), StreamFaults.repeat(WORKLOAD_TRANSACTIONS, 60)
                };
            case "repeat" -> new StreamFault[] {StreamFaults.repeat(WORKLOAD_TRANSACTIONS, 50)};
            case "repeat-later" -> new StreamFault[] {StreamFaults.repeatLater(WORKLOAD_TRANSACTIONS, 50, 7)};
            case "swap" -> new StreamFault[] {StreamFaults.swap(WORKLOAD_TRANSACTIONS, 50)};
            case "torn" -> new StreamFault[] {StreamFaults.dropFirstRowsEvent(WORKLOAD_TRANSACTIONS, 50)};
            default -> throw new IllegalArgumentException(faultName);
        };
    }

    private Verdict verdict(boolean isOneEndpoint, StreamFault... faults) {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults))) {
            Endpoint proxiedEndpoint = endpointAt(proxy.port());
            SubscriberSpec subscriber =
                    isOneEndpoint ? SubscriberSpec.DEFAULT : SubscriberSpec.DEFAULT.at(proxiedEndpoint);
            return RoundTripChecks.run(CdcTester.plan()
                            .endpoint(
                                    isOneEndpoint
                                            ? proxiedEndpoint
                                            : endpointAt(server.endpoint().port()))
                            .workload(Sysbench.oltpInsert().tableSize(10))
                            .load(LoadSpec.closedLoop(1))
                            .window(new Window(Duration.ZERO, Duration.ZERO, 300, Duration.ofSeconds(30)))
                            .subscriber(subscriber)
                            .prepareFirst()
                            .cleanupAfter())
                    .verdict();
        }
    }
}
