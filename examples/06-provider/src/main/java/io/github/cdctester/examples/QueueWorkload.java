// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples;

import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadParameters;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A queue in a table: each worker inserts messages, and removes the oldest message that no other client has locked. A
 * YAML file could also use SKIP LOCKED and the id of the row that was found. But it could not choose a transaction
 * depending on the outcome of the previous transaction.
 */
final class QueueWorkload implements Workload {

    static final List<String> KINDS = List.of("put", "take");

    private final WorkloadParameters parameters;
    private final int bodyBytes;
    private final boolean stamped;

    QueueWorkload(WorkloadParameters parameters, int bodyBytes) {
        this.parameters = parameters;
        this.bodyBytes = bodyBytes;
        stamped = parameters.stamp();
    }

    @Override
    public String name() {
        return "queue";
    }

    @Override
    public List<String> transactionKinds() {
        return KINDS;
    }

    @Override
    public void prepare(Preparation preparation) throws SQLException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE queue (id BIGINT AUTO_INCREMENT PRIMARY KEY,"
                    + " body VARCHAR(60000) CHARACTER SET ascii"
                    + (stamped ? ", cdc_seq BIGINT NOT NULL, cdc_at BIGINT NOT NULL)" : ")"));
        }
    }

    @Override
    public void check(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT id, body" + (stamped ? ", cdc_seq, cdc_at" : "") + " FROM queue WHERE id < 0")) {
            rows.next();
        }
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        return new QueueSession(connection, parameters.random(worker), bodyBytes, stamped);
    }

    @Override
    public int cleanup(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean exists;
            try (ResultSet tables = statement.executeQuery("SHOW TABLES LIKE 'queue'")) {
                exists = tables.next();
            }
            if (exists) {
                statement.execute("DROP TABLE queue");
            }
            return exists ? 1 : 0;
        }
    }
}
