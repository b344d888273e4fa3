// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import io.github.cdctester.internal.binlog.event.EventKind;

/** Receives reports about compressed transactions. Bytes on the wire are counted elsewhere. */
public interface PayloadSink {

    /**
     * Reports the start of a compressed transaction.
     *
     * @param wireBytes length of the event: header, body and checksum
     * @param inflatedBytes inflated length according to the event's head; 0 if unknown
     */
    default void onPayload(long wireBytes, long inflatedBytes) {}

    /** Reports a complete event inside a compressed transaction; {@code type} is its {@link EventKind}. */
    default void onInnerEvent(int type) {}
}
