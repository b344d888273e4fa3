// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.failure.RunFailedException;

/** A worker node is gone, or does not answer. */
public final class WorkerLostException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    WorkerLostException(String message) {
        super(message);
    }
}
