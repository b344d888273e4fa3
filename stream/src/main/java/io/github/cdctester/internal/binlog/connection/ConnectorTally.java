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
 * Counts compressed payloads, tagged GTIDs, and events that the connector cannot deserialize. Confined to the client's thread,
 * except for {@link #use()}.
 */
final class ConnectorTally extends BinaryLogClient.AbstractLifecycleListener
        implements BinaryLogClient.EventListener, EventHeaderDeserializer<EventHeaderV4> {

    private static final String VERSION =
            Objects.requireNonNullElse(BinaryLogClient.class.getPackage().getImplementationVersion(), "unknown");

    private volatile long unreadEvents;
    private volatile String firstUnread = "";
    private volatile long payloadEvents;
    private volatile long largestBytes;
    private volatile long taggedGtids;

    private EventHeaderV4 lastHeader = new EventHeaderV4();

    private int lastType;
    private boolean hasNewEvents;
    private @Nullable Exception communicationFailure;

    ConnectorUse use() {
        return new ConnectorUse(VERSION, unreadEvents, firstUnread, payloadEvents, largestBytes, taggedGtids);
    }

    /** Also returns true for an event that could not be deserialized. */
    boolean hasNewEvents() {
        return hasNewEvents;
    }

    void onHandOver() {
        hasNewEvents = false;
    }

    /** Returns true if the client gave up because the server sent an error. */
    boolean endedByServerError() {
        return communicationFailure instanceof ServerException;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread writes this field
    public void onEvent(Event event) {
        hasNewEvents = true;
        if (lastHeader.getEventLength() >= 0xFF_FFFE) { // event and status byte fill at least one packet
            largestBytes = Math.max(largestBytes, lastHeader.getEventLength());
        }
        switch (lastHeader.getEventType()) {
            case GTID_TAGGED -> taggedGtids++;
            case TRANSACTION_PAYLOAD -> {
                payloadEvents++;
                TransactionPayloadEventData payloadData = event.getData();
                payloadData
                        .getUncompressedEvents()
                        .forEach(inner -> countIfUnsupported(inner.getHeader().getEventType()));
            }
            default -> countIfUnsupported(lastHeader.getEventType());
        }
    }

    /** Counts events that applications need, but the connector cannot deserialize. */
    private void countIfUnsupported(EventType type) {
        if (type == EventType.PARTIAL_UPDATE_ROWS_EVENT
                || type == EventType.UNKNOWN && !EventKind.isControl(lastType)) {
            countUnread(describeLastEvent());
        }
    }

    @Override
    public void onEventDeserializationFailure(BinaryLogClient client, Exception cause) {
        hasNewEvents = true;
        countUnread(eventAndCause(cause));
    }

    @Override
    public void onCommunicationFailure(BinaryLogClient client, Exception cause) {
        communicationFailure = cause;
    }

    @Override
    public EventHeaderV4 deserialize(ByteArrayInputStream from) throws IOException {
        lastHeader = new EventHeaderV4();
        lastHeader.setTimestamp(from.readLong(4) * 1000L);
        lastType = from.readInteger(1);
        lastHeader.setEventType(Objects.requireNonNullElse(EventType.byEventNumber(lastType), EventType.UNKNOWN));
        lastHeader.setServerId(from.readLong(4));
        lastHeader.setEventLength(from.readLong(4));
        lastHeader.setNextPosition(from.readLong(4));
        lastHeader.setFlags(from.readInteger(2));
        return lastHeader;
    }

    String describeFailure() {
        return eventAndCause(communicationFailure);
    }

    private String eventAndCause(@Nullable Throwable cause) {
        return describeLastEvent() + ": " + (cause == null || cause.getCause() == null ? cause : cause.getCause());
    }

    /** MariaDB sends no end positions inside transactions. */
    private String describeLastEvent() {
        long endPosition = lastHeader.getNextPosition();
        return EventKind.name(lastType) + " event" + (endPosition == 0 ? "" : " that ends at " + endPosition);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread writes this field
    private void countUnread(String event) {
        if (unreadEvents++ == 0) {
            firstUnread = event;
        }
    }
}
