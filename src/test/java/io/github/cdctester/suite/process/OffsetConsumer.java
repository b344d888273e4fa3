// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.MariadbGtidEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A consumer program that prints the GTIDs of a workload, stores its offset, and reconnects. It also writes each line to a truth file,
 * before ({@code P}) and after ({@code D}) printing it.
 */
public final class OffsetConsumer {

    /** Occurs at transaction number {@code FAULT_AT} of each connection except the very first. */
    public enum Fault {
        NONE,
        DROP,
        REPEAT,
        SWAP
    }

    private static final int RETRY_MILLIS = 50;

    private final Map<String, String> settings = System.getenv();
    private final Path offsetFile = Path.of(settings.get("OFFSET"));
    private final int storeEvery = Integer.parseInt(settings.get("STORE_EVERY"));
    private final int faultAt = Integer.parseInt(settings.get("FAULT_AT"));
    private final Fault fault = Fault.valueOf(settings.get("FAULT"));
    private final OutputStream out = System.out;
    private final OutputStream truthOutput;
    private final List<String> swappedGtids = new ArrayList<>();
    private boolean hasConnectedBefore;
    private String lastGtid;
    private String gtid = "";
    private boolean changesWorkloadTable;
    private int transactionNumber;
    private int unstoredTransactions;

    private OffsetConsumer() throws IOException, SQLException {
        Path truthFile = Path.of(settings.get("TRUTH"));
        hasConnectedBefore = Files.exists(truthFile);
        truthOutput = Files.newOutputStream(truthFile, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        lastGtid = storeEvery > 0 && Files.exists(offsetFile) ? Files.readString(offsetFile) : logEnd();
    }

    public static void main(String[] args) throws IOException, SQLException, InterruptedException {
        OffsetConsumer consumer = new OffsetConsumer();
        System.setOut(System.err); // the driver logs to standard output, which is for GTIDs only
        System.err.println("ready");
        while (true) {
            consumer.follow();
            Thread.sleep(RETRY_MILLIS);
        }
    }

    private String logEnd() throws SQLException {
        String url = "jdbc:mariadb://" + settings.get("CDC_TESTER_HOST") + ":" + settings.get("CDC_TESTER_PORT") + "/";
        try (Connection connection =
                        DriverManager.getConnection(url, settings.get("CDC_TESTER_USER"), settings.get("MYSQL_PWD"));
                Statement statement = connection.createStatement();
                ResultSet position = statement.executeQuery("SELECT @@gtid_binlog_pos")) {
            position.next();
            return position.getString(1);
        }
    }

    private void follow() {
        BinaryLogClient client = new BinaryLogClient(
                settings.get("CDC_TESTER_HOST"),
                Integer.parseInt(settings.get("CDC_TESTER_PORT")),
                settings.get("CDC_TESTER_USER"),
                settings.get("MYSQL_PWD"));
        client.setServerId(Integer.parseInt(settings.get("SERVER_ID")));
        client.setKeepAlive(false);
        client.setGtidSet(lastGtid);
        client.registerEventListener(this::onEvent);
        transactionNumber = 0;
        try {
            client.connect();
        } catch (IOException e) {
            System.err.println("not connected: " + e.getMessage());
        }
        hasConnectedBefore = true;
    }

    private void onEvent(Event event) {
        EventType type = event.getHeader().getEventType();
        if (event.getData() instanceof MariadbGtidEventData gtidEvent
                && event.getHeader() instanceof EventHeaderV4 header) {
            gtid = gtidEvent.getDomainId() + "-" + header.getServerId() + "-" + gtidEvent.getSequence();
            changesWorkloadTable = false;
        } else if (event.getData() instanceof TableMapEventData table) {
            changesWorkloadTable |= table.getTable().startsWith("sbtest");
        } else if (type == EventType.XID) {
            if (changesWorkloadTable) {
                report(gtid);
            }
            lastGtid = gtid;
        }
    }

    private void report(String transaction) {
        transactionNumber++;
        boolean isFaulty = hasConnectedBefore && transactionNumber == faultAt;
        if (isFaulty && fault == Fault.SWAP) {
            swappedGtids.add(transaction);
            return;
        }
        if (!isFaulty || fault != Fault.DROP) {
            print(transaction);
        }
        if (isFaulty && fault == Fault.REPEAT) {
            print(transaction);
        }
        swappedGtids.forEach(this::print);
        swappedGtids.clear();
        if (++unstoredTransactions == storeEvery) {
            unstoredTransactions = 0;
            store(transaction);
        }
    }

    private void print(String transaction) {
        try {
            write(truthOutput, "P " + transaction);
            write(out, transaction);
            write(truthOutput, "D " + transaction);
        } catch (IOException e) {
            Runtime.getRuntime().halt(9); // the run no longer reads the output
        }
    }

    private static void write(OutputStream to, String line) throws IOException {
        to.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        to.flush();
    }

    private void store(String offset) {
        try {
            Path newOffsetFile = Files.writeString(Path.of(offsetFile + ".next"), offset);
            Files.move(newOffsetFile, offsetFile, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
