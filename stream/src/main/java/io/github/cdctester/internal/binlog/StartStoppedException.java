// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.failure.RunFailedException;

/** Thrown if a {@link StartWatch} stops the start of a stream. */
public final class StartStoppedException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    StartStoppedException() {
        super("stopped while connecting to the stream");
    }
}
