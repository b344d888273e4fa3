// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.GtidEventData;
import com.github.shyiko.mysql.binlog.event.MariadbGtidEventData;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.github.shyiko.mysql.binlog.event.XidEventData;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** A consumer that reads the log with mysql-binlog-connector-java and reports to its probe. */
public final class ConnectorConsumer implements AutoCloseable {

    private static final long TIMEOUT_MILLIS = 60_000;
    /** The tables whose last two columns can be stamps. */
    private static final Set<String> STAMPED_TABLES = Set.of(
            "sbtest1",
            "sbtest2",
            "audit",
            "accounts",
            "large_transaction",
            "queue",
            "warehouse",
            "district",
            "customer",
            "history",
            "new_order",
            "orders",
            "order_line",
            "stock");

    private final BinaryLogClient client;
    private final ConsumerProbe probe;
    private final Identity identity;
    private final ToIntFunction<Long> repetitions;
    private final Map<Long, String> tables = new HashMap<>();
    private String gtid = "";
    private String file = "";
    private long changeCount;

    private ConnectorConsumer(
            Endpoint endpoint, ConsumerProbe probe, Identity identity, ToIntFunction<Long> repetitions) {
        client = new BinaryLogClient(
                endpoint.host(),
                endpoint.port(),
                endpoint.user(),
                endpoint.password().reveal());
        client.setServerId(77_000 + identity.ordinal());
        client.registerEventListener(this::onEvent);
        this.probe = probe;
        this.identity = identity;
        this.repetitions = repetitions;
    }

    /**
     * Starts at the current end of the log.
     *
     * @param repetitions returns how often to report a transaction or row, given the number of earlier transactions or rows
     */
    public static ConnectorConsumer follow(
            Endpoint endpoint, ConsumerProbe probe, Identity identity, ToIntFunction<Long> repetitions) {
        ConnectorConsumer consumer = new ConnectorConsumer(endpoint, probe, identity, repetitions);
        consumer.connect();
        return consumer;
    }

    /**
     * Starts at the current end of the log.
     *
     * @param drops returns true to omit a transaction or row, given the number of earlier transactions or rows
     */
    public static ConnectorConsumer follow(
            TestServer server, ConsumerProbe probe, Identity identity, Predicate<Long> drops) {
        ConnectorConsumer consumer =
                new ConnectorConsumer(server.endpoint(), probe, identity, number -> drops.test(number) ? 0 : 1);
        BinaryLogClient client = consumer.client;
        List<String> logEnd = server.queryRows(server.logStatusStatement()).get(0);
        consumer.file = logEnd.get(0);
        client.setBinlogFilename(logEnd.get(0));
        client.setBinlogPosition(Long.parseLong(logEnd.get(1)));
        if (server.queryRows("SELECT VERSION()").get(0).get(0).contains("MariaDB")) {
            client.setGtidSet(
                    server.queryRows("SELECT @@gtid_binlog_pos").get(0).get(0)); // otherwise the server sends no GTIDs
        }
        consumer.connect();
        return consumer;
    }

    private void connect() {
        try {
            client.connect(TIMEOUT_MILLIS);
        } catch (IOException | java.util.concurrent.TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private void onEvent(Event event) {
        EventHeaderV4 header = event.getHeader();
        EventData data = event.getData();
        probe.bytes(header.getEventLength());
        probe.events(1);
        if (data instanceof RotateEventData rotate) {
            file = rotate.getBinlogFilename();
        } else if (data instanceof GtidEventData mySql) {
            gtid = mySql.getMySqlGtid().toString();
        } else if (data instanceof MariadbGtidEventData mariaDb) {
            gtid = mariaDb.getDomainId() + "-" + header.getServerId() + "-" + mariaDb.getSequence();
        } else if (data instanceof TableMapEventData map) {
            tables.put(map.getTableId(), map.getTable());
        } else if (data instanceof WriteRowsEventData insert && identity == Identity.ROW) {
            insert.getRows().forEach(row -> reportRow(insert.getTableId(), row));
        } else if (data instanceof UpdateRowsEventData update && identity == Identity.ROW) {
            update.getRows().forEach(row -> reportRow(update.getTableId(), row.getValue()));
        } else if (data instanceof XidEventData && identity != Identity.ROW) {
            for (int remaining = repetitions.applyAsInt(changeCount++); remaining > 0; remaining--) {
                if (identity == Identity.GTID) {
                    probe.recordTransaction(gtid);
                } else {
                    probe.recordPosition(file, header.getNextPosition());
                }
            }
        }
    }

    private void reportRow(long table, Serializable[] row) {
        String name = tables.getOrDefault(table, "");
        if (STAMPED_TABLES.contains(name) && row.length > 2 && row[row.length - 2] instanceof Long stamp) {
            for (int remaining = repetitions.applyAsInt(changeCount++); remaining > 0; remaining--) {
                probe.recordRow(name, String.valueOf(row[0]), stamp);
            }
        }
    }

    @Override
    public void close() {
        try {
            client.disconnect();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
