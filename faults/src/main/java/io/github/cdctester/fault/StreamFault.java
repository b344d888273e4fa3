// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;

/** A change of a dump; it counts over all dumps of a proxy. See {@link StreamFaults}. */
public interface StreamFault {

    /** A dump begins; held back events of the previous one are dropped. */
    default void dumpBegins() {}

    /** Receives a complete transaction. */
    default void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        out.transaction(transaction);
    }

    /** Receives an event outside of transactions. */
    default void event(StreamEvent event, StreamOut out) throws IOException {
        out.event(event);
    }
}
