// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** One of sysbench's {@code oltp_*} scripts. */
final class SysbenchWorkload extends TableWorkload implements DividedWorkload {

    private final SysbenchSpec spec;
    private final SysbenchTables tables;
    private final UniqueIds ids;

    SysbenchWorkload(SysbenchSpec spec, SharedNumbers numbers) {
        super(spec.name(), numbers);
        this.spec = spec;
        // oltp_insert with ids of its own choosing starts with empty tables, so that they cannot collide
        boolean empty =
                spec.script() == SysbenchScript.OLTP_INSERT && !spec.schema().autoInc();
        tables = new SysbenchTables(spec, empty ? 0 : spec.schema().tableSize());
        ids = new UniqueIds(randoms.common().nextInt(), numbers);
    }

    @Override
    public List<String> tables() {
        return tables.names();
    }

    @Override
    public TableFilling filling(int threads) {
        return tables.filling(threads);
    }

    @Override
    public void check(Connection connection) throws SQLException {
        tables.check(connection);
    }

    @Override
    public Optional<OtherSize> otherSize() {
        return tables.otherSize();
    }

    @Override
    public int preparedStatements() {
        if (spec.sending().psMode() == PsMode.DISABLE) {
            return 0;
        }
        int each = 0;
        for (StatementGroup group : spec.script().groups()) {
            if (spec.count(group) > 0) {
                each += switch (group) {
                    case DELETE_INSERTS -> 2;
                    case INSERT -> 0; // text
                    default -> 1;
                };
            }
        }
        return each * spec.schema().tables() + (spec.inTransaction() ? 1 : 0);
    }

    @Override
    public int transactionsPerConnection() {
        return spec.sending().reconnect();
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        return new ScriptSession(spec, connection, randoms.next(worker), ids);
    }
}
