// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.NullEventDataDeserializer;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The stock connector, {@code io.debezium:mysql-binlog-connector-java}.
 *
 * @param depth the events for which the connector creates objects
 */
record Connector(Target target, Depth depth) implements Side {

    /** Static, because a logger without a reference is garbage collected together with its level. */
    private static final Logger LOGGER = Logger.getLogger("com.github.shyiko.mysql.binlog");

    enum Depth {
        /** All events. */
        DEFAULT(Set.of()),
        /** All events except rows events. */
        NO_ROWS(EnumSet.of(
                EventType.WRITE_ROWS,
                EventType.UPDATE_ROWS,
                EventType.DELETE_ROWS,
                EventType.EXT_WRITE_ROWS,
                EventType.EXT_UPDATE_ROWS,
                EventType.EXT_DELETE_ROWS)),
        /** Only the events that the client itself needs. For some of these, the client restores its own deserializers. */
        NOTHING(EnumSet.complementOf(EnumSet.of(EventType.FORMAT_DESCRIPTION, EventType.ROTATE)));

        private final Set<EventType> nulls;

        Depth(Set<EventType> nulls) {
            this.nulls = nulls;
        }
    }

    private static final class Sums {
        long bytes;
        long events;
        long transactions;
    }

    @Override
    public String read(String argument) throws IOException {
        LOGGER.setLevel(Level.OFF);
        long start = System.nanoTime();
        BinaryLogClient client = new BinaryLogClient(Target.HOST, target.port(), Target.USER, "");
        client.setSSLMode(target.tls() ? SSLMode.REQUIRED : SSLMode.DISABLED);
        client.setBinlogFilename(target.file());
        client.setBinlogPosition(4);
        client.setServerId(9003);
        client.setKeepAlive(false);
        client.setBlocking(false); // ends at the end of the log
        EventDeserializer deserializer = new EventDeserializer();
        for (EventType type : depth.nulls) {
            deserializer.setEventDataDeserializer(type, new NullEventDataDeserializer());
        }
        client.setEventDeserializer(deserializer);
        Sums sums = new Sums();
        client.registerEventListener(event -> {
            EventHeaderV4 header = event.getHeader();
            if (header.getTimestamp() != 0) {
                sums.bytes += header.getEventLength();
                sums.events++;
                sums.transactions += header.getEventType() == EventType.XID ? 1 : 0;
            }
        });
        client.registerLifecycleListener(new BinaryLogClient.AbstractLifecycleListener() {
            @Override
            public void onEventDeserializationFailure(BinaryLogClient ignored, Exception e) {
                throw new IllegalStateException(e);
            }
        });
        client.connect();
        return Sides.line(start, sums.bytes) + " events=" + sums.events + " transactions=" + sums.transactions;
    }
}
