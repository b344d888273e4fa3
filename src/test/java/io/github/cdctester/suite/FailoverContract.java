// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.suite.process.LedgerWriters;
import io.github.cdctester.suite.process.MeasuredStream;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Checks a stream that fails over between a primary and its replica, and back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(180)
abstract class FailoverContract {

    private static final long SEED = 20261123;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** Exceeds the sum of the waits, which take at most {@link #TIMEOUT} each. */
    private static final Duration RESUME_TIMEOUT = Duration.ofMinutes(5);

    private static final long MIN_PROGRESS = 30;
    private static final int FAILOVER_COUNT = 5;

    private TestServer primary;
    private TestServer replica;
    private FaultProxy primaryProxy;
    private FaultProxy replicaProxy;
    private LedgerWriters.Count countBefore;

    abstract TestServer start(int serverId);

    @BeforeAll
    void startServers() {
        primary = start(1);
        replica = start(2);
        replica.replicateFrom(primary);
        primary.execute("CREATE USER suite IDENTIFIED BY 'suite'", "GRANT ALL ON *.* TO suite");
        LedgerWriters.createTable(primary);
        Eventually.assertThat(
                TIMEOUT,
                () -> replica.queryRows("SHOW TABLES").toString(),
                tables -> tables.contains(LedgerWriters.TABLE));
    }

    @AfterAll
    void closeServers() {
        primary.close();
        replica.close();
    }

    @BeforeEach
    void startProxies() {
        primaryProxy = FaultProxy.to("127.0.0.1", primary.endpoint().port());
        replicaProxy = FaultProxy.to("127.0.0.1", replica.endpoint().port());
        countBefore = LedgerWriters.count(primary);
    }

    @AfterEach
    void closeProxies() {
        primaryProxy.close();
        replicaProxy.close();
    }

    @Test
    @Order(2) // this test kills the primary
    void failsOverToReplicaAndBackAndToPromotedReplica() throws Exception {
        Random random = new Random(SEED);
        SubscriberSpec subscriber = SubscriberSpec.DEFAULT.failover(List.of(endpointOf(replicaProxy)));
        try (MeasuredStream stream = MeasuredStream.start(endpointOf(primaryProxy), subscriber)) {
            try (LedgerWriters writers = LedgerWriters.start(primary, 3, SEED)) {
                for (int failover = 0; failover < FAILOVER_COUNT; failover++) {
                    awaitProgress(stream, random.nextInt(100));
                    boolean movesToReplica = failover % 2 == 0;
                    replicaProxy.refuse(!movesToReplica);
                    primaryProxy.refuse(movesToReplica);
                    (movesToReplica ? primaryProxy : replicaProxy).cut();
                    Eventually.assertThat(
                            TIMEOUT, (movesToReplica ? replicaProxy : primaryProxy)::connections, count -> count > 0);
                    awaitProgress(stream, 0); // the first transactions may still come from the previous server
                }
                awaitProgress(stream, 0);
            }
            Eventually.assertThat(
                    TIMEOUT, () -> LedgerWriters.count(replica), count -> count.equals(LedgerWriters.count(primary)));
            replicaProxy.refuse(false);
            primary.kill();
            replica.promote();
            long transactionsAtPromotion =
                    LedgerWriters.count(replica).minus(countBefore).transactions();
            try (LedgerWriters writers = LedgerWriters.start(replica, 2, SEED + 1)) {
                Eventually.assertThat(
                        TIMEOUT, stream::transactions, count -> count > transactionsAtPromotion + MIN_PROGRESS);
            }
            LedgerWriters.Count writtenCount = LedgerWriters.count(replica).minus(countBefore);
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= writtenCount.transactions());

            CdcSummary cdc = stream.stop().summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(writtenCount.transactions());
            assertThat(cdc.rows()).isEqualTo(writtenCount.rows());
            assertThat(cdc.omittedBytes()).isZero();
            assertThat(cdc.incompleteTransactions()).isZero();
            assertThat(cdc.gaps().size()).isGreaterThanOrEqualTo(FAILOVER_COUNT);
            assertThat(cdc.gaps())
                    .filteredOn(gap -> !gap.from().equals(gap.to()))
                    .allSatisfy(FailoverContract::assertResumedOnOtherServer);
            assertThat(cdc.gaps().get(0).from())
                    .startsWith(endpointOf(primaryProxy).address());
            assertThat(cdc.gaps().get(0).to())
                    .startsWith(endpointOf(replicaProxy).address());
            assertThat(replica.queryRows("SHOW BINARY LOGS").toString())
                    .contains(cdc.to().file());
        }
    }

