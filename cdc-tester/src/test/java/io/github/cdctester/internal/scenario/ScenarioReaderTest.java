// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixConsumer;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.experiment.plan.Scenario;
import io.github.cdctester.internal.experiment.plan.Scenario.TimedAction;
import io.github.cdctester.internal.experiment.probe.ProbeCondition;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioReaderTest {

    private static final Endpoint SERVER = Endpoint.of("jdbc:mysql://127.0.0.1:1/test", "u", "p");

    private static final String EXAMPLE_PLAN = """
        database: sbtest
        prepare: {workload: oltp_read_write, tables: 1, table-size: 100000}
        probes:
          pool:  {sql: "SHOW VARIABLES LIKE 'innodb_buffer_pool_size'", every: 1s, unit: bytes}
          cpu:   {http: "http://127.0.0.1:9100/metrics", prometheus: "node_cpu_seconds_total{mode='idle'}", series-by: cpu, every: 2s, rate: true}
          busy:  {machine: cpu}
        phases:
          - wait-for: {probe: pool, below: 600MB, timeout: 5m}
          - loads:
              main:   {workload: oltp_read_write, threads: 1,  time: 1200s}
              stress: {workload: oltp_read_write, threads: 24, start: 300s, time: 300s}
          - observe: 10m
        actions:
          - {at: 310s, sql: "SET GLOBAL innodb_buffer_pool_size = 1073741824"}
        fail-if: ["loads.main.latency.p99 > 100ms"]
        """;

    @Test
    void readsPhasesInOrder() {
        ScenarioFile plan = ScenarioReader.read("plan.yaml", EXAMPLE_PLAN);

        assertThat(plan.database()).contains("sbtest");
        assertThat(plan.prepare()).isTrue();
        assertThat(plan.cleanup()).isFalse();
        assertThat(plan.limits()).containsExactly("loads.main.latency.p99 > 100ms");
        Scenario scenario = plan.scenario();
        List<PlannedPhase> phases = scenario.phases();
        assertThat(phases).extracting(PlannedPhase::name).containsExactly("wait-for-1", "loads-2", "observe-3");
        PlannedPhase.Observe waitPhase = (PlannedPhase.Observe) phases.get(0);
        ProbeCondition.Goal goal = (ProbeCondition.Goal) waitPhase.until().orElseThrow();
        assertThat(goal.series()).isEqualTo("pool");
        assertThat(goal.bound().value()).isEqualTo(600e6);
        assertThat(waitPhase.waits()).isTrue();
        assertThat(waitPhase.maxDuration()).isEqualTo(Duration.ofMinutes(5));
        assertThat(scenario.maxDuration(phases.get(1))).isEqualTo(Duration.ofSeconds(1200));
        assertThat(scenario.maxDuration(phases.get(2))).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void loadsInheritTablesOfPrepare() {
        List<NamedLoad> loads =
                ScenarioReader.read("plan.yaml", EXAMPLE_PLAN).scenario().loads();
        NamedLoad main = loads.get(0);
        NamedLoad stress = loads.get(1);

        assertThat(main.workload()).isEqualTo(stress.workload());
        assertThat(main.workload().toString()).contains("100000");
        assertThat(stress.load()).isEqualTo(LoadSpec.closedLoop(24));
        assertThat(stress.start()).isEqualTo(Duration.ofSeconds(300));
        assertThat(stress.length()).isEqualTo(Duration.ofSeconds(300));
    }

    @Test
    void readsLineFormatFromLoads() {
        String plan =
                "phases: [{loads: {a: {time: 1s, threads: 2}, b: {time: 1s, percentile: 99, report_interval: %s}}}]\n";
        assertThat(ScenarioReader.read("plan.yaml", plan.formatted("5")).lines())
                .isEqualTo(new LineDefaults(Optional.of("99"), Optional.of(5)));
        assertThatThrownBy(() -> ScenarioReader.read("plan.yaml", plan.formatted("-5")))
                .hasMessageEndingWith("report_interval: '-5' must be a whole number from 0");
        assertThatThrownBy(() -> ScenarioReader.read(
                        "plan.yaml", plan.replace("99", "101").formatted("5")))
                .hasMessageEndingWith(
                        "percentile: '101' must be numbers above 0, up to 100, with commas between, or 0 for none");
    }

    @Test
    void readsProbesAndActions() {
        ScenarioFile plan = ScenarioReader.read("plan.yaml", EXAMPLE_PLAN);

        assertThat(plan.scenario().probes()).extracting(ProbeSpec::name).containsExactly("pool", "cpu", "busy");
        assertThat(plan.scenario().probes()).extracting(ProbeSpec::unit).containsExactly("bytes", "none", "percent");
        assertThat(plan.scenario().probes().get(1).source()).isInstanceOf(ProbeSource.Prometheus.class);
        assertThat(plan.scenario().probes().get(1).every()).isEqualTo(Duration.ofSeconds(2));
        assertThat(plan.scenario().actions())
                .containsExactly(new TimedAction(
                        "loads-2",
                        Optional.empty(),
                        Duration.ofSeconds(310),
                        new TimedAction.Sql("SET GLOBAL innodb_buffer_pool_size = 1073741824")));
    }

    @Test
    void appliesDefaultsToAllLoads() {
        Scenario scenario = ScenarioReader.read("plan.yaml", """
                    defaults: {threads: 4, time: 5s, warehouses: 3, table_size: 77}
                    phases:
                      - loads:
                          small: {workload: oltp_insert}
                          orders: {workload: tpcc, until: stable}
                          paced: {workload: oltp_insert, rate: 0..2000 over 60s, threads: 2}
                    """).scenario();

        assertThat(scenario.loads()).extracting(load -> load.load().threads()).containsExactly(4, 4, 2);
        assertThat(scenario.loads().get(0).workload().toString()).contains("77");
        assertThat(scenario.loads().get(2).load()).isInstanceOf(LoadSpec.OpenLoop.class);
        PlannedPhase.Loads phase = (PlannedPhase.Loads) scenario.phases().get(0);
        assertThat(phase.timing("orders").until()).contains(PhaseEnd.STABLE);
        assertThat(phase.timing("small")).isEqualTo(LoadTiming.PLAIN);
    }

    @Test
    void defaultsTakePrecedenceOverPrepare() {
        Scenario scenario = ScenarioReader.read("plan.yaml", """
                    prepare: {workload: oltp_write_only, table-size: 77}
                    defaults: {workload: oltp_read_only}
                    phases: [{loads: {a: {time: 1s}, b: {workload: oltp_insert, time: 1s}}}]
                    """).scenario();

        assertThat(scenario.loads())
                .extracting(load -> load.workload().name())
                .containsExactly("oltp_read_only", "oltp_insert");
        assertThat(scenario.loads().get(0).workload().toString()).contains("77");
    }

    @Test
    void readsEndsOnProbeAndWithLoad() {
        Scenario scenario = ScenarioReader.read("plan.yaml", """
            probes: {nodes: {machine: cpu, unit: none}}
            phases:
              - loads:
                  main: {workload: oltp_insert, time: 20m, until: {probe: nodes, unchanged-for: 3m, above: 1}}
                  stress: {workload: oltp_insert, time: 10m, after: load main ends, start: 30s}
                  beside: {workload: oltp_insert, time: 1h, until: load stress ends}
                until: {probe: nodes, at-least: 8, for: 10s}
              - observe: 20m
                after: load stress ends
                until: {probe: nodes, series: count, equals: 1}
            actions:
              - {after: load main ends, at: 5s, sql: SELECT 1}
              - {after: load stress ends, command: [ls]}
              - {after: load stress ends, at: 1s, inject: kill debezium 5s}
              - {after: load stress ends, at: 7s, inject: cut debezium 5s}
            """).scenario();
        PlannedPhase.Loads loadsPhase = (PlannedPhase.Loads) scenario.phases().get(0);

        assertThat(loadsPhase.timing("main").until().map(Object::toString).orElseThrow())
                .contains("nodes is above 1 and unchanged for 180.0 s");
        assertThat(loadsPhase.timing("stress")).isEqualTo(new LoadTiming(Optional.of("main"), Optional.empty()));
        assertThat(loadsPhase.timing("beside").until()).contains(PhaseEnd.withLoad("stress"));
        assertThat(loadsPhase.until()).hasSize(2).contains(PhaseEnd.withLoad("stress"));
        assertThat(loadsPhase.until().get(0).toString()).contains("nodes is at least 8 for 10.0 s");
        assertThat(scenario.maxDuration(loadsPhase)).isEqualTo(Duration.ofMinutes(60));
        PlannedPhase.Observe observePhase =
                (PlannedPhase.Observe) scenario.phases().get(1);
        assertThat(observePhase.until().map(Object::toString)).contains("nodes.count is equal to 1");
        assertThat(scenario.actions())
                .extracting(TimedAction::after, TimedAction::at, TimedAction::phase)
                .containsExactly(
                        tuple(Optional.of("main"), Duration.ofSeconds(5), "loads-1"),
                        tuple(Optional.of("stress"), Duration.ZERO, "loads-1"),
                        tuple(Optional.of("stress"), Duration.ofSeconds(1), "loads-1"),
                        tuple(Optional.of("stress"), Duration.ofSeconds(7), "loads-1"));
        assertThat(scenario.injectedFaults())
                .containsExactly(Fault.parse("kill debezium 5s"), Fault.parse("cut debezium 5s"));
    }

    @Test
    void durationsOfChainedLoadsAddUp() {
        Scenario scenario = ScenarioReader.read("plan.yaml", """
            phases:
              - loads:
                  one: {workload: oltp_insert, time: 20s, start: 5s}
                  two: {workload: oltp_insert, time: 10s, start: 3s, after: load one ends}
            """).scenario();

        assertThat(scenario.maxDuration()).isEqualTo(Duration.ofSeconds(38));
    }

    /** The loads end after 12 s. A pause without a time limit ends with them. The query of the log's end takes up to 2 s. */
    @ParameterizedTest
    @CsvSource({"5s, 612", "8MB, 614", "'[8MB, 5s]', 612", "'1s, catch-up-within: 1s', 12"})
    void backlogPhaseLastsUntilStreamHasCaughtUp(String until, long seconds) {
        ScenarioFile file = ScenarioReader.read("plan.yaml", """
            phases:
              - backlog: {before: 5s, until: %s, loads: {main: {workload: oltp_insert, time: 12s}}}
            actions:
              - {at: 11s, sql: SELECT 1}
            """.formatted(until));

        assertThat(file.scenario().maxDuration()).isEqualTo(Duration.ofSeconds(seconds));
        assertThat(ScenarioOutline.of(
                        file,
                        "server",
                        ScenarioRun.plan(
                                file, ScenarioRun.UNKNOWN_ENDPOINT, SubscriberSpec.DEFAULT, Verification.AUTO)))
                .anyMatch(line -> line.startsWith("takes      at most " + seconds + " s"));
    }

    @Test
    void acceptsActionWhileStreamCatchesUp() {
        String plan = """
            phases:
              - backlog: {before: 5s, until: 5s, loads: {main: {workload: oltp_insert, time: 12s}}}
            actions:
              - {at: %s, sql: SELECT 1}
            """;

        assertThat(ScenarioReader.read("plan.yaml", plan.formatted("611s"))
                        .scenario()
                        .actions())
                .hasSize(1);
        assertThatThrownBy(() -> ScenarioReader.read("plan.yaml", plan.formatted("612s")))
                .hasMessageContaining("before the end of phase backlog-1 at 612.0 s");
    }

    @Test
    void readsBacklogPhase() {
        PlannedPhase.Backlog phase = (PlannedPhase.Backlog)
                ScenarioReader.read("plan.yaml", """
                    phases:
                      - backlog: {until: [2GB, 5m], before: 30s, loads: {main: {workload: oltp_insert, time: 15m}}}
                    """).scenario().phases().get(0);

        assertThat(phase.bytes()).hasValue(2_000_000_000L);
        assertThat(phase.time()).contains(Duration.ofMinutes(5));
        assertThat(phase.before()).isEqualTo(Duration.ofSeconds(30));
        assertThat(phase.maxDuration()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void readsMatrix() {
        ScenarioFile plan = ScenarioReader.read("plan.yaml", """
            prepare: {workload: oltp_read_write, tables: 2, table-size: 77}
            probes: {cpu: {machine: cpu}}
            matrix:
              baseline: none
              settings:
                none:
                less: {before: ["SET GLOBAL max_error_count = 5", "SET GLOBAL long_query_time = 3"]}
                by-hand: {pause: do it, undo-pause: undo it}
              workloads: {reads: {workload: oltp_read_only}, writes: {workload: oltp_write_only, secondary: "on"}}
              threads: [1, 4, 16]
              repeats: 3
              warm-up: {probe: cpu, equals: 99%, unchanged-for: 20s, within: 1%, at-most: 2m}
              time: 30s
              seed: 7
            """);

        MatrixPlan matrix = plan.matrix();
        assertThat(matrix.cellCount()).isEqualTo(3 * 2 * 3 * 3);
        assertThat(matrix.settings()).extracting(MatrixSetting::name).containsExactly("none", "less", "by-hand");
        assertThat(matrix.settings().get(1).before()).hasSize(2);
        assertThat(matrix.settings().get(2).pause()).contains("do it");
        assertThat(matrix.warmUp().until().map(PhaseEnd::toString))
                .contains("cpu is equal to 99 % and unchanged within 1 % for 20.0 s");
        assertThat(matrix.warmUp().maxDuration()).isEqualTo(Duration.ofMinutes(2));
        assertThat(matrix.workloads()).extracting(MatrixWorkload::name).containsExactly("reads", "writes");
        assertThat(matrix.workloads().get(1).spec().toString()).contains("77");
        assertThat(plan.loads()).extracting(NamedLoad::name).containsExactly("reads", "writes");
    }

    @Test
    void readsConsumersAndOptionsOfMatrix() {
        ScenarioFile plan = ScenarioReader.read("plan.yaml", """
            prepare: {workload: oltp_insert, table-size: 77}
            consumers:
              - {name: a, command: run, settings: {HEAP: 1g, BATCH: 1}}
              - {name: b, command: run}
            matrix:
              threads: [1]
              workloads: [oltp_insert]
              options: {tables: [1, 8], table_size: 5}
              consumers: {a: {HEAP: [1g, 2g], BATCH: 7}, b: }
              repeats: 3
            """);

        MatrixPlan matrix = plan.matrix();
        assertThat(matrix.cellCount()).isEqualTo(2 * 3 * 3);
        assertThat(matrix.baseline()).isEqualTo("base");
        assertThat(matrix.workloads())
                .extracting(MatrixWorkload::name)
                .containsExactly("oltp_insert tables=1 table_size=5", "oltp_insert tables=8 table_size=5");
        assertThat(matrix.workloads().get(1).spec())
                .isEqualTo(Sysbench.oltpInsert().tables(8).tableSize(5));
        assertThat(plan.loads())
                .extracting(NamedLoad::name)
                .containsExactly("oltp_insert-tables-1-table_size-5", "oltp_insert-tables-8-table_size-5");
        assertThat(matrix.consumers())
                .extracting(MatrixConsumer::name)
                .containsExactly("a HEAP=1g BATCH=7", "a HEAP=2g BATCH=7", "b");
        assertThat(matrix.consumers().get(1).spec().settings())
                .containsExactlyInAnyOrderEntriesOf(Map.of("HEAP", "2g", "BATCH", "7"));
    }

    @Test
    void prepareUsesSeparateThreadsAndSeed() {
        ScenarioFile plan = ScenarioReader.read("plan.yaml", """
            prepare: {workload: oltp_read_write, tables: 2, table-size: 77, threads: 32, rand-seed: 7}
            phases:
              - loads:
                  few: {workload: oltp_read_write, threads: 16, time: 5s}
                  many: {workload: oltp_read_write, threads: 128, time: 5s}
                  orders: {workload: tpcc, threads: 3, time: 5s, rand-seed: 9}
            """);
        Plan run = planOf(plan.loads());
        Plan fillingPlan = plan.filling().of(run);

        assertThat(run.fillThreads(run.loads().get(0))).isEqualTo(144);
        assertThat(run.loads().get(0).workload().displayed().options()).containsEntry("randSeed", 0L);
        assertThat(run.loads().get(2).workload().displayed().options()).containsEntry("randSeed", 9L);
        assertThat(fillingPlan.loads()).extracting(NamedLoad::name).containsExactly("few", "orders");
        assertThat(fillingPlan.loads()).extracting(fillingPlan::fillThreads).containsExactly(32, 32);
        assertThat(fillingPlan.loads())
                .allSatisfy(load ->
                        assertThat(load.workload().displayed().options()).containsEntry("randSeed", 7L));
    }

    @Test
    void prepareDefaultsToThreadsOfLoad() {
        ScenarioFile plan = ScenarioReader.read("plan.yaml", EXAMPLE_PLAN);

        assertThat(plan.filling().of(planOf(plan.loads()))).isEqualTo(planOf(plan.loads()));
    }

    private static Plan planOf(List<NamedLoad> loads) {
        return Plan.of(SERVER, new Window(Duration.ZERO, Duration.ofHours(1), 0, Duration.ZERO), loads);
    }

    @Test
    void outlineShowsSeedsOfTablesAndRows() {
        ScenarioFile plan = ScenarioReader.read("plan.yaml", """
            prepare: {workload: oltp_read_write, threads: 32, rand-seed: 7}
            probes:
              pool: {sql: SHOW STATUS, url: "jdbc:mysql://node1/", user: mon}
            phases:
              - loads:
                  main: {workload: oltp_read_write, threads: 128, time: 5s, rand-type: special}
            """);

        assertThat(ScenarioOutline.of(plan, "here", planOf(plan.loads())))
                .contains(
                        "tables     created first by 32 threads, rand-seed 7, left at the end",
                        "probe      pool: SHOW STATUS at node1:3306 as mon, every 1 s",
                        "phase      loads-1: main: oltp_read_write, 128 threads, rand-type special, for 5 s",
                        "needs      CREATE, DROP, INDEX, SELECT, INSERT, UPDATE, DELETE on the schema; REPLICATION SLAVE,"
                                + " REPLICATION CLIENT on *.*; privileges for the SQL of probes and actions");
    }
}
