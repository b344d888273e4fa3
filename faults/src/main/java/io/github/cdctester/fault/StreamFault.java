// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;

/** Changes the dumps of a proxy; see {@link StreamFaults}. A fault's counts continue in the next dump. */
public interface StreamFault {

    /** Called at the start of a dump. The fault must discard events that it still holds from the previous dump. */
    default void dumpBegins() {}

    /** Receives a complete transaction. The fault sends this transaction, a changed transaction, or nothing to {@code out}. */
    default void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        out.transaction(transaction);
    }

    /** Receives an event outside transactions. The fault sends this event, a changed event, or nothing to {@code out}. */
    default void event(StreamEvent event, StreamOut out) throws IOException {
        out.event(event);
    }
}
