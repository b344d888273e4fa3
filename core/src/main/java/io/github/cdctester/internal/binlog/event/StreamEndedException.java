// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.io.IOException;

/** The stream ended without a request from this side. */
public final class StreamEndedException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates the failure. */
    public StreamEndedException(String message) {
        super(message);
    }
}
