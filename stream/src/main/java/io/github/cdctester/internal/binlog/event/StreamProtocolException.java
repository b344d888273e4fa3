// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;

/** The stream violates the protocol and cannot be read further. */
public final class StreamProtocolException extends MySqlProtocolException {

    private static final long serialVersionUID = 1L;

    /** {@code invalidData} is a text such as "an event packet of only 3 bytes". */
    public StreamProtocolException(String invalidData) {
        super("not a binlog stream: ", invalidData);
    }
}
