// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.io.IOException;

/** The bytes of a stream are not what the protocol allows; the stream cannot be followed any further. */
public final class StreamProtocolException extends IOException {

    private static final long serialVersionUID = 1L;

    /** The failure that something was found, as in "an event packet of only 3 bytes". */
    public StreamProtocolException(String found) {
        super("not a binlog stream: " + found);
    }
}
