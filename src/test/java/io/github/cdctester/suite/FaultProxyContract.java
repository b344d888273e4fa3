// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.RandomFaults;
import io.github.cdctester.fault.StreamEvent;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.suite.process.ConnectorStream;
import io.github.cdctester.suite.process.MeasuredStream;
import io.github.cdctester.suite.process.RawDump;
import io.github.cdctester.suite.server.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The proxy between subscriber and server causes exactly the requested faults. An independent reader and the tester's
 * reader check the result.
 */
@Timeout(120)
abstract class FaultProxyContract extends ProxiedContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Predicate<StreamTransaction> OURS = StreamTransaction.of("t");
    private static final int TRANSACTIONS = 20;

    private String file;
    private List<Long> xids;

    @BeforeAll
    void createTable() {
        server.execute("CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, pad LONGTEXT)");
    }

    /**
     * Writes a new log file: transactions, statements outside of transactions, and a transaction with rows larger than
     * a packet.
     */
    @BeforeEach
    void write() {
        server.execute("SET GLOBAL max_allowed_packet = 67108864", "FLUSH BINARY LOGS");
        file = server.rows(server.logStatusStatement()).get(0).get(0);
        writeTransactions();
        server.execute(
                "CREATE TABLE other (id INT PRIMARY KEY)",
                "DROP TABLE other",
                "INSERT INTO t (pad) VALUES (REPEAT('x', 17000000))");
        xids = ConnectorStream.read(endpointAt(server.endpoint().port()), file).xids();
        assertThat(xids).hasSize(TRANSACTIONS + 1);
    }

    @Test
    void relaysServerBytesUnchanged() {
        byte[] direct = RawDump.read(endpointAt(server.endpoint().port()), file);
        assertThat(direct).hasSizeGreaterThan(17_000_000);
        try (FaultProxy proxy = proxy()) {
            assertThat(Arrays.equals(RawDump.read(endpointAt(proxy.port()), file), direct))
                    .as("relayed unparsed")
                    .isTrue();
            proxy.faults(FaultPlan.of());
            assertThat(Arrays.equals(RawDump.read(endpointAt(proxy.port()), file), direct))
                    .as("parsed without faults")
                    .isTrue();
            proxy.faults(FaultPlan.of(StreamFaults.mendedPositions()));
            assertThat(Arrays.equals(RawDump.read(endpointAt(proxy.port()), file), direct))
                    .as("positions adjusted without faults")
                    .isTrue();
        }
    }

    @Test
    void dropsOneTransaction() {
        List<Long> left = new ArrayList<>(xids);
        left.remove(4);
        ConnectorStream seen = readThroughProxy(StreamFaults.drop(OURS, 5));
        assertThat(seen.xids()).isEqualTo(left);
        assertThat(gapBytes(seen)).as("positions show the gap").isGreaterThan(gapBytes(readThroughProxy()));
        ConnectorStream mended = readThroughProxy(StreamFaults.drop(OURS, 5), StreamFaults.mendedPositions());
        assertThat(mended.xids()).isEqualTo(left);
        assertThat(gapBytes(mended)).as("adjusted positions hide the gap").isZero();
    }

    @Test
    void repeatsTransactionAtOnceAndLater() {
        List<Long> more = new ArrayList<>(xids);
        more.add(5, xids.get(4));
        assertThat(readThroughProxy(StreamFaults.repeat(OURS, 5)).xids()).isEqualTo(more);
        assertThat(gapBytes(readThroughProxy(StreamFaults.repeat(OURS, 5), StreamFaults.mendedPositions())))
                .isZero();

        List<Long> later = new ArrayList<>(xids);
        later.add(8, xids.get(4));
        assertThat(readThroughProxy(StreamFaults.repeatLater(OURS, 5, 3)).xids())
                .isEqualTo(later);
    }

    @Test
    void swapsTwoTransactions() {
        List<Long> swapped = new ArrayList<>(xids);
        swapped.set(4, xids.get(5));
        swapped.set(5, xids.get(4));
        assertThat(readThroughProxy(StreamFaults.swap(OURS, 5)).xids()).isEqualTo(swapped);
        ConnectorStream mended = readThroughProxy(StreamFaults.swap(OURS, 5), StreamFaults.mendedPositions());
        assertThat(mended.xids()).isEqualTo(swapped);
        assertThat(gapBytes(mended)).isZero();
    }

    @Test
    void tearsOneTransaction() {
        ConnectorStream complete = readThroughProxy();
        ConnectorStream torn = readThroughProxy(StreamFaults.tear(OURS, 5));
        assertThat(torn.xids()).isEqualTo(xids);
        assertThat(torn.events()).hasSize(complete.events().size() - 1);
    }

    @Test
    void sameSeedCausesSameFaults() {
        RandomFaults first = StreamFaults.random(3, OURS, 0.5);
        ConnectorStream one = readThroughProxy(first);
        ConnectorStream again = readThroughProxy(StreamFaults.random(3, OURS, 0.5));
        assertThat(again.xids()).isEqualTo(one.xids());
        assertThat(first.dropped() + first.repeated() + first.swapped()).isPositive();
        assertThat(one.xids()).hasSize((int) (xids.size() - first.dropped() + first.repeated()));
        assertThat(new HashSet<>(one.xids())).hasSize((int) (xids.size() - first.dropped()));
    }

    @Test
    void flipsOneBit() {
        byte[] direct = RawDump.read(endpointAt(server.endpoint().port()), file);
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(StreamFaults.corrupt(StreamEvent::isRows, 3)))) {
            byte[] lie = RawDump.read(endpointAt(proxy.port()), file);
            int bits = 0;
            for (int i = 0; i < direct.length; i++) {
                bits += Integer.bitCount((direct[i] ^ lie[i]) & 0xFF);
            }
            assertThat(bits).isEqualTo(1);
        }
    }

    @Test
    void subscriberCountsReceivedTransactions() throws Exception {
        CdcSummary straight = measured(TRANSACTIONS);
        assertThat(straight.rows()).isEqualTo(TRANSACTIONS);
        assertThat(straight.omittedBytes()).isZero();

        CdcSummary lossy = measured(TRANSACTIONS - 1, StreamFaults.drop(OURS, 5));
        assertThat(lossy.omittedBytes()).isPositive();
        assertThat(measured(TRANSACTIONS - 1, StreamFaults.drop(OURS, 5), StreamFaults.mendedPositions())
                        .omittedBytes())
                .isZero();
        assertThat(measured(TRANSACTIONS + 1, StreamFaults.repeat(OURS, 5)).rows())
                .isEqualTo(TRANSACTIONS + 1);
        assertThat(measured(TRANSACTIONS, StreamFaults.tear(OURS, 5)).rows()).isEqualTo(TRANSACTIONS - 1);
    }

    /** Repeated or late events must not move the reader past the end of the log. */
    @Test
    void subscriberKeepsPositionOnRepeatedEvents() throws Exception {
        assertKeepsPosition(TRANSACTIONS, StreamFaults.swap(OURS, 5));
        assertKeepsPosition(TRANSACTIONS + 1, StreamFaults.repeat(OURS, 5));
        assertKeepsPosition(TRANSACTIONS + 1, StreamFaults.repeatLater(OURS, 5, 3));
    }

    private void assertKeepsPosition(int expected, StreamFault fault) throws Exception {
        CdcSummary cdc = measured(expected, fault);
        List<String> end = server.rows(server.logStatusStatement()).get(0);
        assertThat(cdc.to().file()).isEqualTo(end.get(0));
        assertThat(cdc.to().position()).isEqualTo(Long.parseLong(end.get(1)));
    }

    private ConnectorStream readThroughProxy(StreamFault... faults) {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults))) {
            return ConnectorStream.read(endpointAt(proxy.port()), file);
        }
    }

    /** Writes transactions and measures them through the proxy until the expected number has arrived. */
    private CdcSummary measured(int expected, StreamFault... faults) throws Exception {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults));
                MeasuredStream stream = MeasuredStream.start(endpointAt(proxy.port()), SubscriberSpec.DEFAULT)) {
            writeTransactions();
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= expected);
            CdcSummary cdc = stream.stop().summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(expected);
            return cdc;
        }
    }

    private void writeTransactions() {
        for (int i = 0; i < TRANSACTIONS; i++) {
            server.execute("INSERT INTO t (pad) VALUES (REPEAT('p', " + (10 + 7 * i) + "))");
        }
    }

    /**
     * Returns the bytes missing before events that do not start at the previous end. MariaDB sends annotation events
     * only on request.
     */
    private static long gapBytes(ConnectorStream stream) {
        long bytes = 0;
        long end = 4; // the log's magic bytes
        for (ConnectorStream.Event event : stream.events()) {
            end += event.type().equals("ROTATE") ? 0 : event.length();
            if (event.next() != 0 && !event.type().equals("ROTATE") && event.next() != end) {
                bytes += Math.abs(event.next() - end);
                end = event.next();
            }
        }
        return bytes;
    }
}
