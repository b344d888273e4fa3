// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.MariadbGtidEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.XidEventData;
import io.github.cdctester.config.Endpoint;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * A consumer with a limited rate, which prints GTIDs. It prints each GTID before it reads the next event, so its backlog stays in the
 * server's log.
 */
public final class PacedConsumer {

    /** Limits the time after a pause in which the consumer catches up at full speed. */
    private static final long BURST_NANOS = 100_000_000;

    private final String tablePrefix;
    private final long nanosPerTransaction;
    private final PrintStream lines;
    private String gtid = "";
    private boolean changesMatchingTable;
    private long dueNanos = System.nanoTime();

    private PacedConsumer(String tablePrefix, double perSecond, PrintStream lines) {
        this.tablePrefix = tablePrefix;
        nanosPerTransaction = perSecond == 0 ? 0 : Math.round(1e9 / perSecond);
        this.lines = lines;
    }

    /** Arguments: the prefix of the tables, and the transactions per second (0 for no limit). Property: {@code server-id}. */
    public static void main(String[] args) throws IOException {
        Endpoint endpoint = LosingConsumer.endpointFromEnvironment();
        PrintStream lines = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err); // the driver logs to standard output, which is for GTIDs only
        BinaryLogClient client = new BinaryLogClient(
                endpoint.host(),
                endpoint.port(),
                endpoint.user(),
                endpoint.password().reveal());
        client.setServerId(Integer.getInteger("server-id"));
        client.setGtidSet(LosingConsumer.logEndGtids(endpoint));
        client.registerEventListener(new PacedConsumer(args[0], Double.parseDouble(args[1]), lines)::onEvent);
        client.connect();
    }

    private void onEvent(Event event) {
        EventData data = event.getData();
        if (data instanceof MariadbGtidEventData gtidEvent) {
            EventHeaderV4 header = event.getHeader();
            gtid = gtidEvent.getDomainId() + "-" + header.getServerId() + "-" + gtidEvent.getSequence();
            changesMatchingTable = false;
        } else if (data instanceof TableMapEventData map) {
            changesMatchingTable |= map.getTable().startsWith(tablePrefix);
        } else if (data instanceof XidEventData && changesMatchingTable) {
            awaitTurn();
            lines.println(gtid);
        }
    }

    private void awaitTurn() {
        dueNanos = Math.max(dueNanos, System.nanoTime() - BURST_NANOS) + nanosPerTransaction;
        for (long remaining = dueNanos - System.nanoTime(); remaining > 0; remaining = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(remaining);
        }
    }
}
