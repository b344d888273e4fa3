// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

/**
 * Thrown if a proxy cannot listen, accept connections or start threads, or if the caller's code, such as a {@link StreamFault}, threw
 * an exception.
 */
public final class FaultProxyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FaultProxyException(String message, Throwable cause) {
        super(message + ": " + cause, cause);
    }
}
