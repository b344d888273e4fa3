// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.process.SysbenchProcess;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of two tools under comparison: the tester or sysbench. Both receive the same options. */
interface SysbenchSide {

    void prepare(TestServer server, SysbenchSpec spec) throws Exception;

    /** Executes transactions and returns the tool's final output, which is empty for the tester. */
    String transactions(TestServer server, SysbenchSpec spec, int count) throws Exception;

    /** The tester's workload without the load engine: one session, one transaction after the other. */
    record Ours(JdbcDriver driver) implements SysbenchSide {
        @Override
        public void prepare(TestServer server, SysbenchSpec spec) throws Exception {
            try (ConnectionPool pool = pool(server, 3)) {
                Workloads.workloadOf(spec)
                        .prepare(new Preparation(pool, 3, new StopSignal(), Preparation.Progress.SILENT));
            }
        }

        @Override
        public String transactions(TestServer server, SysbenchSpec spec, int count) throws Exception {
            Workload workload = Workloads.workloadOf(spec);
            try (ConnectionPool pool = pool(server, 1);
                    Connection connection = pool.connection();
                    WorkloadSession session = workload.session(connection, 0)) {
                StatementTally tally = new StatementTally();
                for (int i = 0; i < count; i++) {
                    session.execute(tally);
                }
            }
            return "";
        }

        private ConnectionPool pool(TestServer server, int connections) {
            Endpoint endpoint = server.endpoint().withJdbcDriver(driver);
            return ConnectionPool.openForLoad(endpoint, false, connections, null);
        }

        @Override
        public String toString() {
            return "ours with " + driver;
        }
    }

    /** The real sysbench, with one thread. */
    record Theirs(Path directory) implements SysbenchSide {
        @Override
        public void prepare(TestServer server, SysbenchSpec spec) throws Exception {
            SysbenchProcess.run(directory, server, spec.name(), "prepare", options(spec));
        }

        @Override
        public String transactions(TestServer server, SysbenchSpec spec, int count) throws Exception {
            List<String> options = new ArrayList<>(options(spec));
            options.add("--events=" + count);
            return SysbenchProcess.run(directory, server, spec.name(), "run", options);
        }

        /** Returns the number of queries in the output of sysbench. */
        static long queries(String output) {
            Matcher total = Pattern.compile("queries: +(\\d+)").matcher(output);
            if (!total.find()) {
                throw new AssertionError(output);
            }
            return Long.parseLong(total.group(1));
        }

        private static List<String> options(SysbenchSpec spec) {
            List<String> options = new ArrayList<>(List.of(
                    "--tables=" + spec.schema().tables(),
                    "--table-size=" + spec.schema().tableSize(),
                    "--auto-inc=" + onOff(spec.schema().autoInc()),
                    "--secondary=" + onOff(spec.schema().secondary()),
                    "--create-secondary=" + onOff(spec.schema().createSecondary()),
                    "--rand-type=" + spec.random().type().name().toLowerCase(Locale.ROOT),
                    "--range-selects=" + onOff(spec.mix().rangeSelects()),
                    "--range-size=" + spec.mix().rangeSize(),
                    "--skip-trx=" + onOff(spec.sending().skipTrx()),
                    "--db-ps-mode=" + (spec.sending().psMode() == PsMode.AUTO ? "auto" : "disable")));
            for (StatementGroup group : StatementGroup.values()) {
                if (group.isCountable()) {
                    String name = group.name().toLowerCase(Locale.ROOT).replace('_', '-');
                    options.add("--" + name + "=" + spec.mix().count(group));
                }
            }
            return options;
        }

        private static String onOff(boolean on) {
            return on ? "on" : "off";
        }

        @Override
        public String toString() {
            return "sysbench";
        }
    }
}
