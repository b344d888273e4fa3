// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.failure.RunFailedException;

/** Somebody wanted the end while a run was being made ready: nothing was written by its loads, and there is no result. */
public final class StoppedEarlyException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    StoppedEarlyException() {
        super("stopped before anything was measured");
    }
}
