// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import io.github.cdctester.config.Endpoint.Client;
import org.jspecify.annotations.Nullable;

/**
 * The client that executed the statements of a load.
 *
 * @param load name of the load
 * @param client {@link Client#NATIVE} or {@link Client#JDBC}
 * @param reason why the client is the JDBC driver; {@code null} for the native client
 */
public record LoadClient(
        String load, Client client, @Nullable Reason reason) {

    /** Reason for the JDBC driver instead of the native client. */
    public enum Reason {
        /** The endpoint requests it. */
        REQUESTED,
        /** The workload executes statements itself, through a JDBC connection. */
        WORKLOAD,
        /** The endpoint names a driver. */
        DRIVER_CHOSEN,
        /** The endpoint has options for the driver. */
        DRIVER_OPTIONS
    }

    /** Returns the native client for a load. */
    public static LoadClient ofNative(String load) {
        return new LoadClient(load, Client.NATIVE, null);
    }

    /** Returns the JDBC driver for a load. */
    public static LoadClient ofJdbc(String load, Reason reason) {
        return new LoadClient(load, Client.JDBC, reason);
    }
}
