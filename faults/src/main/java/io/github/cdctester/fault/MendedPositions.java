// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;

/** Counts positions from the lengths of what is sent. Dumps from the beginning of a file, or of an unbroken stream. */
final class MendedPositions implements StreamFault {

    private long offset;

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        for (StreamEvent event : transaction.events()) {
            event(event, out);
        }
    }

    @Override
    public void event(StreamEvent event, StreamOut out) throws IOException {
        if (event.isOfLog()) {
            offset += event.length();
        } else if (event.type() == StreamEvent.ROTATE) {
            offset = event.rotatesTo();
        }
        boolean tells = event.endPosition() != 0 && (event.isOfLog() || event.isHeartbeat());
        out.event(tells && event.endPosition() != (int) offset ? event.withEndPosition(offset) : event);
    }
}
