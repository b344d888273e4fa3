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
 * @param driver the JDBC driver and its version; empty for the native client
 * @param workerFactory creates the workers, which close the connections when they end
 * @param closeConnections closes the connections if no workers were created
 */
public record ConnectedClient(
        LoadClient client, String driver, Workers.Factory workerFactory, Runnable closeConnections) {

    /**
     * Chooses the client and opens the first connections, so that a wrong password fails here.
     *
     * @param tls true if the server has TLS; JDBC then uses TLS in the mode {@code PREFERRED}
     * @param connections number of workers in this process
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

    /**
     * Opens a client on a worker node. With the native client, checks the tables first, because the workload's transactions
     * require this check, which only the coordinator has done.
     */
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
