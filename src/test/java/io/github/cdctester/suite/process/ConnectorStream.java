// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.XidEventData;
import io.github.cdctester.config.Endpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The events that mysql-binlog-connector-java, an independent client, receives, in order of arrival. */
public record ConnectorStream(List<ConnectorStream.Event> events) {

    /** Kept in a static field, because a logger without references can lose its level. */
    private static final Logger CONNECTOR_LOGGER = Logger.getLogger(BinaryLogClient.class.getName());

    /**
     * @param type the connector's name of the event type
     * @param length length in bytes
     * @param endPosition end position of the event in the file, from its header; 0 inside MariaDB's transactions
     * @param xid transaction number if the event ends a transaction, otherwise -1
     */
    public record Event(String type, long length, long endPosition, long xid) {}

    /** Reads a file from its first event to the current end of the log. */
    public static ConnectorStream read(Endpoint endpoint, String file) {
        List<ConnectorStream.Event> events = new ArrayList<>();
        BinaryLogClient client = new BinaryLogClient(
                endpoint.host(),
                endpoint.port(),
                endpoint.user(),
                endpoint.password().reveal());
        CONNECTOR_LOGGER.setLevel(Level.OFF);
        client.setBlocking(false);
        client.setKeepAlive(false);
        client.setBinlogFilename(file);
        client.setBinlogPosition(4);
        client.registerEventListener(event -> {
            EventHeaderV4 header = event.getHeader();
            EventData data = event.getData();
            long xid = data instanceof XidEventData commit ? commit.getXid() : -1;
            events.add(new ConnectorStream.Event(
                    header.getEventType().name(), header.getEventLength(), header.getNextPosition(), xid));
        });
        try {
            client.connect();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return new ConnectorStream(events);
    }

    public List<Long> xids() {
        return events.stream()
                .map(ConnectorStream.Event::xid)
                .filter(xid -> xid >= 0)
                .toList();
    }

    public long count(String type) {
        return events.stream().filter(event -> event.type().equals(type)).count();
    }
}
