// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.result.summary.LoadClient.Reason;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import io.github.cdctester.workload.transfer.Transfers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
abstract class ClientsContract extends ServerContract {

    private static final int TRANSACTIONS = 150;
    private static final RandomNumbers FIXED_SEED = RandomNumbers.DEFAULT.seed(5);
    private static final SysbenchSpec WRITE_ONLY =
            Sysbench.oltpWriteOnly().tables(2).tableSize(300);

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void writesEachTransactionOnce(Client client) {
        RunResult result =
                RoundTripChecks.run(plan(client, WRITE_ONLY, closedLoop(4)).cleanupAfter());

        assertAllTransactionsWritten(result);
        assertThat(result.tool().clients())
                .extracting(LoadClient::load, LoadClient::client)
                .containsExactly(tuple("oltp_write_only", client));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void followsScheduleOfOpenLoop(Client client) {
        RunResult result = RoundTripChecks.run(
                plan(client, WRITE_ONLY, openLoop(4, perSecond(500))).cleanupAfter());

        assertAllTransactionsWritten(result);
        assertThat(result.summary().write().startDelay().count()).isEqualTo(TRANSACTIONS);
        assertThat(result.summary().seconds()).isGreaterThan((TRANSACTIONS - 10) / 500.0);
    }

    private static void assertAllTransactionsWritten(RunResult result) {
        WriteSummary write = result.summary().write();
        assertThat(write.transactions()).isEqualTo(TRANSACTIONS);
        assertThat(write.logged()).isEqualTo(TRANSACTIONS);
        assertThat(List.of(write.reads(), write.writes(), write.other()))
                .containsExactly(0L, 4L * TRANSACTIONS, 2L * TRANSACTIONS);
        assertThat(write.reconnects()).isZero();
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(TRANSACTIONS);
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Status.LOSSLESS);
        assertThat(result.verdict().committed()).isEqualTo(TRANSACTIONS);
    }

    static Stream<WorkloadSpec> seededWorkloads() {
        return Stream.concat(
                Stream.of(SysbenchScript.values())
                        .map(script ->
                                SysbenchSpec.of(script).tables(2).tableSize(300).random(FIXED_SEED)),
                Stream.of(
                        WRITE_ONLY.random(FIXED_SEED).psMode(PsMode.DISABLE),
                        WRITE_ONLY.random(FIXED_SEED).skipTrx(true),
                        Transfers.between(50).random(FIXED_SEED)));
    }

    /** With a fixed seed, a single worker always executes the same statements in the same order. */
    @ParameterizedTest
    @MethodSource("seededWorkloads")
    void bothClientsWriteSameRows(WorkloadSpec spec) {
        assertThat(runAndReadTables(Client.NATIVE, spec, "CHECKSUM TABLE "))
                .isEqualTo(runAndReadTables(Client.JDBC, spec, "CHECKSUM TABLE "));
    }

    /** The rows contain times, or random numbers after a reconnect. */
    static Stream<WorkloadSpec> workloadsWithVaryingRows() {
        return Stream.of(
                WRITE_ONLY.reconnect(7),
                WRITE_ONLY.stamp(true),
                LargeTransactions.insert().trxBytes(200_000).transactions(3));
    }

    @ParameterizedTest
    @MethodSource("workloadsWithVaryingRows")
    void bothClientsWriteSameNumberOfRows(WorkloadSpec spec) {
        assertThat(runAndReadTables(Client.NATIVE, spec, "SELECT COUNT(*) FROM "))
                .isEqualTo(runAndReadTables(Client.JDBC, spec, "SELECT COUNT(*) FROM "));
    }

    /** The query reads each table. */
    private List<Object> runAndReadTables(Client client, WorkloadSpec spec, String query) {
        PlanBuilder plan = plan(client, spec, closedLoop(1));
        try {
            RunResult result = RoundTripChecks.run(plan);
            WriteSummary write = result.summary().write();
            assertThat(result.tool().clients()).extracting(LoadClient::client).containsExactly(client);
            return List.of(
                    write.transactions(),
                    List.of(write.reads(), write.writes(), write.other()),
                    write.logged(),
                    write.foundNoRow(),
                    write.plannedReconnects(),
                    transactionsWithoutHeartbeats(result),
                    result.verdict().missing(),
                    Workloads.workloadOf(spec).tables().stream()
                            .map(table -> server.queryRows(query + table))
                            .toList());
        } finally {
            plan.cleanup();
        }
    }

    @Test
    void choosesClientPerLoad() {
        Scripted script = Scripted.yaml("script", CustomScripts.MIX);
        RunResult result = RoundTripChecks.run(plan(Client.AUTO, WRITE_ONLY, openLoop(2, perSecond(300)))
                .load(NamedLoad.of(script, openLoop(2, perSecond(300))))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(1), 0, Duration.ofSeconds(30)))
                .cleanupAfter());

        assertThat(result.tool().clients())
                .containsExactly(LoadClient.ofNative("oltp_write_only"), LoadClient.ofJdbc("script", Reason.WORKLOAD));
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Status.LOSSLESS);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void eachLoadEndsAfterItsTransactions(Client client) {
        NamedLoad largeLoad =
                NamedLoad.of(LargeTransactions.insert().trxBytes(200_000).transactions(5), closedLoop(2));
        RunResult result = RoundTripChecks.run(
                plan(client, WRITE_ONLY, closedLoop(4)).load(largeLoad).cleanupAfter());

        assertThat(result.tool().clients()).extracting(LoadClient::client).containsExactly(client, client);
        assertThat(result.summary().write().workloads())
                .extracting(load -> load.write().transactions())
                .containsExactly((long) TRANSACTIONS, 5L);
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(TRANSACTIONS + 5);
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void driverOfEndpointExecutesLoad() {
        RunResult result = RoundTripChecks.run(plan(Client.AUTO, WRITE_ONLY, closedLoop(1))
                .endpoint(server.endpoint().withJdbcDriver(JdbcDriver.MARIADB))
                .cleanupAfter());

        assertAllTransactionsWritten(result);
        assertThat(result.tool().clients()).containsExactly(LoadClient.ofJdbc("oltp_write_only", Reason.DRIVER_CHOSEN));
    }

    private PlanBuilder plan(Client client, WorkloadSpec spec, LoadSpec load) {
        return CdcTester.plan()
                .endpoint(server.endpoint().withClient(client))
                .workload(spec)
                .load(load)
                .window(new Window(
                        Duration.ZERO,
                        Duration.ZERO,
                        spec.transactions() == 0 ? TRANSACTIONS : spec.transactions(),
                        Duration.ofSeconds(30)))
                .verify(Verification.EXACT)
                .prepareFirst();
    }
}
