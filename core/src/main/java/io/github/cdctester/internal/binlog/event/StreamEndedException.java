// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import java.io.IOException;

/** The stream ended although nobody here asked for it. */
public final class StreamEndedException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates the failure. */
    public StreamEndedException(String message) {
        super(message);
    }
}
