// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import io.github.cdctester.internal.binlog.event.EventKind;

/** Is told of compressed transactions; who counts what was on the wire only need not listen. */
public interface PayloadSink {

    /**
     * A compressed transaction has begun to arrive.
     *
     * @param wireBytes length of its event: header, body and checksum
     * @param inflatedBytes how long the events within are, as the event's head says; 0 where it cannot be read
     */
    default void payload(long wireBytes, long inflatedBytes) {}

    /** An event in a compressed transaction, of an {@link EventKind} from 0 to 255, has been inflated whole. */
    default void innerEvent(int type) {}
}
