// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
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
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
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
 * Checks that the proxy between subscriber and server causes exactly the requested faults. Both an independent reader and
 * the tester's reader read the faulty stream.
 */
@Timeout(120)
abstract class FaultProxyContract extends ProxiedContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Predicate<StreamTransaction> ON_TABLE_T = StreamTransaction.changing("t");
    private static final int TRANSACTIONS = 20;

    private String binlogFile;
    private List<Long> xids;

    @BeforeAll
    void createTable() {
        server.execute("CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, pad LONGTEXT)");
    }

    /** Starts a new binlog file, and writes transactions, DDL statements, and a transaction with a row larger than a packet. */
    @BeforeEach
    void writeBinlogFile() {
        server.execute("SET GLOBAL max_allowed_packet = 67108864", "FLUSH BINARY LOGS");
        binlogFile = server.queryRows(server.logStatusStatement()).get(0).get(0);
        writeTransactions();
        server.execute(
                "CREATE TABLE other (id INT PRIMARY KEY)",
                "DROP TABLE other",
                "INSERT INTO t (pad) VALUES (REPEAT('x', 17000000))");
        xids = ConnectorStream.read(endpointAt(server.endpoint().port()), binlogFile)
                .xids();
        assertThat(xids).hasSize(TRANSACTIONS + 1);
    }

    @Test
    void relaysServerBytesUnchanged() {
        byte[] directBytes = RawDump.read(endpointAt(server.endpoint().port()), binlogFile);
        assertThat(directBytes).hasSizeGreaterThan(17_000_000);
        try (FaultProxy proxy = proxy()) {
            assertThat(Arrays.equals(RawDump.read(endpointAt(proxy.port()), binlogFile), directBytes))
                    .as("relayed unparsed")
                    .isTrue();
            proxy.faults(FaultPlan.of());
            assertThat(Arrays.equals(RawDump.read(endpointAt(proxy.port()), binlogFile), directBytes))
                    .as("parsed without faults")
                    .isTrue();
            proxy.faults(FaultPlan.of(StreamFaults.repairedPositions()));
            assertThat(Arrays.equals(RawDump.read(endpointAt(proxy.port()), binlogFile), directBytes))
                    .as("positions adjusted without faults")
                    .isTrue();
        }
    }

    /** The sizes of the compressed statements look like dump commands at the place of a packet's command. */
    @Test
    void takesNoCompressedStatementForDump() throws SQLException {
        Endpoint endpoint = server.endpoint();
        try (FaultProxy proxy = proxy().stallDumps(true);
                Connection connection = DriverManager.getConnection(
                        "jdbc:mariadb://127.0.0.1:" + proxy.port() + "/" + endpoint.database()
                                + "?allowPublicKeyRetrieval=true&useCompression=true&socketTimeout=20000",
                        endpoint.user(),
                        endpoint.password().reveal());
                Statement statement = connection.createStatement()) {
            for (int blanks = 0; blanks < 512; blanks++) {
                statement.execute("SELECT 1" + " ".repeat(2_000 + blanks));
            }
            assertThat(proxy.hiddenConnections()).isOne();
        }
    }

    @Test
    void dropsOneTransaction() {
        List<Long> remainingXids = new ArrayList<>(xids);
        remainingXids.remove(4);
        ConnectorStream stream = readThroughProxy(StreamFaults.drop(ON_TABLE_T, 5));
        assertThat(stream.xids()).isEqualTo(remainingXids);
        assertThat(gapBytes(stream)).as("positions show the gap").isGreaterThan(gapBytes(readThroughProxy()));
        ConnectorStream repairedStream =
                readThroughProxy(StreamFaults.drop(ON_TABLE_T, 5), StreamFaults.repairedPositions());
        assertThat(repairedStream.xids()).isEqualTo(remainingXids);
        assertThat(gapBytes(repairedStream))
                .as("adjusted positions hide the gap")
                .isZero();
    }

    @Test
    void repeatsTransactionAtOnceAndLater() {
        List<Long> repeated = new ArrayList<>(xids);
        repeated.add(5, xids.get(4));
        assertThat(readThroughProxy(StreamFaults.repeat(ON_TABLE_T, 5)).xids()).isEqualTo(repeated);
        assertThat(gapBytes(readThroughProxy(StreamFaults.repeat(ON_TABLE_T, 5), StreamFaults.repairedPositions())))
                .isZero();

        List<Long> repeatedLater = new ArrayList<>(xids);
        repeatedLater.add(8, xids.get(4));
        assertThat(readThroughProxy(StreamFaults.repeatLater(ON_TABLE_T, 5, 3)).xids())
                .isEqualTo(repeatedLater);
    }

    @Test
    void swapsTwoTransactions() {
        List<Long> swapped = new ArrayList<>(xids);
        swapped.set(4, xids.get(5));
        swapped.set(5, xids.get(4));
        assertThat(readThroughProxy(StreamFaults.swap(ON_TABLE_T, 5)).xids()).isEqualTo(swapped);
        ConnectorStream repairedStream =
                readThroughProxy(StreamFaults.swap(ON_TABLE_T, 5), StreamFaults.repairedPositions());
        assertThat(repairedStream.xids()).isEqualTo(swapped);
        assertThat(gapBytes(repairedStream)).isZero();
    }

    @Test
    void tearsOneTransaction() {
        ConnectorStream completeStream = readThroughProxy();
        ConnectorStream tornStream = readThroughProxy(StreamFaults.dropFirstRowsEvent(ON_TABLE_T, 5));
        assertThat(tornStream.xids()).isEqualTo(xids);
        assertThat(tornStream.events()).hasSize(completeStream.events().size() - 1);
    }

    @Test
    void sameSeedCausesSameFaults() {
        RandomFaults randomFaults = StreamFaults.random(3, ON_TABLE_T, 0.5);
        ConnectorStream firstRead = readThroughProxy(randomFaults);
        ConnectorStream secondRead = readThroughProxy(StreamFaults.random(3, ON_TABLE_T, 0.5));
        assertThat(secondRead.xids()).isEqualTo(firstRead.xids());
        assertThat(randomFaults.dropped() + randomFaults.repeated() + randomFaults.swapped())
                .isPositive();
        assertThat(firstRead.xids()).hasSize((int) (xids.size() - randomFaults.dropped() + randomFaults.repeated()));
        assertThat(new HashSet<>(firstRead.xids())).hasSize((int) (xids.size() - randomFaults.dropped()));
    }

    @Test
    void flipsOneBit() {
        byte[] directBytes = RawDump.read(endpointAt(server.endpoint().port()), binlogFile);
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(StreamFaults.corrupt(StreamEvent::isRows, 3)))) {
            byte[] corruptedBytes = RawDump.read(endpointAt(proxy.port()), binlogFile);
            int changedBits = 0;
            for (int i = 0; i < directBytes.length; i++) {
                changedBits += Integer.bitCount((directBytes[i] ^ corruptedBytes[i]) & 0xFF);
            }
            assertThat(changedBits).isEqualTo(1);
        }
    }

    @Test
    void subscriberCountsReceivedTransactions() throws Exception {
        CdcSummary faultlessSummary = measureThroughProxy(TRANSACTIONS);
        assertThat(faultlessSummary.rows()).isEqualTo(TRANSACTIONS);
        assertThat(faultlessSummary.omittedBytes()).isZero();

        CdcSummary lossySummary = measureThroughProxy(TRANSACTIONS - 1, StreamFaults.drop(ON_TABLE_T, 5));
        assertThat(lossySummary.omittedBytes()).isPositive();
        assertThat(measureThroughProxy(
                                TRANSACTIONS - 1, StreamFaults.drop(ON_TABLE_T, 5), StreamFaults.repairedPositions())
                        .omittedBytes())
                .isZero();
        assertThat(measureThroughProxy(TRANSACTIONS + 1, StreamFaults.repeat(ON_TABLE_T, 5))
                        .rows())
                .isEqualTo(TRANSACTIONS + 1);
        assertThat(measureThroughProxy(TRANSACTIONS, StreamFaults.dropFirstRowsEvent(ON_TABLE_T, 5))
                        .rows())
                .isEqualTo(TRANSACTIONS - 1);
    }

    /** Repeated or late events must not move the reader's position past the end of the binlog. */
    @Test
    void subscriberKeepsPositionOnRepeatedEvents() throws Exception {
        assertKeepsPosition(TRANSACTIONS, StreamFaults.swap(ON_TABLE_T, 5));
        assertKeepsPosition(TRANSACTIONS + 1, StreamFaults.repeat(ON_TABLE_T, 5));
        assertKeepsPosition(TRANSACTIONS + 1, StreamFaults.repeatLater(ON_TABLE_T, 5, 3));
    }

    private void assertKeepsPosition(int expectedTransactions, StreamFault fault) throws Exception {
        CdcSummary cdc = measureThroughProxy(expectedTransactions, fault);
        List<String> end = server.queryRows(server.logStatusStatement()).get(0);
        assertThat(cdc.to().file()).isEqualTo(end.get(0));
        assertThat(cdc.to().position()).isEqualTo(Long.parseLong(end.get(1)));
        assertThat(cdc.omittedBytes()).as("all events arrived").isZero();
    }

    private ConnectorStream readThroughProxy(StreamFault... faults) {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults))) {
            return ConnectorStream.read(endpointAt(proxy.port()), binlogFile);
        }
    }

    /** Writes transactions and measures them through the proxy until the expected number has arrived. */
    private CdcSummary measureThroughProxy(int expectedTransactions, StreamFault... faults) throws Exception {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(faults));
                MeasuredStream stream = MeasuredStream.start(endpointAt(proxy.port()), SubscriberSpec.DEFAULT)) {
            writeTransactions();
            Eventually.assertThat(TIMEOUT, stream::transactions, count -> count >= expectedTransactions);
            CdcSummary cdc = stream.stop().summary().cdc();
            assertThat(cdc.transactions()).isEqualTo(expectedTransactions);
            return cdc;
        }
    }

    private void writeTransactions() {
        for (int i = 0; i < TRANSACTIONS; i++) {
            server.execute("INSERT INTO t (pad) VALUES (REPEAT('p', " + (10 + 7 * i) + "))");
        }
    }

    /**
     * Returns the total distance in bytes between consecutive events that are not adjacent. Such gaps exist without faults,
     * because MariaDB omits annotation events unless they are requested.
     */
    private static long gapBytes(ConnectorStream stream) {
        long bytes = 0;
        long end = 4; // length of the file's magic number
        for (ConnectorStream.Event event : stream.events()) {
            end += event.type().equals("ROTATE") ? 0 : event.length();
            if (event.endPosition() != 0 && !event.type().equals("ROTATE") && event.endPosition() != end) {
                bytes += Math.abs(event.endPosition() - end);
                end = event.endPosition();
            }
        }
        return bytes;
    }
}
