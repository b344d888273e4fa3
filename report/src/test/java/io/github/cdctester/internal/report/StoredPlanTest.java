// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.PayloadCounting;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.provided.Provided;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import io.github.cdctester.workload.tpcc.Tpcc;
import io.github.cdctester.workload.transfer.Transfers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StoredPlanTest {

    private static final Endpoint ENDPOINT = Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "secret");

    private static final Rate PROFILE = Rate.perSecond(9).profile(List.of(0.5, 1.5), Duration.ofSeconds(3));

    static Stream<Plan> plans() {
        SubscriberSpec replicaSubscriber = SubscriberSpec.DEFAULT
                .at(ENDPOINT.withAddress("::1", 3307)
                        .withSsl(SslMode.VERIFY_CA, Path.of("ca.pem"))
                        .withJdbcDriver(JdbcDriver.MARIADB)
                        .withDriverProperty("useCompression", "true"))
                .failover(List.of(ENDPOINT.withAddress("other", 3308)))
                .from(StartPosition.parse("binlog.000003:157"))
                .resumeTimeout(Duration.ofMillis(1_500))
                .heartbeatInterval(Duration.ofMillis(250))
                .rowCounting(RowCounting.EXACT)
                .payloads(PayloadCounting.INFLATE)
                .verifyChecksums(true);
        return Stream.of(
                        plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)),
                        plan(Sysbench.oltpInsert(), LoadSpec.openLoop(2, PROFILE)),
                        plan(
                                Sysbench.oltpInsert().tables(3).psMode(StatementSending.PsMode.DISABLE),
                                LoadSpec.openLoop(
                                        16, Rate.ramp(10, 2_000.5, Duration.ofMillis(2_500)), Arrivals.POISSON)),
                        plan(
                                SysbenchSpec.of(SysbenchScript.OLTP_READ_WRITE)
                                        .statements(StatementGroup.POINT_SELECTS, 3)
                                        .skipTrx(true),
                                LoadSpec.closedLoop(4)),
                        plan(SysbenchSpec.of(SysbenchScript.OLTP_POINT_SELECT), LoadSpec.closedLoop(4)),
                        plan(LargeTransactions.insert().trxBytes(1_000_000).rows(1_000), LoadSpec.closedLoop(1)),
                        plan(
                                LargeTransactions.insert()
                                        .trxBytes(1_000_000)
                                        .kind(LargeTransactions.RowChange.INSERT_SELECT),
                                LoadSpec.closedLoop(1)),
                        plan(Tpcc.warehouses(2).randSeed(7), LoadSpec.closedLoop(10)),
                        plan(Transfers.between(100).transfers(3), LoadSpec.closedLoop(2)),
                        plan(Scripted.yaml("shop", "tables: {}\n").option("rows", "7"), LoadSpec.closedLoop(2)),
                        plan(Provided.workload("orders").option("size", "3"), LoadSpec.closedLoop(2)),
                        plan(Sysbench.oltpInsert().stamp(true), LoadSpec.closedLoop(1)),
                        plan(Tpcc.warehouses(2).stamp(true), LoadSpec.closedLoop(1)),
                        plan(Transfers.between(100).stamp(true), LoadSpec.closedLoop(2)),
                        plan(
                                LargeTransactions.insert().trxBytes(1_000_000).stamp(true),
                                LoadSpec.openLoop(1, Rate.perSecond(1))),
                        plan(Provided.workload("orders").stamp(true), LoadSpec.closedLoop(2)),
                        plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))
                                .inject(FaultSchedule.parse("at 1500ms: purge confirmed; at 2s: throttle 1MB/s 500ms;"
                                        + " at 1m: kill-9; random seed -42 every 5s")),
                        planWithSubscriber(replicaSubscriber),
                        planWithSubscriber(replicaSubscriber.reader(Reader.CONNECTOR)),
                        planWithSubscriber(replicaSubscriber.delaySource(DelaySource.EVENT_HEADER)),
                        planWithSubscriber(
                                replicaSubscriber.sideBySide(Set.of(DelaySource.HEARTBEAT, DelaySource.EVENT_HEADER))),
                        planWithSubscriber(replicaSubscriber.sideBySide(Set.of(DelaySource.HEARTBEAT))),
                        planWithSubscriber(replicaSubscriber
                                .delaySource(DelaySource.EVENT_HEADER)
                                .sideBySide(Set.of(DelaySource.HEARTBEAT, DelaySource.EVENT_HEADER))),
                        planWithSubscriber(SubscriberSpec.DEFAULT.streams(List.of(
                                new StreamSpec("a", ENDPOINT, StartPosition.now()),
                                new StreamSpec("b", ENDPOINT.withAddress("c", 1), StartPosition.parse("earliest"))))))
                .map(Plan::withoutPasswords);
    }

    @ParameterizedTest
    @MethodSource("plans")
    void readsPlanOfResult(Plan plan) {
        RunResult result = with(RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS), plan);
        assertThat(StoredResult.of("result.json", Formats.JSON.text(result))
                        .run()
                        .plan())
                .isEqualTo(plan);
    }

    @Test
    void containsNoSecret() {
        Plan plan = plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1));
        Plan planWithSecrets = Plan.of(
                        ENDPOINT.withDriverProperty("keyStorePassword", "hush"), plan.window(), plan.loads())
                .ignoredErrors(plan.ignoredErrors())
                .subscriber(plan.subscriber()
                        .at(ENDPOINT)
                        .failover(List.of(ENDPOINT))
                        .streams(List.of(StreamSpec.at(ENDPOINT))))
                .verification(plan.verification());
        assertThat(Formats.JSON.text(with(RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS), planWithSecrets)))
                .doesNotContain("secret", "hush");
        assertThat(planWithSecrets.withoutPasswords().toString()).doesNotContain("secret", "hush", "****");
    }

    private static Plan planWithSubscriber(SubscriberSpec subscriber) {
        return Plan.of(
                        ENDPOINT.withClient(Client.NATIVE),
                        new Window(Duration.ofMillis(1_250), Duration.ofSeconds(5), 7, Duration.ofSeconds(30)),
                        List.of(
                                NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)),
                                NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.openLoop(2, Rate.perSecond(3)))
                                        .named("later")
                                        .between(Duration.ofMillis(1_500), Duration.ofSeconds(2)),
                                NamedLoad.background(
                                        LargeTransactions.insert().trxBytes(1_000_000),
                                        LoadSpec.openLoop(1, Rate.perSecond(0.5)))))
                .ignoredErrors(new LoadSpec.IgnoredErrors(true, Set.of()))
                .subscriber(subscriber)
                .verification(Verification.COUNTS);
    }

    private static Plan plan(WorkloadSpec workload, LoadSpec load) {
        return RunResults.plan(workload, load);
    }

    private static RunResult with(RunResult run, Plan plan) {
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                plan,
                run.server(),
                run.clock(),
                run.interrupted(),
                run.interruptedBecause(),
                run.notes(),
                run.summary(),
                run.verdict(),
                run.checks(),
                run.samples(),
                List.of(),
                Map.of(),
                List.of(),
                List.of());
    }
}
