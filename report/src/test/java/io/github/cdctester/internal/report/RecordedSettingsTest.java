// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.report.Comparisons;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RecordedSettingsTest {

    @Test
    void usesNamesOfResult() {
        Map<String, String> settings = RecordedSettings.of(RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS));
        assertThat(settings)
                .containsEntry("plan.threads", "1")
                .containsEntry("plan.workload", "oltp_insert")
                .containsEntry("plan.sysbench.tableSize", "10000")
                .containsEntry("plan.ignoreErrors.1", "1020")
                .containsEntry("plan.endpoint.address", "db:3306")
                .containsEntry("tool.version", "0")
                .containsKey("server.version")
                .doesNotContainKeys("server.hostname", "server.serverUuid", "server.serverId", "plan.rate");
        assertThat(settings.toString()).doesNotContain("secret");
    }

    @Test
    void listsEachLoadByName() {
        RunResult run = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS);
        NamedLoad load = run.plan().loads().get(0);
        Plan planWithTwoLoads = run.plan().loads(List.of(load.named("a.b"), load.named("c")));
        assertThat(RecordedSettings.of(withPlan(run, planWithTwoLoads)))
                .containsEntry("plan.loads.a.b.threads", "1")
                .containsEntry("plan.loads.c.sysbench.tableSize", "10000")
                .doesNotContainKeys("plan.threads", "plan.loads.1.threads");
    }

    @Test
    void listsClientsOfLoads() {
        RunResult run = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS);
        LoadClient nativeClient = LoadClient.ofNative("oltp_insert");
        assertThat(RecordedSettings.of(with(run, ToolInfo.current("", List.of(nativeClient)), run.plan())))
                .containsEntry("tool.client", "NATIVE");
        NamedLoad load = run.plan().loads().get(0);
        ToolInfo tool = ToolInfo.current(
                "", List.of(LoadClient.ofNative("a"), LoadClient.ofJdbc("b", LoadClient.Reason.WORKLOAD)));
        assertThat(RecordedSettings.of(with(run, tool, run.plan().loads(List.of(load.named("a"), load.named("b"))))))
                .containsEntry("tool.client.a", "NATIVE")
                .containsEntry("tool.client.b", "JDBC")
                .allSatisfy((name, value) -> assertThat(name).doesNotStartWith("tool.clients"));
    }

    @Test
    void listsInjectedFaults() {
        RunResult run = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS);
        assertThat(RecordedSettings.of(run)).doesNotContainKey("plan.inject");
        assertThat(RecordedSettings.of(withPlan(run, run.plan().inject(FaultSchedule.parse("at 2s : CUT 1000ms")))))
                .containsEntry("plan.inject", "at 2s: cut 1s");
    }

    /** No other recorded value shows these conditions. */
    @Test
    void listsConditionsFromNotes() {
        RunResult run = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS);
        assertThat(RecordedSettings.of(run))
                .allSatisfy((name, value) -> assertThat(name).doesNotStartWith("notes."));
        assertThat(RecordedSettings.of(run.withNotes(List.of(
                        Note.of(
                                Code.COMMITS_NOT_DURABLE,
                                "settings",
                                List.of("sync_binlog=0", "innodb_flush_log_at_trx_commit=0"),
                                "server",
                                "a:3306"),
                        Note.of(Code.COMMITS_NOT_DURABLE, "settings", List.of("sync_binlog=0"), "server", "b:3306"),
                        Note.of(Code.BUFFER_POOL_SMALL, "bufferPoolMegabytes", 134.217728),
                        Note.of(Code.CLOCK_UNKNOWN),
                        Note.of(Code.STREAM_BROKE, "count", 1, "seconds", 0.5)))))
                .containsEntry(
                        "notes.COMMITS_NOT_DURABLE.settings",
                        "sync_binlog=0, innodb_flush_log_at_trx_commit=0; sync_binlog=0")
                .containsEntry("notes.BUFFER_POOL_SMALL.bufferPoolMegabytes", "134.217728")
                .containsEntry("notes.CLOCK_UNKNOWN", "yes")
                .allSatisfy((name, value) ->
                        assertThat(name).doesNotContain("STREAM_BROKE").doesNotEndWith("DURABLE.server"));
    }

    /** In a matrix, a note names the settings or cells that have it. */
    @Test
    void serverAndPlaceOfConditionAreNotSettings() {
        RunResult run = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS);
        Map<String, String> settings = RecordedSettings.of(run.withNotes(List.of(
                Note.of(Code.CLOCK_UNKNOWN, "server", "b:3306"),
                Note.of(Code.COMMITS_NOT_DURABLE, "settings", List.of("sync_binlog=0"))
                        .atPlace("with setting base"))));
        settings.keySet().removeIf(name -> !name.startsWith("notes."));
        assertThat(settings)
                .containsOnly(
                        Map.entry("notes.CLOCK_UNKNOWN", "yes"),
                        Map.entry("notes.COMMITS_NOT_DURABLE.settings", "sync_binlog=0"));
    }

    @Test
    void conditionOfSomeRunsDiffersFromConditionOfAll() {
        RunResult run = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS);
        RunResult unknownClock = run.withNotes(List.of(Note.of(Code.CLOCK_UNKNOWN)));
        List<RunResult> someRuns = List.of(unknownClock, run, run);
        List<RunResult> allRuns = List.of(unknownClock, unknownClock, unknownClock);
        assertThat(Comparisons.of(someRuns, allRuns).settings())
                .containsExactly(new SettingChange("notes.CLOCK_UNKNOWN", "-, yes", "yes"));
        assertThat(Comparisons.of(someRuns, someRuns).settings()).isEmpty();
    }

    @Test
    void listsWorkerNodesWithoutAddresses() {
        assertThat(RecordedSettings.of(RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS)))
                .allSatisfy((name, value) -> assertThat(name).doesNotStartWith("nodes."));
        assertThat(RecordedSettings.of(RichResult.of()))
                .containsEntry("nodes.writing", "2")
                .containsEntry("nodes.reading", "2")
                .containsEntry("nodes.java", "17.0.15")
                .containsEntry("nodes.jdbcDriver", "MariaDB Connector/J 3.5.6")
                .containsEntry("nodes.processors", "16")
                .allSatisfy((name, value) -> assertThat(value).doesNotContain("10.0.0.2"));
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, 127.0.0.1", "localhost, localhost", "db, db:4711", "10.0.0.7, 10.0.0.7:4711"})
    void omitsPortOfLocalAddress(String host, String expectedAddress) {
        Plan plan = Plan.of(
                Endpoint.of("jdbc:mysql://" + host + ":4711/sbtest", "root", "secret"),
                Window.DEFAULT,
                List.of(NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))));
        RunResult run = RunResults.of(1, 0, 0, Verdict.Status.LOSSLESS);
        assertThat(RecordedSettings.of(withPlan(run, plan))).containsEntry("plan.endpoint.address", expectedAddress);
    }

    private static RunResult withPlan(RunResult run, Plan plan) {
        return with(run, run.tool(), plan);
    }

    private static RunResult with(RunResult run, ToolInfo tool, Plan plan) {
        return new RunResult(
                run.schemaVersion(),
                tool,
                run.startedAt(),
                plan,
                run.server(),
                run.clock(),
                false,
                null,
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
