// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import io.github.cdctester.internal.binlog.event.EventKind;

/** Receives reports about compressed transactions, not about bytes on the wire. */
public interface PayloadSink {

    /** {@code wireBytes} includes header and checksum. {@code inflatedBytes} is 0 if the event's head lacks it. */
    default void onPayload(long wireBytes, long inflatedBytes) {}

    /** {@code type} is the {@link EventKind} of an event inside a compressed transaction. */
    default void onInnerEvent(int type) {}
}
