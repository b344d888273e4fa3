// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Passes the events of whole transactions to the readers of event bodies. The readers of each event are found once for each
 * {@link TransactionPattern}, not for each transaction.
 */
public final class WholeBodies {

    private final EventBody[] bodies;

    /** The reader of each event, in the events' order. */
    private EventBody[] viewers = new EventBody[16];

    private int[] events = new int[16];
    private int[] offsets = new int[16];
    private int[] types = new int[16];
    private int[] lengths = new int[16];
    private int views;
    private int shown;

    WholeBodies(EventBody[] bodies) {
        this.bodies = bodies;
    }

    void take(TransactionPattern shape) {
        views = 0;
        int offset = TransactionPattern.EVENT_OFFSET;
        for (int event = 0; event < shape.count(); event++) {
            for (EventBody body : bodies) {
                if (body.accepts(shape.types()[event] & 0xFF)) {
                    add(body, event, offset, shape);
                }
            }
            offset += shape.lengths()[event] + TransactionPattern.EVENT_OFFSET;
        }
    }

    /** Passes a transaction of this shape to the views; fails at the event after the {@link #shown} events. */
    void show(ByteBuffer buffer, int begin, int checksumBytes) throws StreamProtocolException {
        int i = 0;
        try {
            for (; i < views; i++) {
                viewers[i].whole(buffer, begin + offsets[i], types[i], lengths[i], checksumBytes);
            }
        } catch (StreamProtocolException e) {
            shown = events[i];
            throw e;
        }
    }

    /** Returns the number of events before the invalid one. */
    int shown() {
        return shown;
    }

    private void add(EventBody viewer, int event, int offset, TransactionPattern shape) {
        if (views == viewers.length) {
            viewers = Arrays.copyOf(viewers, 2 * views);
            events = Arrays.copyOf(events, 2 * views);
            offsets = Arrays.copyOf(offsets, 2 * views);
            types = Arrays.copyOf(types, 2 * views);
            lengths = Arrays.copyOf(lengths, 2 * views);
        }
        viewers[views] = viewer;
        events[views] = event;
        types[views] = shape.types()[event] & 0xFF;
        lengths[views] = shape.lengths()[event];
        offsets[views++] = offset;
    }
}
