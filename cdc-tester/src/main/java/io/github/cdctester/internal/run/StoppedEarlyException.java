// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.failure.RunFailedException;

/** Thrown if a run is stopped before anything was measured. */
public final class StoppedEarlyException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    public StoppedEarlyException() {
        this("stopped before anything was measured");
    }

    public StoppedEarlyException(String message) {
        super(message);
    }
}