    @Test
    @Order(1)
    void continuesByGtidsIfServerAtAddressChanges() throws Exception {
        try (MeasuredStream stream = MeasuredStream.start(endpointOf(primaryProxy), SubscriberSpec.DEFAULT)) {
            try (LedgerWriters writers = LedgerWriters.start(primary, 2, SEED)) {
                awaitProgress(stream, 0);
                primaryProxy.redirectTo("127.0.0.1", replica.endpoint().port());
                primaryProxy.cut();
                awaitProgress(stream, 0);
            }
            LedgerWriters.Count writtenCount = LedgerWriters.count(primary).minus(countBefore);
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= writtenCount.transactions());
            RunResult result = stream.stop();
            assertThat(result.summary().cdc().transactions()).isEqualTo(writtenCount.transactions());
            assertThat(result.summary().cdc().rows()).isEqualTo(writtenCount.rows());
            assertThat(result.summary().cdc().gaps()).first().satisfies(FailoverContract::assertResumedOnOtherServer);
            // the drain followed the server to which the stream had moved
            assertThat(replica.queryRows(replica.logStatusStatement()).get(0))
                    .startsWith(
                            result.summary().cdc().to().file(),
                            String.valueOf(result.summary().cdc().to().position()));
        }
    }

    @Test
    @Order(1)
    void continuesByGtidsAfterStartWithinBinlogFile() throws Exception {
        List<String> startPosition;
        try (LedgerWriters writers = LedgerWriters.start(primary, 2, SEED)) {
            Eventually.assertThat(
                    TIMEOUT,
                    () -> LedgerWriters.count(primary).minus(countBefore).transactions(),
                    count -> count > MIN_PROGRESS);
        }
        startPosition = primary.queryRows(primary.logStatusStatement()).get(0);
        countBefore = LedgerWriters.count(primary);
        SubscriberSpec subscriber = SubscriberSpec.DEFAULT
                .failover(List.of(endpointOf(replicaProxy)))
                .from(StartPosition.parse(startPosition.get(0) + ":" + startPosition.get(1)));
        try (LedgerWriters writers = LedgerWriters.start(primary, 2, SEED);
                MeasuredStream stream = MeasuredStream.start(endpointOf(primaryProxy), subscriber)) {
            awaitProgress(stream, 0);
            primaryProxy.refuse(true);
            primaryProxy.cut();
            awaitProgress(stream, 0);
            writers.close();
            LedgerWriters.Count writtenCount = LedgerWriters.count(primary).minus(countBefore);
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= writtenCount.transactions());
            CdcSummary cdc = stream.stop().summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(writtenCount.transactions());
            assertThat(cdc.rows()).isEqualTo(writtenCount.rows());
            assertThat(cdc.gaps()).first().satisfies(FailoverContract::assertResumedOnOtherServer);
        }
    }

    @Test
    @Order(1)
    void skipsServerThatPurgedMissingTransactions() throws Exception {
        Endpoint unencryptedReplica =
                endpointOf(replicaProxy).withSsl(SslMode.DISABLED, null); // the proxy must read the dump command
        SubscriberSpec subscriber =
                SubscriberSpec.DEFAULT.failover(List.of(unencryptedReplica)).resumeTimeout(RESUME_TIMEOUT);
        try (MeasuredStream stream = MeasuredStream.start(endpointOf(primaryProxy), subscriber)) {
            // the preflight check has already started and ended one dump
            Eventually.assertThat(TIMEOUT, replicaProxy::endedDumps, ended -> ended == 1);
            writeWhileDisconnected();
            BinlogPurge.purge(replica);
            replicaProxy.refuse(false);
            Eventually.assertThat(TIMEOUT, replicaProxy::endedDumps, ended -> ended > 1);
            primaryProxy.refuse(false);

            LedgerWriters.Count writtenCount = LedgerWriters.count(primary).minus(countBefore);
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= writtenCount.transactions());
            CdcSummary cdc = stream.stop().summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(writtenCount.transactions());
            assertThat(cdc.rows()).isEqualTo(writtenCount.rows());
            assertThat(cdc.gaps()).singleElement().satisfies(gap -> {
                assertThat(gap.from()).startsWith(endpointOf(primaryProxy).address());
                assertThat(gap.to()).isEqualTo(gap.from());
                assertThat(gap.attempts()).isGreaterThan(1);
            });
            assertThat(replicaProxy.endedDumps()).as("dumps of the replica").isEqualTo(2);
        }
    }

    @Test
    @Order(1)
    void endsWithReasonIfAllServersPurged() throws Exception {
        SubscriberSpec subscriber = SubscriberSpec.DEFAULT
                .failover(List.of(endpointOf(replicaProxy)))
                .resumeTimeout(RESUME_TIMEOUT);
        try (MeasuredStream stream = MeasuredStream.start(endpointOf(primaryProxy), subscriber)) {
            writeWhileDisconnected();
            BinlogPurge.purge(replica);
            BinlogPurge.purge(primary);
            replicaProxy.refuse(false);
            primaryProxy.refuse(false);

            assertThat(stream.awaitFailure())
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContainingAll(
                            endpointOf(primaryProxy).address(),
                            endpointOf(replicaProxy).address())
                    .hasMessageContaining("cannot be resumed after")
                    .hasMessageContaining("cannot continue the stream")
                    .hasMessageContaining("1236")
                    .hasMessageContaining("purged");
        }
    }

    /** The writes end when the replica has the same rows. */
    private void writeWhileDisconnected() {
        replicaProxy.refuse(true);
        primaryProxy.refuse(true);
        primaryProxy.cut();
        replicaProxy.cut();
        try (LedgerWriters writers = LedgerWriters.start(primary, 2, SEED)) {
            Eventually.assertThat(
                    TIMEOUT,
                    () -> LedgerWriters.count(replica).minus(countBefore).transactions(),
                    count -> count > MIN_PROGRESS);
        }
        Eventually.assertThat(
                TIMEOUT, () -> LedgerWriters.count(replica), count -> count.equals(LedgerWriters.count(primary)));
    }

    @Test
    @Order(1)
    void rejectsUnreachableFailoverServer() {
        SubscriberSpec subscriber = SubscriberSpec.DEFAULT.failover(List.of(endpointOf(replicaProxy)));
        replicaProxy.close();
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> MeasuredStream.start(endpointOf(primaryProxy), subscriber))
                .withMessageContaining(endpointOf(replicaProxy).address());
    }

    private static void assertResumedOnOtherServer(CdcSummary.Gap gap) {
        assertThat(gap.by()).isEqualTo(CdcSummary.Gap.ResumedBy.GTIDS);
        assertThat(gap.from()).isNotEqualTo(gap.to());
        assertThat(gap.clock()).isNotNull();
        assertThat(gap.attempts()).isPositive();
        assertThat(gap.seconds()).isPositive();
    }

    private static void awaitProgress(MeasuredStream stream, int extra) {
        long oldCount = stream.transactions();
        Eventually.assertThat(TIMEOUT, stream::transactions, count -> count > oldCount + MIN_PROGRESS + extra);
    }

    private Endpoint endpointOf(FaultProxy proxy) {
        return Endpoint.of(proxy.host(), proxy.port(), "", "suite", Password.of("suite"));
    }
}
