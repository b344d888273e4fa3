// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Passes events of complete transactions to the bodies that accept them. The receivers are determined once per
 * {@link TransactionPattern}.
 */
public final class EventDispatcher {

    private final EventBody[] bodies;

    /** Receivers in the order of events. The arrays below describe the event of each call. */
    private EventBody[] receivers = new EventBody[16];

    private int[] eventIndexes = new int[16];
    private int[] offsets = new int[16];
    private int[] types = new int[16];
    private int[] lengths = new int[16];
    private int receiverCount;
    private int validEvents;

    EventDispatcher(EventBody[] bodies) {
        this.bodies = bodies;
    }

    void setPattern(TransactionPattern pattern) {
        receiverCount = 0;
        int offset = TransactionPattern.EVENT_OFFSET;
        for (int event = 0; event < pattern.count(); event++) {
            for (EventBody body : bodies) {
                if (body.accepts(pattern.types()[event] & 0xFF)) {
                    add(body, event, offset, pattern);
                }
            }
            offset += pattern.lengths()[event] + TransactionPattern.EVENT_OFFSET;
        }
    }

    /** If an event is invalid, {@link #validEvents} is its index. */
    void passEvents(ByteBuffer buffer, int begin, int checksumBytes) throws StreamProtocolException {
        int i = 0;
        try {
            for (; i < receiverCount; i++) {
                receivers[i].completeEvent(buffer, begin + offsets[i], types[i], lengths[i], checksumBytes);
            }
        } catch (StreamProtocolException e) {
            validEvents = eventIndexes[i];
            throw e;
        }
    }

    int validEvents() {
        return validEvents;
    }

    private void add(EventBody receiver, int event, int offset, TransactionPattern pattern) {
        if (receiverCount == receivers.length) {
            receivers = Arrays.copyOf(receivers, 2 * receiverCount);
            eventIndexes = Arrays.copyOf(eventIndexes, 2 * receiverCount);
            offsets = Arrays.copyOf(offsets, 2 * receiverCount);
            types = Arrays.copyOf(types, 2 * receiverCount);
            lengths = Arrays.copyOf(lengths, 2 * receiverCount);
        }
        receivers[receiverCount] = receiver;
        eventIndexes[receiverCount] = event;
        types[receiverCount] = pattern.types()[event] & 0xFF;
        lengths[receiverCount] = pattern.lengths()[event];
        offsets[receiverCount++] = offset;
    }
}
