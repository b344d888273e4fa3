// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import io.github.cdctester.internal.binlog.event.EventKind;

/** Receives compressed transactions; not needed to count bytes on the wire. */
public interface PayloadSink {

    /**
     * Reports the start of a compressed transaction.
     *
     * @param wireBytes length of its event: header, body and checksum
     * @param inflatedBytes length of the events inside, from the event's head; 0 if it cannot be read
     */
    default void payload(long wireBytes, long inflatedBytes) {}

    /** An event in a compressed transaction, of an {@link EventKind} from 0 to 255, has been inflated whole. */
    default void innerEvent(int type) {}
}
