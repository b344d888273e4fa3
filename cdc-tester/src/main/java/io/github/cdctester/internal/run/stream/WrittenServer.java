// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInfo.Durability;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.util.List;

/**
 * The server that the loads write to. The streams may come from other servers, for example from a replica.
 *
 * @param autoIncrementIncrement empty if the server does not report it
 * @param unorderedSources sources whose GTIDs are not in log order, as UUIDs; empty if a stream comes from this server
 */
public record WrittenServer(
        Endpoint endpoint, Durability durability, String autoIncrementIncrement, List<String> unorderedSources) {

    /** Rejects a server whose log excludes the written database. */
    static WrittenServer of(Endpoint endpoint, List<LogServer> servers) {
        return servers.stream()
                .filter(server -> server.endpoint().equals(endpoint))
                .findFirst()
                .map(server -> new WrittenServer(
                        endpoint, server.info().durability(), server.autoIncrementIncrement(), List.of()))
                .orElseGet(() -> query(endpoint));
    }

    private static WrittenServer query(Endpoint endpoint) {
        try (ServerConnection connection = ServerConnection.open(endpoint)) {
            ServerInspector inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM);
            LogServer.refuseFilter(endpoint, inspector.logFilter(endpoint.database()), endpoint.database());
            return new WrittenServer(
                    endpoint,
                    inspector.info().durability(),
                    inspector.autoIncrementIncrement(),
                    inspector.groupUuids());
        } catch (IOException e) {
            throw new RunFailedException("querying " + endpoint.address() + " failed: " + e.getMessage(), e);
        }
    }
}
