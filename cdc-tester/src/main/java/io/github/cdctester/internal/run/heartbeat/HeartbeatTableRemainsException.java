// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.heartbeat;

import io.github.cdctester.failure.RunFailedException;
import org.jspecify.annotations.Nullable;

/** Thrown if the heartbeat table cannot be dropped. */
public final class HeartbeatTableRemainsException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    public HeartbeatTableRemainsException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
