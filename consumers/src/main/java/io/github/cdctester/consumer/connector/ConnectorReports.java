// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer.connector;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeader;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.GtidEventData;
import com.github.shyiko.mysql.binlog.event.GtidTaggedEventData;
import com.github.shyiko.mysql.binlog.event.MariadbGtidEventData;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.RotateEventData;
import io.github.cdctester.consumer.ConsumerProbe;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reports the transactions of a {@code BinaryLogClient} to a probe, by GTID if the log has GTIDs, otherwise by the position after the
 * transaction's last event. Register it after your own listener, so that a transaction is reported after your listener has processed
 * it.
 *
 * <pre>{@code
 * client.registerEventListener(mine);
 * client.registerEventListener(ConnectorReports.to(probe));
 * }</pre>
 *
 * <p>An incomplete transaction, for example before a reconnect, is not reported. Custom deserializers of GTID and rotate events
 * must create the library's event types. Otherwise transactions are reported incorrectly or not at all. If a custom deserializer
 * of query events hides the statement, a transaction that ends with it, such as CREATE TABLE, is reported only when the next
 * transaction begins. It is never reported if the client reconnects before that, or if no transaction follows, so it counts as
 * lost. MariaDB marks such transactions, which are reported at once.
 */
public final class ConnectorReports implements BinaryLogClient.EventListener {

    private final ConsumerProbe probe;

    private String file = "";
    private String gtid = "";
    private boolean inTransaction;

    /** True if the only statement of the transaction ends it. */
    private boolean isStandalone;

    /** The last statement of the open transaction whose text is hidden. Only the next event shows if it was the end. */
    private @Nullable EventHeader hiddenStatement;

    private ConnectorReports(ConsumerProbe probe) {
        this.probe = probe;
    }

    /**
     * Creates a listener for one client.
     *
     * @param probe receives the transactions
     * @return the listener
     */
    public static ConnectorReports to(ConsumerProbe probe) {
        return new ConnectorReports(probe);
    }

    @Override
    public void onEvent(Event event) {
        EventHeader header = event.getHeader();
        if (header instanceof EventHeaderV4 headerV4) {
            probe.bytes(headerV4.getEventLength());
        }
        probe.events(1);
        handle(header, event.getData());
    }

    private void handle(EventHeader header, EventData data) {
        EventType type = header.getEventType();
        switch (type) {
            case ROTATE -> {
                if (header instanceof EventHeaderV4 headerV4 && headerV4.getNextPosition() > 0) {
                    endHiddenTransaction(); // an event of the log, in which no transaction continues in the next file
                }
                file = data instanceof RotateEventData rotate ? rotate.getBinlogFilename() : "";
                gtid = ""; // a connection starts with this event, so an open transaction is incomplete
                inTransaction = false;
                hiddenStatement = null;
            }
            case STOP -> endHiddenTransaction();
            case GTID, GTID_TAGGED, ANONYMOUS_GTID, MARIADB_GTID -> begin(header, data);
            case QUERY -> query(header, data);
            case XID, XA_PREPARE, TRANSACTION_PAYLOAD -> end(header);
            default -> {
                // other events neither begin nor end a transaction
            }
        }
    }

    private void begin(EventHeader header, EventData data) {
        endHiddenTransaction();
        inTransaction = false;
        isStandalone = false;
        gtid = "";
        if (data instanceof GtidTaggedEventData tagged) {
            gtid = String.valueOf(tagged.getMySqlGtid());
        } else if (data instanceof GtidEventData untagged && header.getEventType() == EventType.GTID) {
            gtid = String.valueOf(untagged.getMySqlGtid());
        } else if (data instanceof MariadbGtidEventData mariaDb && header instanceof EventHeaderV4 headerV4) {
            gtid = mariaDb.getDomainId() + "-" + headerV4.getServerId() + "-" + mariaDb.getSequence();
            isStandalone = (mariaDb.getFlags() & MariadbGtidEventData.FL_STANDALONE) != 0;
            inTransaction = !isStandalone; // MariaDB logs no BEGIN
        }
    }

    private void query(EventHeader header, EventData data) {
        if (!(data instanceof QueryEventData query) || query.getSql() == null) {
            hiddenStatement = header;
            if (isStandalone) {
                end(header);
            }
            return;
        }
        String statement = query.getSql().strip().toUpperCase(Locale.ROOT);
        boolean createsWithRows = statement.endsWith("START TRANSACTION"); // CREATE TABLE … SELECT
        if (statement.equals("BEGIN") || statement.startsWith("XA START") || createsWithRows) {
            inTransaction = true;
        } else if (!inTransaction || statement.equals("COMMIT") || statement.equals("ROLLBACK")) {
            end(header); // COMMIT, or a single statement such as CREATE TABLE
        }
    }

    private void endHiddenTransaction() {
        if (hiddenStatement != null) {
            end(hiddenStatement);
        }
    }

    private void end(EventHeader header) {
        if (!gtid.isEmpty()) {
            probe.recordTransaction(gtid);
        } else if (!file.isEmpty() && header instanceof EventHeaderV4 headerV4) {
            probe.recordPosition(file, headerV4.getNextPosition());
        }
        gtid = "";
        inTransaction = false;
        hiddenStatement = null;
    }
}
