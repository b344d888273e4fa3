// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

/** Thrown if a proxy cannot listen or accept connections, or if a {@link StreamFault} or {@link FaultProxy.Relay} threw an
 * exception. The cause contains the details. */
public final class FaultProxyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FaultProxyException(String message, Throwable cause) {
        super(message + ": " + cause, cause);
    }
}
