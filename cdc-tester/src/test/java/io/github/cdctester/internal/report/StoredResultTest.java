// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.PayloadCounting;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.RunResults;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ClockSummary;
import io.github.cdctester.result.Summary.StreamSpread;
import io.github.cdctester.result.Summary.StreamSummary;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.ReplaySummary;
import io.github.cdctester.result.WriteSummary.WorkloadSummary;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.provided.Provided;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.StatementMix.StatementGroup;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import io.github.cdctester.workload.tpcc.Tpcc;
import io.github.cdctester.workload.transfer.Transfers;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StoredResultTest {

    private static final Endpoint ENDPOINT = Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "secret");

    @Test
    void readsTheRecordThatWasWritten() {
        RunResult result = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
        assertThat(read(ResultJson.of(result)).run()).isEqualTo(result);
    }

    @Test
    void readsEverythingThatAResultCanHave() {
        RunResult result = RichResult.of();
        String json = ResultJson.of(result);
        assertThat(read(json).run()).isEqualTo(result);
        assertThat(ResultJson.of(read(json).run())).isEqualTo(json);
    }

    @Test
    void readsASweep() throws IOException {
        SweepResult sweep = SweepReportTest.sweep(3);
        StringWriter out = new StringWriter();
        SweepJson.write(sweep, out);
        assertThat(read(out.toString()).isSweep()).isTrue();
        assertThat(read(out.toString()).sweep()).isEqualTo(sweep);
        assertThatThrownBy(() -> read(out.toString()).run())
                .hasMessage("result.json is a sweep's; name the result.json of one of its runs");
    }

    @Test
    void ignoresWhatALaterVersionAdded() {
        RunResult result = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
        String json = ResultJson.of(result)
                .replaceFirst("\\{", "{ \"weather\": {\"rain\": [1, 2]},")
                .replaceFirst("\"cdc\" : \\{", "\"cdc\" : { \"colour\": \"blue\",");
        assertThat(json).contains("weather", "colour");
        assertThat(read(json).run()).isEqualTo(result);
    }

    @Test
    void refusesAnotherSchemaVersionByName() {
        String json = ResultJson.of(RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS))
                .replaceFirst("\"schemaVersion\" : 1", "\"schemaVersion\" : 2");
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(RunFailedException.class)
                .hasMessage("result.json has schemaVersion 2; this cdc-tester reads 1: take the one that wrote it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[]", "7", "null", "{\"name\": \"left-pad\", \"version\": 1}"})
    void refusesWhatIsNoResult(String json) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(RunFailedException.class)
                .hasMessage("result.json has no schemaVersion, so it is no result; name a result.json or sweep.json");
    }

    @Test
    void saysWhereATruncatedResultEnds() {
        String json = ResultJson.of(RichResult.of());
        for (int length = 1; length < json.length() - 2; length += 97) {
            String cut = json.substring(0, length);
            assertThatThrownBy(() -> read(cut).run())
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageStartingWith("result.json is no whole JSON (line ")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void namesWhatIsMissing() {
        assertThatThrownBy(() -> read("{\"schemaVersion\": 1}").run())
                .hasMessage("result.json has no tool, so it is no whole result");
        assertThatThrownBy(() -> read(ResultJson.of(RichResult.of()).replace("\"verdict\" :", "\"opinion\" :"))
                        .run())
                .hasMessage("result.json has no verdict, so it is no whole result");
        assertThatThrownBy(() -> read(ResultJson.of(RichResult.of()).replaceFirst("\"latency\" :", "\"lateness\" :"))
                        .run())
                .hasMessage("result.json has no summary.write.latency, so it is no whole result");
        assertThatThrownBy(() -> read(ResultJson.of(RichResult.of()).replaceFirst("\"sslMode\"", "\"mode\""))
                        .run())
                .hasMessage("result.json has another form at plan: it has no endpoint.sslMode");
    }

    @Test
    void namesThePlaceOfAWrongValue() {
        String json = ResultJson.of(RichResult.of());
        assertThatThrownBy(() -> read(json.replaceFirst("\"p50Millis\" : [0-9.]+", "\"p50Millis\" : \"soon\""))
                        .run())
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith("result.json has another form at summary.cdc.delay.p50Millis: ")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> read(json.replaceFirst("\"threads\" : 1", "\"threads\" : -1"))
                        .run())
                .hasMessageStartingWith("result.json has another form at plan: ")
                .hasMessageContaining("threads");
    }

    @Test
    void saysThatAFileIsNotThere(@TempDir Path directory) {
        Path file = directory.resolve("result.json");
        assertThatThrownBy(() -> StoredResult.read(file))
                .isInstanceOf(RunFailedException.class)
                .hasMessage(file + " cannot be read (NoSuchFile: " + file + "); name a result.json or sweep.json");
    }

    static Stream<Plan> plans() {
        SubscriberSpec elsewhere = SubscriberSpec.DEFAULT
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
                        plan(
                                Sysbench.oltpInsert()
                                        .tables(3)
                                        .psMode(io.github.cdctester.config.StatementSending.PsMode.DISABLE),
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
                                        .kind(LargeTransactions.Kind.INSERT_SELECT),
                                LoadSpec.closedLoop(1)),
                        plan(Tpcc.warehouses(2).randSeed(7), LoadSpec.closedLoop(10)),
                        plan(Transfers.between(100).transfers(3), LoadSpec.closedLoop(2)),
                        plan(Scripted.yaml("shop", "tables: {}\n").option("rows", "7"), LoadSpec.closedLoop(2)),
                        plan(Provided.workload("orders").option("size", "3"), LoadSpec.closedLoop(2)),
                        with(elsewhere),
                        with(elsewhere.delaySource(DelaySource.EVENT_HEADER)),
                        with(elsewhere.sideBySide(Set.of(DelaySource.HEARTBEAT, DelaySource.EVENT_HEADER))),
                        with(elsewhere.sideBySide(Set.of(DelaySource.HEARTBEAT))),
                        with(elsewhere
                                .delaySource(DelaySource.EVENT_HEADER)
                                .sideBySide(Set.of(DelaySource.HEARTBEAT, DelaySource.EVENT_HEADER))),
                        with(SubscriberSpec.DEFAULT.streams(List.of(
                                new StreamSpec("a", ENDPOINT, StartPosition.now()),
                                new StreamSpec("b", ENDPOINT.withAddress("c", 1), StartPosition.parse("earliest"))))))
                .map(Plan::withoutPasswords);
    }

    @ParameterizedTest
    @MethodSource("plans")
    void readsThePlanThatRan(Plan plan) {
        RunResult result = with(RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS), plan);
        assertThat(read(ResultJson.of(result)).run().plan()).isEqualTo(plan);
    }

    @Test
    void keepsNoSecret() {
        Plan plan = plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1));
        Plan secretive = new Plan(
                ENDPOINT.withDriverProperty("keyStorePassword", "hush"),
                plan.loads(),
                plan.ignoredErrors(),
                plan.window(),
                plan.subscriber().at(ENDPOINT).failover(List.of(ENDPOINT)).streams(List.of(StreamSpec.at(ENDPOINT))),
                plan.verification(),
                false);
        assertThat(ResultJson.of(with(RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS), secretive)))
                .doesNotContain("secret", "hush");
        assertThat(secretive.withoutPasswords().toString()).doesNotContain("secret", "hush", "****");
    }

    private static Plan with(SubscriberSpec subscriber) {
        return new Plan(
                ENDPOINT,
                List.of(
                        NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)),
                        NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.openLoop(2, Rate.perSecond(3)))
                                .named("later")
                                .between(Duration.ofMillis(1_500), Duration.ofSeconds(2)),
                        NamedLoad.background(
                                LargeTransactions.insert().trxBytes(1_000_000),
                                LoadSpec.openLoop(1, Rate.perSecond(0.5)))),
                new LoadSpec.IgnoredErrors(true, Set.of()),
                new Window(Duration.ofMillis(1_250), Duration.ofSeconds(5), 7, Duration.ofSeconds(30)),
                subscriber,
                Verification.COUNTS,
                false);
    }

    private static Plan plan(WorkloadSpec workload, LoadSpec load) {
        return RunResults.plan(workload, load);
    }

    private static RunResult with(RunResult of, Plan plan) {
        return new RunResult(
                of.schemaVersion(),
                of.tool(),
                of.startedAt(),
                plan,
                of.server(),
                of.clock(),
                of.interrupted(),
                of.interruptedBecause(),
                of.notes(),
                of.summary(),
                of.verdict(),
                of.checks(),
                of.samples());
    }

    private static StoredResult read(String json) {
        return StoredResult.of("result.json", json);
    }
}
