// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.TransactionPayloadEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.EventHeaderDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import com.github.shyiko.mysql.binlog.network.ServerException;
import io.github.cdctester.internal.binlog.event.EventKind;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts events that the connector cannot deserialize, or can handle only at a cost. Confined to the client's thread,
 * except for {@link #use()}.
 */
final class ConnectorTally extends BinaryLogClient.AbstractLifecycleListener
        implements BinaryLogClient.EventListener, EventHeaderDeserializer<EventHeaderV4> {

    private static final String VERSION =
            Objects.requireNonNullElse(BinaryLogClient.class.getPackage().getImplementationVersion(), "unknown");

    private volatile long unread;
    private volatile String firstUnread = "";
    private volatile long payloads;
    private volatile long largest;
    private volatile long taggedGtids;

    private EventHeaderV4 last = new EventHeaderV4();

    private int lastType;
    private boolean hadEvents;
    private @Nullable Exception communicationFailure;

    ConnectorUse use() {
        return new ConnectorUse(VERSION, unread, firstUnread, payloads, largest, taggedGtids);
    }

    /** Returns true if the listener received events after the last {@link #onHandOver()}. */
    boolean hadEvents() {
        return hadEvents;
    }

    void onHandOver() {
        hadEvents = false;
    }

    /** Returns true if the client gave up because the server sent an error. */
    boolean endedByServerError() {
        return communicationFailure instanceof ServerException;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread writes this field
    public void onEvent(Event event) {
        hadEvents = true;
        if (last.getEventLength() >= 0xFF_FFFE) { // event and status byte fill at least one packet
            largest = Math.max(largest, last.getEventLength());
        }
        switch (last.getEventType()) {
            case GTID_TAGGED -> taggedGtids++;
            case TRANSACTION_PAYLOAD -> {
                payloads++;
                TransactionPayloadEventData inflated = event.getData();
                inflated.getUncompressedEvents()
                        .forEach(inner -> countIfUnsupported(inner.getHeader().getEventType()));
            }
            default -> countIfUnsupported(last.getEventType());
        }
    }

    /** Counts an event if applications need it and the connector cannot deserialize its type. */
    private void countIfUnsupported(EventType type) {
        if (type == EventType.PARTIAL_UPDATE_ROWS_EVENT
                || type == EventType.UNKNOWN && !EventKind.isControl(lastType)) {
            countUnread(describeLastEvent());
        }
    }

    @Override
    public void onEventDeserializationFailure(BinaryLogClient client, Exception why) {
        hadEvents = true;
        countUnread(withEvent(why));
    }

    @Override
    public void onCommunicationFailure(BinaryLogClient client, Exception why) {
        communicationFailure = why;
    }

    /** Works like the connector's deserializer, and also keeps the number of an unknown type. */
    @Override
    public EventHeaderV4 deserialize(ByteArrayInputStream from) throws IOException {
        last = new EventHeaderV4();
        last.setTimestamp(from.readLong(4) * 1000L);
        lastType = from.readInteger(1);
        last.setEventType(Objects.requireNonNullElse(EventType.byEventNumber(lastType), EventType.UNKNOWN));
        last.setServerId(from.readLong(4));
        last.setEventLength(from.readLong(4));
        last.setNextPosition(from.readLong(4));
        last.setFlags(from.readInteger(2));
        return last;
    }

    /** Describes the last event and the client's error. */
    String describeFailure() {
        return withEvent(communicationFailure);
    }

    private String withEvent(@Nullable Throwable cause) {
        return describeLastEvent() + ": " + (cause == null || cause.getCause() == null ? cause : cause.getCause());
    }

    /** Returns the type of the last event, and its end position if the server sent one. MariaDB sends none inside transactions. */
    private String describeLastEvent() {
        long end = last.getNextPosition();
        return EventKind.name(lastType) + " event" + (end == 0 ? "" : " that ends at " + end);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread writes this field
    private void countUnread(String event) {
        if (unread++ == 0) {
            firstUnread = event;
        }
    }
}
