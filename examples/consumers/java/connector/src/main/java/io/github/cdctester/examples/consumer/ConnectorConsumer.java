// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples.consumer;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.TransactionPayloadEventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A minimal consumer with the stock connector's client. A listener prints {@code table,key,cdc_seq} of each row. A file
 * in {@code CDC_TESTER_STATE} stores the position after a transaction, and the next start resumes there. The client
 * reconnects automatically.
 *
 * <p>Environment: the variables of a consumer file, and {@code RESUME}: {@code gtid} or {@code position}.
 */
final class ConnectorConsumer {

    private static final long KEEP_ALIVE_MILLIS = 1_000;
    private static final long STORE_INTERVAL_NANOS = 100_000_000;

    private final PrintStream out = new PrintStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, StandardCharsets.UTF_8);
    private final Map<Long, TableMapEventData> tables = new HashMap<>();
    private final Path positionFile;
    private final boolean byGtid;
    private final BinaryLogClient client;
    private long storedNanos;

    private ConnectorConsumer() {
        positionFile = Path.of(variable("CDC_TESTER_STATE"), "place");
        byGtid = variable("RESUME").equals("gtid");
        client = new BinaryLogClient(
                variable("CDC_TESTER_HOST"),
                Integer.parseInt(variable("CDC_TESTER_PORT")),
                variable("CDC_TESTER_USER"),
                variable("MYSQL_PWD"));
    }

    public static void main(String[] arguments) throws Exception {
        new ConnectorConsumer().follow();
    }

    private static String variable(String name) {
        return System.getenv().getOrDefault(name, "");
    }

    /** Returns the stored position, or the log's end at the first start. */
    private String[] startPosition() throws IOException {
        String start = byGtid
                ? variable("CDC_TESTER_GTIDS")
                : variable("CDC_TESTER_LOG_FILE") + " " + variable("CDC_TESTER_LOG_POSITION");
        return (Files.exists(positionFile) ? Files.readString(positionFile) : start)
                .strip()
                .split(" ");
    }

    private void follow() throws Exception {
        client.setSSLMode(SSLMode.DISABLED);
        client.setServerId(9_101);
        client.setKeepAliveInterval(KEEP_ALIVE_MILLIS); // the default of one minute delays the reconnect
        String[] from = startPosition();
        if (byGtid) {
            client.setGtidSet(from[0]);
        } else {
            client.setBinlogFilename(from[0]);
            client.setBinlogPosition(Long.parseLong(from[1]));
        }
        client.registerEventListener(this::event);
        client.registerLifecycleListener(new BinaryLogClient.AbstractLifecycleListener() {
            @Override
            public void onConnect(BinaryLogClient ignored) {
                System.err.println("connected");
            }

            @Override
            public void onCommunicationFailure(BinaryLogClient ignored, Exception e) {
                System.err.println("communication: " + e);
            }

            @Override
            public void onEventDeserializationFailure(BinaryLogClient ignored, Exception e) {
                System.err.println("deserialization: " + e + " because of " + e.getCause());
            }
        });
        client.connect(); // its keep-alive thread is not a daemon, so the process stays alive when this method
        // returns after a break
        System.err.println("connect() has returned");
    }

    private void event(Event event) {
        EventData data = event.getData();
        if (data instanceof TransactionPayloadEventData payload) {
            payload.getUncompressedEvents().forEach(this::change);
            storePosition(event);
        } else {
            change(event);
        }
    }

    private void change(Event event) {
        EventData data = event.getData();
        switch (event.getHeader().getEventType()) {
            case TABLE_MAP -> tables.put(((TableMapEventData) data).getTableId(), (TableMapEventData) data);
            case WRITE_ROWS, EXT_WRITE_ROWS -> {
                WriteRowsEventData rows = (WriteRowsEventData) data;
                rows.getRows().forEach(row -> row(rows.getTableId(), row));
            }
            case UPDATE_ROWS, EXT_UPDATE_ROWS -> {
                UpdateRowsEventData rows = (UpdateRowsEventData) data;
                rows.getRows().forEach(row -> row(rows.getTableId(), row.getValue()));
            }
            case XID -> storePosition(event);
            default -> {}
        }
    }

    private void row(long id, Serializable[] row) {
        TableMapEventData table = tables.get(id);
        if (table == null || !table.getDatabase().equals(variable("CDC_TESTER_DATABASE"))) {
            return;
        }
        List<String> columns =
                table.getEventMetadata().getColumnNames(); // the server logs the names if binlog_row_metadata=FULL
        int sequence = columns.indexOf("cdc_seq");
        out.println(table.getDatabase() + "." + table.getTable() + "," + row[columns.indexOf("id")] + ","
                + (sequence < 0 ? "0" : row[sequence]));
    }

    /**
     * Flushes the output at the end of a transaction, and then stores the position, at most every 100 ms. Therefore a
     * restart loses nothing, but may repeat the last 100 ms.
     */
    private void storePosition(Event last) {
        out.flush();
        long position = ((EventHeaderV4) last.getHeader()).getNextPosition();
        if (position == 0 || System.nanoTime() - storedNanos < STORE_INTERVAL_NANOS) {
            return; // 0 inside a payload: its position is stored after the payload
        }
        storedNanos = System.nanoTime();
        try {
            String gtids = client.getGtidSet();
            // a kill while writing must not leave an incomplete file
            Path temporaryFile = positionFile.resolveSibling("next-place");
            Files.writeString(
                    temporaryFile,
                    byGtid && gtids != null ? gtids.replace("\n", "") : client.getBinlogFilename() + " " + position);
            Files.move(temporaryFile, positionFile, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
