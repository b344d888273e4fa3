// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;

/** A stream or an answer violates the protocol. The stream cannot be read further. */
public final class StreamProtocolException extends MySqlProtocolException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception about data such as "an event packet of only 3 bytes". */
    public StreamProtocolException(String invalidData) {
        super("not a binlog stream: ", invalidData);
    }
}
