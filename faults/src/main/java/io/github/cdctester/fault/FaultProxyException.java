// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

/** A proxy cannot listen, could not continue taking connections, or was given a fault that failed itself: the cause says which. */
public final class FaultProxyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FaultProxyException(String message, Throwable cause) {
        super(message + ": " + cause, cause);
    }
}
