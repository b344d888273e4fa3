// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The stream passes through a faulty proxy. */
abstract class FaultyStreamRuns extends ProxiedContract {

    static final Predicate<StreamTransaction> WORKLOAD_TRANSACTIONS = StreamTransaction.changing("sbtest1");
    static final int TRANSACTIONS = 300;

    private static final ObjectMapper JSON = new ObjectMapper();

    CliProcess startRun(Path directory, FaultProxy proxy, String... extraOptions) {
        List<String> options = new ArrayList<>(List.of(
                "run",
                "--prepare",
                "--cleanup",
                "--cdc-url=jdbc:mysql://127.0.0.1:" + proxy.port() + "/",
                "--ssl-mode=DISABLED",
                "--workload=oltp_insert",
                "--table-size=10",
                "--time=0",
                "--events=" + TRANSACTIONS,
                "--drain-timeout=30"));
        options.addAll(List.of(extraOptions));
        return CommandLines.start(directory, endpointAt(server.endpoint().port()), options.toArray(String[]::new));
    }

    JsonNode verdict(int threads, FaultPlan faults) {
        try (FaultProxy proxy = proxy().faults(faults)) {
            return verdict(plan(threads, proxy));
        }
    }

    JsonNode verdictByCounts(StreamFault... faults) {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults))) {
            return verdict(plan(1, proxy).verify(Verification.COUNTS));
        }
    }

    static JsonNode verdict(PlanBuilder plan) {
        return JSON.readTree(Formats.JSON.text(RoundTripChecks.run(plan))).get("verdict");
    }

    /** The proxy counts the transactions. On a busy machine, the last ones may arrive late. */
    PlanBuilder plan(int threads, FaultProxy proxy) {
        return CdcTester.plan()
                .endpoint(endpointAt(server.endpoint().port()))
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(closedLoop(threads))
                .window(new Window(Duration.ZERO, Duration.ZERO, TRANSACTIONS, Duration.ofSeconds(30)))
                .subscriber(SubscriberSpec.DEFAULT.at(endpointAt(proxy.port())))
                .prepareFirst()
                .cleanupAfter();
    }
}
