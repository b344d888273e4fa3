// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.Workers;
import io.github.cdctester.internal.writer.loop.NativeClient;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.process.SysbenchProcess;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementWorkload;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All tools receive the same options. */
interface ComparedTool {

    void prepare(TestServer server, SysbenchSpec spec) throws Exception;

    /** Uses one connection. */
    Queries executeTransactions(TestServer server, SysbenchSpec spec, int count) throws Exception;

    /** Counts of statements in sysbench's categories. */
    record Queries(long reads, long writes, long others) {
        long total() {
            return reads + writes + others;
        }
    }

    /**
     * The tester with one worker.
     *
     * @param driver the JDBC driver; {@code null} for the native client. JDBC prepares the tables in both cases.
     */
    record TesterTool(@Nullable JdbcDriver driver) implements ComparedTool {

        static final TesterTool NATIVE = new TesterTool(null);

        static Stream<TesterTool> all() {
            return Stream.of(NATIVE, new TesterTool(JdbcDriver.MARIADB), new TesterTool(JdbcDriver.CONNECTOR_J));
        }

        Endpoint endpoint(TestServer server) {
            return driver == null
                    ? server.endpoint().withClient(Client.NATIVE)
                    : server.endpoint().withJdbcDriver(driver);
        }

        @Override
        public void prepare(TestServer server, SysbenchSpec spec) throws Exception {
            try (ConnectionPool pool = ConnectionPool.openForLoad(server.endpoint(), false, 3, null)) {
                Workloads.workloadOf(spec)
                        .prepare(new Preparation(pool, 3, new StopSignal(), Preparation.Progress.SILENT));
            }
        }

        @Override
        public Queries executeTransactions(TestServer server, SysbenchSpec spec, int count) throws Exception {
            WriteMeter meter = new WriteMeter(List.of(spec.name()), false);
            try (LoadDriver load = new LoadDriver(
                    workers(server, spec),
                    LoadSpec.closedLoop(1),
                    LoadSpec.IgnoredErrors.DEFAULT,
                    meter,
                    NanoClock.SYSTEM,
                    0,
                    LoadShare.ALL)) {
                load.limitTo(count);
                load.start();
                load.open();
                assertThat(load.awaitEnd(TimeUnit.SECONDS.toNanos(60))).isTrue();
                assertThat(load.failure()).isEmpty();
            }
            return new Queries(count(meter, Metric.READS), count(meter, Metric.WRITES), count(meter, Metric.OTHER));
        }

        private Workers.Factory workers(TestServer server, SysbenchSpec spec) {
            Workload workload = Workloads.workloadOf(spec);
            return driver == null
                    ? NativeClient.open(endpoint(server), (StatementWorkload) workload, null)
                    : LoadDriver.jdbcWorkers(workload, ConnectionPool.openForLoad(endpoint(server), false, 1, null));
        }

        private static long count(WriteMeter meter, Metric metric) {
            return meter.counts().get(metric);
        }

        @Override
        public String toString() {
            return "ours with " + (driver == null ? "the native client" : driver);
        }
    }

    record RealSysbench(Path directory) implements ComparedTool {
        @Override
        public void prepare(TestServer server, SysbenchSpec spec) throws Exception {
            SysbenchProcess.run(directory, server, spec.name(), "prepare", options(spec));
        }

        @Override
        public Queries executeTransactions(TestServer server, SysbenchSpec spec, int count) throws Exception {
            List<String> options = new ArrayList<>(options(spec));
            options.add("--events=" + count);
            String output = SysbenchProcess.run(directory, server, spec.name(), "run", options);
            return new Queries(number(output, "read"), number(output, "write"), number(output, "other"));
        }

        private static long number(String output, String category) {
            Matcher matcher = Pattern.compile(category + ": +(\\d+)").matcher(output);
            if (!matcher.find()) {
                throw new AssertionError(output);
            }
            return Long.parseLong(matcher.group(1));
        }

        private static List<String> options(SysbenchSpec spec) {
            List<String> options = new ArrayList<>(List.of(
                    "--tables=" + spec.schema().tables(),
                    "--table-size=" + spec.schema().tableSize(),
                    "--auto-inc=" + onOrOff(spec.schema().autoInc()),
                    "--secondary=" + onOrOff(spec.schema().secondary()),
                    "--create-secondary=" + onOrOff(spec.schema().createSecondary()),
                    "--rand-type=" + spec.random().type().name().toLowerCase(Locale.ROOT),
                    "--range-selects=" + onOrOff(spec.mix().rangeSelects()),
                    "--range-size=" + spec.mix().rangeSize(),
                    "--skip-trx=" + onOrOff(spec.sending().skipTrx()),
                    "--db-ps-mode=" + (spec.sending().psMode() == PsMode.AUTO ? "auto" : "disable")));
            for (StatementGroup group : StatementGroup.values()) {
                if (group.isCountable()) {
                    String name = group.name().toLowerCase(Locale.ROOT).replace('_', '-');
                    options.add("--" + name + "=" + spec.mix().count(group));
                }
            }
            return options;
        }

        private static String onOrOff(boolean isOn) {
            return isOn ? "on" : "off";
        }

        @Override
        public String toString() {
            return "sysbench";
        }
    }
}
