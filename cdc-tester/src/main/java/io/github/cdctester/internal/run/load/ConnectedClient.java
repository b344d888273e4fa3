// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.internal.writer.ConnectionPools;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.Workers;
import io.github.cdctester.internal.writer.loop.NativeClient;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.StatementWorkload;
import io.github.cdctester.workload.Workload;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The client of a load, with its first connections in this process.
 *
 * @param driver JDBC driver and version; empty for the native client
 * @param workerFactory its workers close the connections when they end
 * @param closeConnections for the case that no workers were created
 */
public record ConnectedClient(
        LoadClient client, String driver, Workers.Factory workerFactory, Runnable closeConnections) {

    /**
     * Opens the first connections, so that a wrong password fails here.
     *
     * @param tls true if the server has TLS; JDBC then uses the mode {@code PREFERRED}
     * @param connections workers in this process
     */
    public static ConnectedClient open(Endpoint endpoint, boolean tls, WorkerPool.Spec spec, int connections) {
        LoadClient client = ClientChoice.of(endpoint, spec.load(), spec.workload());
        if (client.client() == Client.NATIVE) {
            NativeClient nativeClient =
                    NativeClient.open(endpoint, (StatementWorkload) spec.workload(), spec.tracking());
            return new ConnectedClient(client, "", nativeClient, nativeClient::close);
        }
        ConnectionPools pools = ConnectionPools.open(endpoint, tls, connections, spec.tracking());
        try {
            return jdbc(client, pools.driver(), spec.workload(), pools);
        } catch (RuntimeException | Error e) {
            pools.close();
            throw e;
        }
    }

    /** The native client requires a check of the tables. Before, only the coordinator has done it. */
    public static ConnectedClient openOnNode(Endpoint endpoint, boolean tls, WorkerPool.Spec spec, int connections) {
        Workload workload = spec.workload();
        if (ClientChoice.of(endpoint, spec.load(), workload).client() == Client.NATIVE) {
            try (ConnectionPool pool = ConnectionPool.open(endpoint, tls, 1);
                    Connection connection = pool.connection()) {
                workload.check(connection);
            } catch (SQLException e) {
                throw WriteTarget.failure("checking " + workload.name() + " on " + endpoint.address(), e, endpoint);
            }
        }
        return open(endpoint, tls, spec, connections);
    }

    public static ConnectedClient jdbc(
            LoadClient client, String driver, Workload workload, ConnectionSource connections) {
        return new ConnectedClient(client, driver, LoadDriver.jdbcWorkers(workload, connections), connections::close);
    }
}
