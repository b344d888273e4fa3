// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.internal.binlog.StartWatch;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscriber;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.LedgerWriters;
import io.github.cdctester.suite.process.MeasuredStream;
import io.github.cdctester.suite.server.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks streams over a network that cuts or stalls connections, from a server that may purge its binlog. */
@Timeout(120)
abstract class FaultyNetworkContract extends ServerContract {

    private static final long SEED = 20261124;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int MIN_CUTS = 25;
    private static final int RESETS = 4;
    private static final int CUT_RANGE_BYTES = 60_000;

    /** Minimum number of bytes that a connection transfers before it is cut: enough to start the stream. */
    private static final int MIN_BYTES_BEFORE_CUT = 8_000;

    private FaultProxy network;
    private LedgerWriters.Count countBefore;

    @BeforeAll
    void createTable() {
        LedgerWriters.createTable(server);
    }

    @BeforeEach
    void startNetwork() {
        network = FaultProxy.to("127.0.0.1", server.endpoint().port());
        countBefore = LedgerWriters.count(server);
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    @Test
    void losesAndRepeatsNothingAfterCuts() throws Exception {
        Random random = new Random(SEED);
        AtomicInteger connections = new AtomicInteger();
        try (MeasuredStream stream = MeasuredStream.start(endpointOfNetwork(), SubscriberSpec.DEFAULT)) {
            network.closeEachAfter(() -> {
                connections.incrementAndGet();
                synchronized (random) {
                    return MIN_BYTES_BEFORE_CUT + random.nextInt(CUT_RANGE_BYTES);
                }
            });
            network.cut();
            try (LedgerWriters writers = LedgerWriters.start(server, 3, SEED)) {
                for (int reset = 0; reset < RESETS; reset++) {
                    long transactionsBefore = stream.transactions();
                    Eventually.assertThat(TIMEOUT, stream::transactions, count -> count > transactionsBefore);
                    network.cut();
                }
                Eventually.assertThat(TIMEOUT, connections::get, count -> count > MIN_CUTS);
            }
            network.closeEachAfter(() -> Long.MAX_VALUE);
            LedgerWriters.Count written = LedgerWriters.count(server).minus(countBefore);
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= written.transactions());

            CdcSummary cdc = stream.stop().summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(written.transactions());
            assertThat(cdc.rows()).isEqualTo(written.rows());
            assertThat(cdc.omittedBytes()).isZero();
            assertThat(cdc.incompleteTransactions()).isZero();
            assertThat(cdc.bytes())
                    .isEqualTo(server.bytesBetween(
                            cdc.from().file(),
                            cdc.from().position(),
                            cdc.to().file(),
                            cdc.to().position()));
            assertThat(cdc.gaps()).hasSizeGreaterThan(5).allMatch(gap -> gap.by() == CdcSummary.Gap.ResumedBy.POSITION);
        }
    }

    @Test
    void endsRunIfTransactionNeverArrives() throws Exception {
        SubscriberSpec subscriber = SubscriberSpec.DEFAULT.resumeTimeout(Duration.ofSeconds(2));
        server.execute("CREATE TABLE IF NOT EXISTS large (pad LONGTEXT)");
        try (MeasuredStream stream = MeasuredStream.start(endpointOfNetwork(), subscriber)) {
            network.closeEachAfter(() -> 100_000);
            network.cut();
            server.execute("INSERT INTO large VALUES (REPEAT('x', 400000))");
            assertThat(stream.awaitFailure())
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining("attempts to resume after")
                    .hasMessageContaining("have brought no whole transaction");
        }
    }

