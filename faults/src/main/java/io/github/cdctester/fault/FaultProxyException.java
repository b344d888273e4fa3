// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

/** A proxy cannot listen, cannot accept connections any more, or a fault of the caller failed: the cause has the details. */
public final class FaultProxyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FaultProxyException(String message, Throwable cause) {
        super(message + ": " + cause, cause);
    }
}
