// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer.connector;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.MariadbGtidEventData;
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

    private void sendEvent(EventType type, long nextPosition, EventData data) {
        EventHeaderV4 header = new EventHeaderV4();
        header.setEventType(type);
        header.setServerId(7);
        header.setNextPosition(nextPosition);
        listener.onEvent(new Event(header, data));
    }

    private void sendRotate() {
        RotateEventData rotate = new RotateEventData();
        rotate.setBinlogFilename("binlog.000003");
        sendEvent(EventType.ROTATE, 0, rotate);
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

    private void sendGtid(long number, int flags) {
        MariadbGtidEventData gtid = new MariadbGtidEventData();
        gtid.setSequence(number);
        gtid.setFlags(flags);
        sendEvent(EventType.MARIADB_GTID, 200, gtid);
    }
}
