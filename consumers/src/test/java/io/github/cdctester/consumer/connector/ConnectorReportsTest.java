// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer.connector;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.GtidEventData;
import com.github.shyiko.mysql.binlog.event.MariadbGtidEventData;
import com.github.shyiko.mysql.binlog.event.MySqlGtid;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.XidEventData;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConnectorReportsTest {

    private static final String MYSQL_SOURCE = "24bc7850-2c16-11e6-a073-0242ac110002";

    private final List<String> reports = new ArrayList<>();
    private final ConsumerProbe probe = ConsumerProbe.named("mine");
    private final ConnectorReports listener = ConnectorReports.to(probe);

    ConnectorReportsTest() {
        JudgedProbe.of(probe).listen(new JudgedProbe.Listener() {
            @Override
            public void recordTransaction(String gtid, ChangeTimes times) {
                reports.add(gtid);
            }

            @Override
            public void recordPosition(String file, long position, ChangeTimes times) {
                reports.add(file + ":" + position);
            }

            @Override
            public void recordRow(String table, String key, long sequence, ChangeTimes times) {
                reports.add(table);
            }

            @Override
            public void onLines(long count, long unreadable, boolean isChange, @Nullable String first) {}

            @Override
            public void onBytes(long count) {}

            @Override
            public void onEvents(long count) {}

            @Override
            public void onFailure(Throwable cause) {
                reports.add("failed");
            }

            @Override
            public void onEnd() {
                reports.add("ended");
            }
        });
    }

    private void sendEvent(EventType type, long nextPosition, @Nullable EventData data) {
        EventHeaderV4 header = new EventHeaderV4();
        header.setEventType(type);
        header.setServerId(7);
        header.setNextPosition(nextPosition);
        listener.onEvent(new Event(header, data));
    }

    /** Sends the event at the start of a connection, which is not in the log. */
    private void sendRotate() {
        sendRotate("binlog.000003", 0);
    }

    private void sendRotate(String file, long nextPosition) {
        RotateEventData rotate = new RotateEventData();
        rotate.setBinlogFilename(file);
        sendEvent(EventType.ROTATE, nextPosition, rotate);
    }

    private void sendQuery(String sql, long nextPosition) {
        QueryEventData query = new QueryEventData();
        query.setSql(sql);
        sendEvent(EventType.QUERY, nextPosition, query);
    }

    @Test
    void usesPositionsWithoutGtids() {
        sendRotate();
        sendQuery("BEGIN", 300);
        sendQuery("INSERT INTO t VALUES (1)", 350);
        sendEvent(EventType.XID, 400, new XidEventData());
        sendQuery("CREATE TABLE u (id INT)", 500);
        sendQuery("BEGIN", 600);
        sendQuery("COMMIT", 700);
        assertThat(reports).containsExactly("binlog.000003:400", "binlog.000003:500", "binlog.000003:700");
    }

    /** MySQL logs such a statement as one transaction since 8.0.21: the statement, its rows and XID. */
    @Test
    void reportsCreateTableSelectAfterItsRows() {
        sendRotate();
        sendMySqlGtid(1);
        sendQuery("CREATE TABLE `u` (`id` int NOT NULL) START TRANSACTION", 300);
        sendEvent(EventType.TABLE_MAP, 350, null);
        sendEvent(EventType.EXT_WRITE_ROWS, 380, null);
        assertThat(reports).isEmpty();
        sendEvent(EventType.XID, 400, new XidEventData());
        assertThat(reports).containsExactly(MYSQL_SOURCE + ":1");
    }

    @Test
    void doesNotReportIncompleteTransaction() {
        sendRotate();
        sendGtid(5, 0);
        sendRotate();
        sendGtid(5, 0);
        sendEvent(EventType.XID, 400, new XidEventData());
        sendGtid(6, MariadbGtidEventData.FL_STANDALONE);
        sendQuery("CREATE TABLE u (id INT)", 500);
        assertThat(reports).containsExactly("0-7-5", "0-7-6");
    }

    /** A custom deserializer, such as {@code NullEventDataDeserializer}, hides the text of the statements. */
    @Test
    void reportsTransactionOfUnknownStatementsAtItsEnd() {
        sendRotate();
        sendMySqlGtid(1);
        sendEvent(EventType.QUERY, 300, null); // BEGIN
        sendEvent(EventType.QUERY, 350, null);
        assertThat(reports).isEmpty();
        sendEvent(EventType.XID, 400, new XidEventData());
        assertThat(reports).containsExactly(MYSQL_SOURCE + ":1");

        sendMySqlGtid(2);
        sendEvent(EventType.QUERY, 500, null); // CREATE TABLE
        assertThat(reports).hasSize(1);
        sendMySqlGtid(3);
        assertThat(reports).containsExactly(MYSQL_SOURCE + ":1", MYSQL_SOURCE + ":2");
    }

    @Test
    void usesPositionOfLastUnknownStatement() {
        sendRotate();
        sendEvent(EventType.ANONYMOUS_GTID, 200, null);
        sendEvent(EventType.QUERY, 300, null); // BEGIN
        sendEvent(EventType.QUERY, 700, null); // COMMIT
        sendRotate("binlog.000004", 750);
        sendEvent(EventType.ANONYMOUS_GTID, 800, null);
        sendEvent(EventType.QUERY, 900, null); // CREATE TABLE
        sendEvent(EventType.STOP, 950, null);
        sendRotate();
        assertThat(reports).containsExactly("binlog.000003:700", "binlog.000004:900");
    }

    @Test
    void doesNotReportUnknownStatementBeforeReconnect() {
        sendRotate();
        sendMySqlGtid(1);
        sendEvent(EventType.QUERY, 300, null); // possibly BEGIN
        sendRotate();
        sendMySqlGtid(1);
        assertThat(reports).isEmpty();
    }

    /** The documented limit: nothing shows that the transaction had ended before the connection was cut. */
    @Test
    void doesNotReportUnknownLastStatementOfConnection() {
        sendRotate();
        sendMySqlGtid(1);
        sendEvent(EventType.QUERY, 300, null); // CREATE TABLE
        sendRotate();
        sendMySqlGtid(2); // the client resumes after the CREATE TABLE
        sendEvent(EventType.XID, 400, new XidEventData());
        assertThat(reports).containsExactly(MYSQL_SOURCE + ":2");
    }

    @Test
    void reportsUnknownStandaloneStatementAtOnce() {
        sendRotate();
        sendGtid(5, MariadbGtidEventData.FL_STANDALONE);
        sendEvent(EventType.QUERY, 300, null);
        assertThat(reports).containsExactly("0-7-5");
        sendGtid(6, 0);
        sendEvent(EventType.QUERY, 400, null);
        assertThat(reports).hasSize(1);
    }

    private void sendMySqlGtid(long number) {
        MySqlGtid gtid = MySqlGtid.fromString(MYSQL_SOURCE + ":" + number);
        sendEvent(EventType.GTID, 200, new GtidEventData(gtid, (byte) 0, 0, 0, 0, 0, 0, 0, 0));
    }

    private void sendGtid(long number, int flags) {
        MariadbGtidEventData gtid = new MariadbGtidEventData();
        gtid.setSequence(number);
        gtid.setFlags(flags);
        sendEvent(EventType.MARIADB_GTID, 200, gtid);
    }
}
