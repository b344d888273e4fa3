// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.LoadSpec.IgnoredErrors;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.Workers;
import io.github.cdctester.internal.writer.loop.NativeClient;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.StatementWorkload;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

record LoginLoads(TestServer server) {

    private static final int THREADS = 4;
    private static final int TRANSACTIONS = 200;

    /** Includes preparation and cleanup. */
    static void assertRuns(Endpoint account, WorkloadSpec spec, long transactions) {
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(account)
                .workload(spec)
                .load(closedLoop(THREADS))
                .window(new Window(Duration.ZERO, Duration.ZERO, transactions, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter());
        assertThat(result.tool().clients()).extracting(LoadClient::client).containsExactly(account.client());
        assertThat(result.server().tls()).isTrue();
        assertThat(result.summary().write().transactions()).isEqualTo(transactions);
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Status.LOSSLESS);
    }

    /** The native client logs in once per ten transactions. */
    void assertLoadSucceeds(Endpoint account) throws InterruptedException {
        SysbenchSpec spec = Sysbench.oltpInsert().reconnect(10);
        createTable();
        try {
            WriteMeter meter = new WriteMeter(List.of(spec.name()), false);
            try (LoadDriver load = load(account.withClient(Client.NATIVE), spec, meter)) {
                load.limitTo(TRANSACTIONS);
                load.start();
                load.open();
                assertThat(load.awaitEnd(TimeUnit.SECONDS.toNanos(60))).isTrue();
                assertThat(load.failure()).isEmpty();
            }
            assertThat(server.sysbenchRows(1)).isEqualTo(TRANSACTIONS);
            assertThat(meter.counts().get(Metric.PLANNED_RECONNECTS))
                    .isGreaterThanOrEqualTo(TRANSACTIONS / 10 - THREADS);
        } finally {
            server.execute("DROP TABLE sbtest1");
        }
    }

    /** The load logs in for each transaction, and must end with the server's error. */
    void assertEndsAfterChangeOfPassword(Endpoint account, String alterUserSql) throws InterruptedException {
        SysbenchSpec spec = Sysbench.oltpInsert().reconnect(1);
        createTable();
        try {
            WriteMeter meter = new WriteMeter(List.of(spec.name()), false);
            try (LoadDriver load = load(account, spec, meter)) {
                load.start();
                load.open();
                Eventually.assertThat(
                        Duration.ofSeconds(60),
                        () -> meter.counts().get(Metric.WRITE_TRANSACTIONS),
                        count -> count >= 3 * THREADS);
                server.execute(alterUserSql);
                assertThat(load.awaitEnd(TimeUnit.SECONDS.toNanos(60))).isTrue();
                assertThat(load.failure())
                        .get()
                        .extracting(Throwable::getMessage)
                        .asString()
                        .contains("Access denied")
                        .doesNotContain(account.password().reveal());
            }
            assertThat(server.sysbenchRows(1)).isEqualTo(meter.counts().get(Metric.WRITE_TRANSACTIONS));
        } finally {
            server.execute("DROP TABLE sbtest1");
        }
    }

    private void createTable() {
        server.execute("CREATE TABLE sbtest1 (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, k INT NOT NULL,"
                + " c CHAR(120) NOT NULL, pad CHAR(60) NOT NULL)");
    }

    static Workers.Factory workerFactory(Endpoint account, SysbenchSpec spec) {
        StatementWorkload workload = (StatementWorkload) Workloads.workloadOf(spec);
        return account.client() == Client.NATIVE
                ? NativeClient.open(account, workload, null)
                : LoadDriver.jdbcWorkers(workload, ConnectionPool.open(account, true, THREADS));
    }

    private static LoadDriver load(Endpoint account, SysbenchSpec spec, WriteMeter meter) {
        return new LoadDriver(
                workerFactory(account, spec),
                closedLoop(THREADS),
                IgnoredErrors.DEFAULT,
                meter,
                NanoClock.SYSTEM,
                0,
                LoadShare.ALL);
    }
}
