// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.workload.FillStep;
import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.workload.Preparation;
import java.sql.SQLException;
import java.util.function.LongConsumer;

/**
 * A part of filling tables that another process makes, and drops if anything fails.
 *
 * @param pieces how many pieces it has, from 1
 */
public record TablePart(String workload, FillStep step, int first, int pieces) {

    /** Does it, and returns when no thread is at work any more, however it ends. */
    public void fill(Endpoint endpoint, int threads, StopSignal stop, LongConsumer rows) throws InterruptedException {
        boolean tls;
        try (ServerConnection probe = ServerConnection.open(endpoint)) {
            tls = probe.security().tls();
        }
        try (ConnectionPool pool = ConnectionPool.open(endpoint, tls, threads)) {
            SharedWork.run(
                    new Preparation(pool, threads, stop, Preparation.Progress.SILENT),
                    pieces,
                    (number, statement, checkpoint) -> step.piece().fill(first + number, statement, checkpoint, rows));
        } catch (SQLException e) {
            throw MissingPrivilege.failure("preparing " + workload + " on " + endpoint.address(), e, endpoint);
        }
    }
}
