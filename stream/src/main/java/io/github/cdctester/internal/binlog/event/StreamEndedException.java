// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.io.IOException;

/** The server closed the stream, or it was silent for too long or paused. */
public final class StreamEndedException extends IOException {

    private static final long serialVersionUID = 1L;

    public StreamEndedException(String message) {
        super(message);
    }
}
