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

/** A primary and its replica, each behind a proxy that fails. The stream moves from one to the other and back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(180)
abstract class FailoverContract {

    private static final long SEED = 20261123;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** Total time of the waits while the stream has no server. Each wait takes at most {@link #TIMEOUT}. */
    private static final Duration RESUME_TIMEOUT = Duration.ofMinutes(5);

    private static final long MIN_PROGRESS = 30;
    private static final int MOVES = 5;

    private TestServer primary;
    private TestServer replica;
    private FaultProxy toPrimary;
    private FaultProxy toReplica;
    private LedgerWriters.Count countBefore;

    abstract TestServer start(int serverId);

    @BeforeAll
    void startBoth() {
        primary = start(1);
        replica = start(2);
        replica.replicateFrom(primary);
        primary.execute("CREATE USER suite IDENTIFIED BY 'suite'", "GRANT ALL ON *.* TO suite");
        LedgerWriters.createTable(primary);
        Eventually.assertThat(
                TIMEOUT, () -> replica.rows("SHOW TABLES").toString(), tables -> tables.contains(LedgerWriters.TABLE));
    }

    @AfterAll
    void closeBoth() {
        primary.close();
        replica.close();
    }

    @BeforeEach
    void connectBoth() {
        toPrimary = FaultProxy.to("127.0.0.1", primary.endpoint().port());
        toReplica = FaultProxy.to("127.0.0.1", replica.endpoint().port());
        countBefore = LedgerWriters.count(primary);
    }

    @AfterEach
    void disconnectBoth() {
        toPrimary.close();
        toReplica.close();
    }

    @Test
    @Order(2) // this test ends the primary
    void movesToReplicaAndBackAndToPromotedReplica() throws Exception {
        Random random = new Random(SEED);
        SubscriberSpec subscriber = SubscriberSpec.DEFAULT.failover(List.of(endpointOf(toReplica)));
        try (MeasuredStream stream = MeasuredStream.start(endpointOf(toPrimary), subscriber)) {
            try (LedgerWriters writers = LedgerWriters.start(primary, 3, SEED)) {
                for (int move = 0; move < MOVES; move++) {
                    awaitProgress(stream, random.nextInt(100));
                    boolean movesToReplica = move % 2 == 0;
                    toReplica.refuse(!movesToReplica);
                    toPrimary.refuse(movesToReplica);
                    (movesToReplica ? toPrimary : toReplica).cut();
                    Eventually.assertThat(
                            TIMEOUT, (movesToReplica ? toReplica : toPrimary)::connections, count -> count > 0);
                    awaitProgress(stream, 0); // may be from the last second at the previous server
                }
                awaitProgress(stream, 0);
            }
            Eventually.assertThat(
                    TIMEOUT, () -> LedgerWriters.count(replica), count -> count.equals(LedgerWriters.count(primary)));
            toReplica.refuse(false);
            primary.kill();
            replica.promote();
            long atPromotion = LedgerWriters.count(replica).minus(countBefore).transactions();
            try (LedgerWriters writers = LedgerWriters.start(replica, 2, SEED + 1)) {
                Eventually.assertThat(TIMEOUT, stream::transactions, count -> count > atPromotion + MIN_PROGRESS);
            }
            LedgerWriters.Count written = LedgerWriters.count(replica).minus(countBefore);
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= written.transactions());

            CdcSummary cdc = stream.stop().summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(written.transactions());
            assertThat(cdc.rows()).isEqualTo(written.rows());
            assertThat(cdc.omittedBytes()).isZero();
            assertThat(cdc.incompleteTransactions()).isZero();
            assertThat(cdc.gaps().size()).isGreaterThanOrEqualTo(MOVES);
            assertThat(cdc.gaps())
                    .filteredOn(gap -> !gap.from().equals(gap.to()))
                    .allSatisfy(FailoverContract::assertMove);
            assertThat(cdc.gaps().get(0).from())
                    .startsWith(endpointOf(toPrimary).address());
            assertThat(cdc.gaps().get(0).to()).startsWith(endpointOf(toReplica).address());
            assertThat(replica.rows("SHOW BINARY LOGS").toString())
                    .contains(cdc.to().file());
        }
    }

    @Test
    @Order(1)
    void continuesByGtidsIfServerAtAddressChanges() throws Exception {
        try (MeasuredStream stream = MeasuredStream.start(endpointOf(toPrimary), SubscriberSpec.DEFAULT)) {
            try (LedgerWriters writers = LedgerWriters.start(primary, 2, SEED)) {
                awaitProgress(stream, 0);
                toPrimary.leadTo("127.0.0.1", replica.endpoint().port());
                toPrimary.cut();
                awaitProgress(stream, 0);
            }
            LedgerWriters.Count written = LedgerWriters.count(primary).minus(countBefore);
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= written.transactions());
            RunResult result = stream.stop();
            assertThat(result.summary().cdc().transactions()).isEqualTo(written.transactions());
            assertThat(result.summary().cdc().rows()).isEqualTo(written.rows());
            assertThat(result.summary().cdc().gaps()).first().satisfies(FailoverContract::assertMove);
            // the drain followed the server to which the stream had moved
            assertThat(replica.rows(replica.logStatusStatement()).get(0))
                    .startsWith(
                            result.summary().cdc().to().file(),
                            String.valueOf(result.summary().cdc().to().position()));
        }
    }

    @Test
    @Order(1)
    void continuesByGtidsAfterStartInsideOfFile() throws Exception {
        List<String> startPosition;
        try (LedgerWriters writers = LedgerWriters.start(primary, 2, SEED)) {
            Eventually.assertThat(
                    TIMEOUT,
                    () -> LedgerWriters.count(primary).minus(countBefore).transactions(),
                    count -> count > MIN_PROGRESS);
        }
        startPosition = primary.rows(primary.logStatusStatement()).get(0);
        countBefore = LedgerWriters.count(primary);
        SubscriberSpec subscriber = SubscriberSpec.DEFAULT
                .failover(List.of(endpointOf(toReplica)))
                .from(StartPosition.parse(startPosition.get(0) + ":" + startPosition.get(1)));
        try (LedgerWriters writers = LedgerWriters.start(primary, 2, SEED);
                MeasuredStream stream = MeasuredStream.start(endpointOf(toPrimary), subscriber)) {
            awaitProgress(stream, 0);
            toPrimary.refuse(true);
            toPrimary.cut();
            awaitProgress(stream, 0);
            writers.close();
            LedgerWriters.Count written = LedgerWriters.count(primary).minus(countBefore);
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= written.transactions());
            CdcSummary cdc = stream.stop().summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(written.transactions());
            assertThat(cdc.rows()).isEqualTo(written.rows());
            assertThat(cdc.gaps()).first().satisfies(FailoverContract::assertMove);
        }
    }

    @Test
    @Order(1)
    void skipsServerThatPurgedMissingTransactions() throws Exception {
        Endpoint unencrypted = endpointOf(toReplica).withSsl(SslMode.DISABLED, null); // for the proxy to see the dump
        SubscriberSpec subscriber =
                SubscriberSpec.DEFAULT.failover(List.of(unencrypted)).resumeTimeout(RESUME_TIMEOUT);
        try (MeasuredStream stream = MeasuredStream.start(endpointOf(toPrimary), subscriber)) {
            // the dump that the check before the run started
            Eventually.assertThat(TIMEOUT, toReplica::endedDumps, ended -> ended == 1);
            writeWhileDisconnected();
            OldLogs.purge(replica);
            toReplica.refuse(false);
            Eventually.assertThat(TIMEOUT, toReplica::endedDumps, ended -> ended > 1);
            toPrimary.refuse(false);

            LedgerWriters.Count written = LedgerWriters.count(primary).minus(countBefore);
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= written.transactions());
            CdcSummary cdc = stream.stop().summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(written.transactions());
            assertThat(cdc.rows()).isEqualTo(written.rows());
            assertThat(cdc.gaps()).singleElement().satisfies(gap -> {
                assertThat(gap.from()).startsWith(endpointOf(toPrimary).address());
                assertThat(gap.to()).isEqualTo(gap.from());
                assertThat(gap.attempts()).isGreaterThan(1);
            });
            assertThat(toReplica.endedDumps()).as("dumps of the replica").isEqualTo(2);
        }
    }

    @Test
    @Order(1)
    void endsWithReasonIfAllServersPurged() throws Exception {
        SubscriberSpec subscriber =
                SubscriberSpec.DEFAULT.failover(List.of(endpointOf(toReplica))).resumeTimeout(RESUME_TIMEOUT);
        try (MeasuredStream stream = MeasuredStream.start(endpointOf(toPrimary), subscriber)) {
            writeWhileDisconnected();
            OldLogs.purge(replica);
            OldLogs.purge(primary);
            toReplica.refuse(false);
            toPrimary.refuse(false);

            assertThat(stream.awaitFailure())
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContainingAll(
                            endpointOf(toPrimary).address(),
                            endpointOf(toReplica).address())
                    .hasMessageContaining("cannot be resumed after")
                    .hasMessageContaining("cannot continue the stream")
                    .hasMessageContaining("1236")
                    .hasMessageContaining("purged");
        }
    }

    /** Cuts the stream off from both servers, and then writes to both. */
    private void writeWhileDisconnected() {
        toReplica.refuse(true);
        toPrimary.refuse(true);
        toPrimary.cut();
        toReplica.cut();
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
    void rejectsUnsuitableFailoverServer() {
        SubscriberSpec subscriber = SubscriberSpec.DEFAULT.failover(List.of(endpointOf(toReplica)));
        toReplica.close();
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> MeasuredStream.start(endpointOf(toPrimary), subscriber))
                .withMessageContaining(endpointOf(toReplica).address());
    }

    private static void assertMove(CdcSummary.Gap gap) {
        assertThat(gap.by()).isEqualTo(CdcSummary.Gap.ResumedBy.GTIDS);
        assertThat(gap.from()).isNotEqualTo(gap.to());
        assertThat(gap.clock()).isNotNull();
        assertThat(gap.attempts()).isPositive();
        assertThat(gap.seconds()).isPositive();
    }

    private static void awaitProgress(MeasuredStream stream, int additional) {
        long before = stream.transactions();
        Eventually.assertThat(TIMEOUT, stream::transactions, count -> count > before + MIN_PROGRESS + additional);
    }

    private Endpoint endpointOf(FaultProxy proxy) {
        return Endpoint.of(proxy.host(), proxy.port(), "", "suite", Password.of("suite"));
    }
}
