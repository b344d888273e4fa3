// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.workload.transfer.Transfers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Starts runs with or without replay, whose streams can pass through a faulty proxy. */
abstract class ReplayRuns extends ServerContract {

    static final Predicate<StreamTransaction> WORKLOAD_TRANSACTIONS = StreamTransaction.changing("accounts");
    static final int TRANSACTIONS = 300;

    private static final ObjectMapper JSON = new ObjectMapper();

    CliProcess startRun(Path directory, int port, String heap, String... extraOptions) {
        Endpoint endpoint = endpointAt(port);
        List<String> options = new ArrayList<>(List.of(
                "run",
                "--prepare",
                "--cleanup",
                "--replay",
                "--host=" + endpoint.host(),
                "--port=" + endpoint.port(),
                "--database=" + endpoint.database(),
                "--user=" + endpoint.user(),
                "--ssl-mode=DISABLED",
                "--workload=transfer",
                "--time=0",
                "--events=" + TRANSACTIONS));
        options.addAll(List.of(extraOptions));
        return CliProcess.start(
                directory,
                CliProcess.javaOptions(heap),
                Map.of("CDC_TESTER_PASSWORD", endpoint.password().reveal()),
                options.toArray(String[]::new));
    }

    /** The stream's positions are comparable with the writers' positions, because both use the proxy's address. */
    JsonNode verdictThroughOneProxy(Verification verification, int threads, StreamFault... faults) {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults))) {
            return runAndGetVerdict(plan(endpointAt(proxy.port()), threads).verify(verification));
        }
    }

    JsonNode verdictWithStreamProxy(StreamFault... faults) {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults))) {
            return runAndGetVerdict(
                    plan(endpointAt(port()), 1).subscriber(SubscriberSpec.DEFAULT.at(endpointAt(proxy.port()))));
        }
    }

    JsonNode countVerdictWithStreamProxy(StreamFault... faults) {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults))) {
            return runAndGetVerdict(plan(endpointAt(port()), 1)
                    .subscriber(
                            SubscriberSpec.DEFAULT.at(endpointAt(proxy.port())).delaySource(DelaySource.HEARTBEAT))
                    .verify(Verification.COUNTS));
        }
    }

    static JsonNode runAndGetVerdict(PlanBuilder plan) {
        return verdictOf(RoundTripChecks.run(plan));
    }

    static JsonNode verdictOf(RunResult result) {
        return JSON.readTree(Formats.JSON.text(result)).get("verdict");
    }

    PlanBuilder plan(Endpoint endpoint, int threads) {
        return planWithoutReplay(endpoint, threads).replay();
    }

    /** The number of transactions is fixed, because faults select a transaction by its number. */
    static PlanBuilder planWithoutReplay(Endpoint endpoint, int threads) {
        return CdcTester.plan()
                .endpoint(endpoint)
                .workload(Transfers.between(3))
                .load(closedLoop(threads))
                .window(new Window(Duration.ZERO, Duration.ZERO, TRANSACTIONS, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter();
    }

    FaultProxy proxy() {
        return FaultProxy.to("127.0.0.1", port());
    }

    int port() {
        return server.endpoint().port();
    }

    Endpoint endpointAt(int port) {
        return server.endpoint().withAddress("127.0.0.1", port).withSsl(SslMode.DISABLED, null);
    }
}