    /** The connection stays open, but transfers no byte. Only a timeout can detect this. */
    @Test
    void reconnectsAfterSilence() throws IOException {
        AtomicLong clockAdvanceNanos = new AtomicLong();
        NanoClock clock = () -> System.nanoTime() + clockAdvanceNanos.get();
        BinlogMeter meter = new BinlogMeter(DelaySource.EVENT_HEADER);
        try (Subscriber subscriber = Subscriber.start(
                        settingsAtLogEnd(),
                        meter,
                        TransactionWatch.NONE,
                        null,
                        null,
                        EpochMicrosClock.SYSTEM,
                        clock,
                        StartWatch.NONE);
                LedgerWriters writers = LedgerWriters.start(server, 1, SEED)) {
            awaitTransactions(meter, 20);
            network.stall(true);
            // events in flight may still be read after the clock's first jump
            Eventually.assertThat(
                    TIMEOUT,
                    () -> {
                        clockAdvanceNanos.addAndGet(TimeUnit.SECONDS.toNanos(31));
                        subscriber.failIfBroken();
                        return subscriber.state().connected();
                    },
                    connected -> !connected);
            network.stall(false);
            awaitTransactions(meter, meter.snapshot().counts().get(Metric.TRANSACTIONS) + 20);
            writers.close();
            LedgerWriters.Count written = LedgerWriters.count(server).minus(countBefore);
            awaitTransactions(meter, written.transactions());
            subscriber.failIfBroken();

            assertThat(meter.snapshot().counts().get(Metric.TRANSACTIONS)).isEqualTo(written.transactions());
            assertThat(subscriber.state().gaps())
                    .anyMatch(gap -> gap.reason().matches("(?s).*nothing arrived for \\d+ s, not even a keep-alive.*"));
        }
    }

    @Test
    void continuesIfReadFilesArePurged() throws Exception {
        try (MeasuredStream stream = MeasuredStream.start(endpointOfNetwork(), SubscriberSpec.DEFAULT)) {
            try (LedgerWriters writers = LedgerWriters.start(server, 2, SEED)) {
                for (int round = 1; round <= 3; round++) {
                    long minTransactions = 40L * round;
                    Eventually.assertThat(TIMEOUT, stream::transactions, count -> count > minTransactions);
                    String file =
                            server.queryRows(server.logStatusStatement()).get(0).get(0);
                    server.execute("FLUSH BINARY LOGS", "PURGE BINARY LOGS TO '" + file + "'");
                }
            }
            LedgerWriters.Count written = LedgerWriters.count(server).minus(countBefore);
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= written.transactions());
            CdcSummary cdc = stream.stop().summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(written.transactions());
            assertThat(cdc.rows()).isEqualTo(written.rows());
            assertThat(cdc.gaps()).isEmpty();
        }
    }

    @Test
    void endsRunIfUnreadFilesArePurged(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        Endpoint networkEndpoint = server.endpoint().withAddress(network.host(), network.port());
        try (CliProcess cli = CommandLines.start(directory, networkEndpoint, "subscribe", "--out=" + out)) {
            cli.awaitOutput("[   1s ]");
            network.refuse(true);
            network.cut();
            BinlogPurge.purge(server);
            network.refuse(false);

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err())
                    .contains("cannot be resumed after")
                    .contains("1236")
                    .contains(network.host() + ":" + network.port());
            assertThat(Files.readString(out.resolve("result.json"))).contains("\"interrupted\" : true");
        }
    }

    private Endpoint endpointOfNetwork() {
        return server.endpoint().withAddress(network.host(), network.port());
    }

    private StreamSettings settingsAtLogEnd() throws IOException {
        try (ServerConnection connection = ServerConnection.open(server.endpoint())) {
            ServerInspector inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM);
            LogEnd end = inspector.logEnd();
            return new StreamSettings(
                    endpointOfNetwork(),
                    inspector.info(),
                    ClockOffset.NONE,
                    List.of(),
                    DelaySource.EVENT_HEADER,
                    new StreamSettings.StreamStart(end.position(), null, end.gtidSet(), null),
                    new StreamSettings.ReadSettings(
                            Reader.NATIVE, Duration.ofSeconds(60), RowCounting.OFF, false, false, false, null),
                    StreamRoute.DIRECT);
        }
    }

    private static void awaitTransactions(BinlogMeter meter, long count) {
        Eventually.assertThat(
                TIMEOUT, () -> meter.snapshot().counts().get(Metric.TRANSACTIONS), total -> total >= count);
    }
}
