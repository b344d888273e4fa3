// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.suite.VerdictJson.assertClean;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.transfer.Transfers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Checks the replay of a run whose stream fails over to a replica, while the writers stay at the primary. Transactions that the replica has
 * not applied yet are not lost.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
abstract class ReplayFailoverContract {

    private static final Predicate<StreamTransaction> ACCOUNT_TRANSACTIONS = StreamTransaction.changing("accounts");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TRANSACTIONS = 300;
    private static final int FAILOVER_AT_TRANSACTION = 100;
    private static final String STOP_APPLIER = "STOP REPLICA SQL_THREAD";
    private static final String START_APPLIER = "START REPLICA SQL_THREAD";

    private TestServer primary;
    private TestServer replica;
    private FaultProxy primaryProxy;
    private FaultProxy replicaProxy;

    abstract TestServer start(int serverId);

    @BeforeAll
    void startServers() {
        primary = start(1);
        replica = start(2);
        replica.replicateFrom(primary);
        primary.execute("CREATE USER suite IDENTIFIED BY 'suite'", "GRANT ALL ON *.* TO suite");
        Eventually.assertThat(
                Duration.ofSeconds(60),
                () -> replica.queryRows("SELECT user FROM mysql.user").toString(),
                users -> users.contains("suite"));
    }

    @AfterAll
    void closeServers() {
        primary.close();
        replica.close();
    }

    @BeforeEach
    void startProxies() {
        replica.execute(START_APPLIER);
        primaryProxy = FaultProxy.to("127.0.0.1", primary.endpoint().port());
        // the connection to the primary is restored when the stream has reached the replica
        replicaProxy = FaultProxy.to("127.0.0.1", replica.endpoint().port())
                .faults(FaultPlan.of(
                        StreamFaults.before(transaction -> true, Set.of(1L), () -> primaryProxy.refuse(false))));
    }

    @AfterEach
    void closeProxies() {
        primaryProxy.close();
        replicaProxy.close();
    }

    /** If the stream uses the writers' endpoint, log positions limit the measured part. Otherwise, heartbeats limit it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isLosslessAfterFailover(boolean hasSeparateStreamEndpoint) {
        failOverAt(FAILOVER_AT_TRANSACTION, () -> {});
        assertLosslessReplay(run(hasSeparateStreamEndpoint, Duration.ZERO, Duration.ofSeconds(60), step -> {}));
    }

    /** The writers are slow, so that the applier stops before it has applied all transactions. */
    @Test
    void isBehindIfReplicaDoesNotApply() {
        failOverAt(FAILOVER_AT_TRANSACTION, () -> replica.execute(STOP_APPLIER));
        try {
            // if the replica sends no transaction, its proxy never restores the connection to the primary
            PlanBuilder plan = plan(false, Duration.ZERO, Duration.ofSeconds(3), this::restoreConnectionAtEnd)
                    .load(openLoop(2, Rate.perSecond(75)));
            RunResult result = RoundTripChecks.run(plan);
            JsonNode verdict = verdict(result);
            assertThat(verdict.get("status").asString()).as(verdict.toString()).isEqualTo("BEHIND");
            assertThat(verdict.get("missing").isNull()).as(verdict.toString()).isTrue();
            assertThat(verdict.get("replay").get("violations").asLong())
                    .as(verdict.toString())
                    .isZero();
            assertThat(verdict.get("replay").get("imageEqual").isNull()).isTrue();
        } finally {
            replica.execute(START_APPLIER);
        }
    }

    @Test
    void isLosslessIfReplicaAppliesLate() {
        failOverAt(FAILOVER_AT_TRANSACTION, () -> replica.execute(STOP_APPLIER));
        assertLosslessReplay(run(false, Duration.ZERO, Duration.ofSeconds(60), step -> {
            restoreConnectionAtEnd(step);
            if (step.equals("waiting for the end of the stream")) {
                replica.execute(START_APPLIER);
            }
        }));
    }

    /** The stream reads from the replica before the measurement starts. */
    @Test
    void isLosslessAfterFailoverToLateReplica() {
        failOverAt(20, () -> replica.execute(STOP_APPLIER));
        assertLosslessReplay(run(false, Duration.ofSeconds(4), Duration.ofSeconds(60), step -> {
            if (step.equals("reading the tables for the replay")) {
                primaryProxy.refuse(false);
            } else if (step.startsWith("waiting for " + endpointOf(replicaProxy).address())) {
                replica.execute(START_APPLIER);
            }
        }));
    }

    private void restoreConnectionAtEnd(String step) {
        if (step.equals("waiting for the end of the stream")) {
            primaryProxy.refuse(false);
        }
    }

    private void failOverAt(long transaction, Runnable action) {
        primaryProxy.faults(FaultPlan.of(StreamFaults.breakAt(ACCOUNT_TRANSACTIONS, transaction, () -> {
            primaryProxy.refuse(true);
            action.run();
        })));
    }

    private static void assertLosslessReplay(RunResult result) {
        JsonNode verdict = verdict(result);
        assertThat(result.summary().cdc().gaps()).as(verdict.toString()).anyMatch(gap -> gap.clock() != null);
        assertClean(verdict);
        assertThat(verdict.get("method").asString()).isEqualTo("exact");
        assertThat(verdict.get("committed").asLong()).isEqualTo(TRANSACTIONS);
        assertThat(verdict.get("observed").asLong()).isEqualTo(TRANSACTIONS);
        JsonNode replay = verdict.get("replay");
        assertThat(replay.get("reason").isNull()).as(verdict.toString()).isTrue();
        assertThat(replay.get("transactions").asLong()).isEqualTo(TRANSACTIONS);
        assertThat(replay.get("violations").asLong()).as(verdict.toString()).isZero();
        assertThat(replay.get("imageEqual").asBoolean()).as(verdict.toString()).isTrue();
    }

    private RunResult run(boolean hasSeparateStreamEndpoint, Duration warmUp, Duration drain, StepAction action) {
        return RoundTripChecks.run(plan(hasSeparateStreamEndpoint, warmUp, drain, action));
    }

    private PlanBuilder plan(boolean hasSeparateStreamEndpoint, Duration warmUp, Duration drain, StepAction action) {
        SubscriberSpec subscriber = SubscriberSpec.DEFAULT.failover(List.of(endpointOf(replicaProxy)));
        Endpoint primaryEndpoint = endpointOf(primaryProxy)
                .withAddress("127.0.0.1", primary.endpoint().port());
        return CdcTester.plan()
                .endpoint(hasSeparateStreamEndpoint ? primaryEndpoint : endpointOf(primaryProxy))
                .workload(Transfers.between(3))
                .load(openLoop(2, Rate.perSecond(300)))
                .window(new Window(warmUp, Duration.ZERO, TRANSACTIONS, drain))
                .subscriber(hasSeparateStreamEndpoint ? subscriber.at(endpointOf(primaryProxy)) : subscriber)
                .listener(action)
                .prepareFirst()
                .cleanupAfter()
                .replay();
    }

    private interface StepAction extends RunListener {
        @Override
        void step(String step);
    }

    private static JsonNode verdict(RunResult result) {
        return JSON.readTree(Formats.JSON.text(result)).get("verdict");
    }

    private Endpoint endpointOf(FaultProxy proxy) {
        return Endpoint.of(proxy.host(), proxy.port(), primary.endpoint().database(), "suite", Password.of("suite"))
                .withSsl(SslMode.DISABLED, null);
    }
}
