// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.matrix.CellWarmUp;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan;
import io.github.cdctester.internal.experiment.matrix.MatrixPlan.MatrixWorkload;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.experiment.plan.Scenario;
import io.github.cdctester.internal.experiment.plan.Scenario.TimedAction;
import io.github.cdctester.internal.experiment.probe.ProbeCondition;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioReaderTest {

    private static final Endpoint SERVER = Endpoint.of("jdbc:mysql://127.0.0.1:1/test", "u", "p");

    private static final String PUBLISHED = """
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
        ScenarioFile plan = ScenarioReader.read("plan.yaml", PUBLISHED);

        assertThat(plan.database()).contains("sbtest");
        assertThat(plan.prepare()).isTrue();
        assertThat(plan.cleanup()).isFalse();
        assertThat(plan.limits()).containsExactly("loads.main.latency.p99 > 100ms");
        Scenario scenario = plan.scenario();
        List<PlannedPhase> phases = scenario.phases();
        assertThat(phases).extracting(PlannedPhase::name).containsExactly("wait-for-1", "loads-2", "observe-3");
        PlannedPhase.Wait wait = (PlannedPhase.Wait) phases.get(0);
        ProbeCondition.Goal goal = (ProbeCondition.Goal) wait.awaited();
        assertThat(goal.series()).isEqualTo("pool");
        assertThat(goal.bound().value()).isEqualTo(600e6);
        assertThat(wait.timeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(scenario.longest(phases.get(1))).isEqualTo(Duration.ofSeconds(1200));
        assertThat(scenario.longest(phases.get(2))).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void loadsTakeTheirTablesFromPrepare() {
        List<NamedLoad> loads =
                ScenarioReader.read("plan.yaml", PUBLISHED).scenario().loads();
        NamedLoad main = loads.get(0);
        NamedLoad stress = loads.get(1);

        assertThat(main.workload()).isEqualTo(stress.workload());
        assertThat(main.workload().toString()).contains("100000");
        assertThat(stress.load()).isEqualTo(LoadSpec.closedLoop(24));
        assertThat(stress.start()).isEqualTo(Duration.ofSeconds(300));
        assertThat(stress.length()).isEqualTo(Duration.ofSeconds(300));
    }

    @Test
    void readsProbesAndActions() {
        ScenarioFile plan = ScenarioReader.read("plan.yaml", PUBLISHED);

        assertThat(plan.scenario().probes()).extracting(ProbeSpec::name).containsExactly("pool", "cpu", "busy");
        assertThat(plan.scenario().probes()).extracting(ProbeSpec::unit).containsExactly("bytes", "none", "percent");
        assertThat(plan.scenario().probes().get(1).source()).isInstanceOf(ProbeSource.Prometheus.class);
        assertThat(plan.scenario().probes().get(1).every()).isEqualTo(Duration.ofSeconds(2));
        assertThat(plan.scenario().actions())
                .containsExactly(new TimedAction(
                        "loads-2",
                        Duration.ofSeconds(310),
                        new TimedAction.Sql("SET GLOBAL innodb_buffer_pool_size = 1073741824")));
    }

    @Test
    void readsWhatIsCommonToAllLoads() {
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
        assertThat(((PlannedPhase.Loads) scenario.phases().get(0)).untilStable())
                .containsExactly("orders");
    }

    @Test
    void readsABacklog() {
        PlannedPhase.Backlog phase = (PlannedPhase.Backlog)
                ScenarioReader.read("plan.yaml", """
                    phases:
                      - backlog: {until: [2GB, 5m], before: 30s, loads: {main: {workload: oltp_insert, time: 15m}}}
                    """).scenario().phases().get(0);

        assertThat(phase.bytes()).hasValue(2_000_000_000L);
        assertThat(phase.time()).contains(Duration.ofMinutes(5));
        assertThat(phase.before()).isEqualTo(Duration.ofSeconds(30));
        assertThat(phase.longest()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void readsAMatrix() {
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
              warm-up: {probe: cpu, above: 99%, at-most: 2m}
              time: 30s
              seed: 7
            """);

        MatrixPlan matrix = plan.matrix();
        assertThat(matrix.cells()).isEqualTo(3 * 2 * 3 * 3);
        assertThat(matrix.settings()).extracting(MatrixSetting::name).containsExactly("none", "less", "by-hand");
        assertThat(matrix.settings().get(1).before()).hasSize(2);
        assertThat(matrix.settings().get(2).pause()).contains("do it");
        assertThat(matrix.warmUp()).isEqualTo(new CellWarmUp.UntilProbe("cpu", true, 99, Duration.ofMinutes(2)));
        assertThat(matrix.workloads()).extracting(MatrixWorkload::name).containsExactly("reads", "writes");
        assertThat(matrix.workloads().get(1).spec().toString()).contains("77");
        assertThat(plan.loads()).extracting(NamedLoad::name).containsExactly("reads", "writes");
    }

    @Test
    void tablesAreFilledByTheirOwnThreadsAndSeed() {
        ScenarioFile plan = ScenarioReader.read("plan.yaml", """
            prepare: {workload: oltp_read_write, tables: 2, table-size: 77, threads: 32, rand-seed: 7}
            phases:
              - loads:
                  few: {workload: oltp_read_write, threads: 16, time: 5s}
                  many: {workload: oltp_read_write, threads: 128, time: 5s}
                  orders: {workload: tpcc, threads: 3, time: 5s, rand-seed: 9}
            """);
        Plan run = run(plan.loads());
        Plan filled = plan.filling().of(run);

        assertThat(run.threadsOn(run.loads().get(0))).isEqualTo(144);
        assertThat(run.loads().get(0).workload().shown().options()).containsEntry("randSeed", 0L);
        assertThat(run.loads().get(2).workload().shown().options()).containsEntry("randSeed", 9L);
        assertThat(filled.loads()).extracting(NamedLoad::name).containsExactly("few", "orders");
        assertThat(filled.loads()).extracting(filled::threadsOn).containsExactly(32, 32);
        assertThat(filled.loads())
                .allSatisfy(
                        load -> assertThat(load.workload().shown().options()).containsEntry("randSeed", 7L));
    }

    @Test
    void withoutThemTheyAreFilledAsTheyAreWrittenTo() {
        ScenarioFile plan = ScenarioReader.read("plan.yaml", PUBLISHED);

        assertThat(plan.filling().of(run(plan.loads()))).isEqualTo(run(plan.loads()));
    }

    private static Plan run(List<NamedLoad> loads) {
        return Plan.of(SERVER, new Window(Duration.ZERO, Duration.ofHours(1), 0, Duration.ZERO), loads);
    }

    @Test
    void theOutlineShowsWhatTablesAndRowsAreDrawnWith() {
        ScenarioFile plan = ScenarioReader.read("plan.yaml", """
            prepare: {workload: oltp_read_write, threads: 32, rand-seed: 7}
            probes:
              pool: {sql: SHOW STATUS, url: "jdbc:mysql://node1/", user: mon}
            phases:
              - loads:
                  main: {workload: oltp_read_write, threads: 128, time: 5s, rand-type: special}
            """);

        assertThat(ScenarioOutline.of(plan, "here", run(plan.loads())))
                .contains(
                        "tables     created first by 32 threads, rand-seed 7, left at the end",
                        "probe      pool: SHOW STATUS at node1:3306 as mon, every 1 s",
                        "phase      loads-1: main: oltp_read_write, 128 threads, rand-type special, for 5 s",
                        "needs      CREATE, DROP, INDEX, SELECT, INSERT, UPDATE, DELETE on the schema; REPLICATION SLAVE,"
                                + " REPLICATION CLIENT on *.*; what the SQL of probes and actions needs");
    }

    static Stream<Arguments> wrong() {
        return Stream.of(wrongPart1(), wrongPart2(), wrongPart3(), wrongPart4(), wrongPart5(), unrunnable())
                .flatMap(part -> part);
    }

    private static Stream<Arguments> wrongPart1() {
        return Stream.of(
                Arguments.of(
                        "phases:\n  - observ: 1s\n",
                        "plan.yaml:2: phases[1].observ: unknown key; did you mean observe?"),
                Arguments.of("phase: []\n", "plan.yaml:1: phase: unknown key; did you mean phases?"),
                Arguments.of("database: x\n", "plan.yaml:1: give one of phases, matrix"),
                Arguments.of(
                        "phases:\n  - observe: 10 apples\n",
                        "plan.yaml:2: phases[1].observe: '10 apples' must be a duration such as 500ms, 10s, 5m or 1h"),
                Arguments.of(
                        "phases:\n  - observe: 0\n",
                        "plan.yaml:2: phases[1].observe: '0' must be a duration above 0, such as 500ms, 10s, 5m"
                                + " or 1h"),
                Arguments.of(
                        "phases:\n  - loads:\n      a: {workload: oltp_insert}\n",
                        "plan.yaml:3: phases[1].loads.a: no end; give time or events"),
                Arguments.of(
                        "phases:\n  - loads:\n      a: {workload: oltp_inset, time: 1s}\n",
                        "plan.yaml:3: phases[1].loads.a"),
                Arguments.of(
                        "phases:\n  - loads:\n      a: {workload: oltp_insert, time: 1s, treads: 3}\n",
                        "plan.yaml:3: phases[1].loads.a.treads: unknown key; did you mean threads?"));
    }

    private static Stream<Arguments> wrongPart2() {
        return Stream.of(
                Arguments.of(
                        "phases:\n  - loads:\n      a: {workload: oltp_insert, time: 1s, threads: many}\n",
                        "plan.yaml:3: phases[1].loads.a.threads: 'many' is not a whole number"),
                Arguments.of(
                        "phases:\n  - loads:\n      a: {workload: oltp_insert, time: 1s, threads: 0}\n",
                        "plan.yaml:3: phases[1].loads.a.threads: '0' must be a whole number from 1 to 10000"),
                Arguments.of(
                        "phases:\n  - loads:\n      a: {workload: oltp_insert, time: 1s, warehouses: 2}\n",
                        "plan.yaml:3: phases[1].loads.a.warehouses: '2' must be left out with workload"
                                + " oltp_insert: it"),
                Arguments.of(
                        "phases:\n  - loads:\n      a: {workload: oltp_insert, time: 1s, threads: \"1,2\"}\n",
                        "plan.yaml:3: phases[1].loads.a.threads: '1,2' must be one value; 'cdc-tester sweep' goes"
                                + " over"),
                Arguments.of(
                        "phases:\n  - loads: {a: {time: 1s}}\n  - loads: {a: {time: 1s}}\n",
                        "plan.yaml:3: phases[2].loads.a: another load is named 'a'; results tell loads apart by name"),
                Arguments.of(
                        "phases:\n  - loads: {a: {time: 5s}, b: {time: 5s, start: 7s}}\n",
                        "plan.yaml:2: phases[1].loads.b.start: begins at 7.0 s, when the other loads have ended;"
                                + " put it"),
                Arguments.of(
                        "phases:\n  - wait-for: {probe: pool, below: 5}\n",
                        "plan.yaml:2: phases[1].wait-for.probe: 'pool' must be a probe of this file, which has none:"),
                Arguments.of(
                        "probes: {cpu: {machine: cpu}}\nphases:\n  - wait-for: {probe: cpu, below: 5GB}\n",
                        "plan.yaml:3: phases[1].wait-for.below: '5GB' must be a number in the unit of the values,"));
    }

    private static Stream<Arguments> wrongPart3() {
        return Stream.of(
                Arguments.of(
                        "probes: {cpu: {machine: heat}}\nphases: [{observe: 1s}]\n",
                        "plan.yaml:1: probes.cpu.machine: 'heat' must be cpu or memory, with nothing behind it or"
                                + " one"),
                Arguments.of(
                        "probes: {x: {sql: \"DELETE FROM t\"}}\nphases: [{observe: 1s}]\n",
                        "plan.yaml:1: probes.x.sql: 'DELETE FROM t' must be a statement that reads: SELECT, SHOW,"
                                + " WITH,"),
                Arguments.of(
                        "probes: {x: {every: 1s}}\nphases: [{observe: 1s}]\n",
                        "plan.yaml:1: probes.x: give one of sql, http, machine"),
                Arguments.of(
                        "phases: [{observe: 10s}]\nactions:\n  - {at: 11s, sql: SELECT 1}\n",
                        "plan.yaml:3: actions[1].at: '11s' must be before the end of phase observe-1 at 10.0 s"),
                Arguments.of(
                        "phases: [{observe: 10s}]\nactions:\n  - {at: 1s, phase: x, sql: SELECT 1}\n",
                        "plan.yaml:3: actions[1].phase: 'x' must be one of the phases observe-1"),
                Arguments.of(
                        "phases: [{observe: 10s}]\nactions:\n  - {at: 1s}\n",
                        "plan.yaml:3: actions[1]: give one of sql, command"),
                Arguments.of(
                        "prepare: {workload: tpcc}\nphases: [{loads: {a: {workload: oltp_insert, time: 1s}}}]\n",
                        "plan.yaml:1: prepare: no load writes to tables like these of tpcc; give a load the same"),
                Arguments.of(
                        "prepare: {workload: oltp_insert, threads: many}\nphases: [{loads: {a: {time: 1s}}}]\n",
                        "plan.yaml:1: prepare.threads: 'many' must be a whole number from 1 to 10000"));
    }

    private static Stream<Arguments> wrongPart4() {
        return Stream.of(
                Arguments.of(
                        "phases: [{loads: {a: {time: 1s, ignore-errors: all}}}]\n",
                        "plan.yaml:1: phases[1].loads.a.ignore-errors: belongs at the top of the file: it is for all"),
                Arguments.of(
                        "phases: [{observe: 10s}]\nfail-if: [\"loads.x.latency.p99 > 1ms\"]\n",
                        "plan.yaml:2: fail-if[1]: 'loads.x.latency.p99 > 1ms' must be about the stream: this run"
                                + " writes"),
                Arguments.of(
                        "phases: [{observe: 10s}]\nfail-if: [\"delay.p99 above 3\"]\n",
                        "plan.yaml:2: fail-if[1]: 'delay.p99 above 3' must be a comparison such as"
                                + " 'delay.p99>500ms':"),
                Arguments.of(
                        "phases: [{observe: 10s, name: a}, {observe: 10s, name: a}]\n",
                        "plan.yaml:1: phases[2].name: another phase is named 'a'"),
                Arguments.of(
                        "phases: [{observe: 10s, wait-for: {}}]\n",
                        "plan.yaml:1: phases[1]: give one of"
                                + " wait-for, loads, observe, backlog; given are wait-for and"),
                Arguments.of(
                        "phases:\n  - backlog: {until: lots, loads: {a: {time: 1s}}}\n",
                        "plan.yaml:2: phases[1].backlog.until: 'lots' must be a duration such as 500ms, 10s, 5m"
                                + " or 1h"),
                Arguments.of(
                        "matrix: {baseline: b, settings: {a: }, threads: [1], workloads: [tpcc]}\n",
                        "plan.yaml:1: matrix.baseline: 'b' must be one of the settings a"),
                Arguments.of(
                        "matrix:\n  baseline: a\n  settings:\n    a: {before: FLUSH LOGS}\n  threads: [1]\n "
                                + " workloads: [tpcc]\n",
                        "plan.yaml:4: matrix.settings.a"));
    }

    private static Stream<Arguments> wrongPart5() {
        return Stream.of(
                Arguments.of(
                        "matrix:\n  baseline: a\n  settings: {a: {command: [ls]}}\n  threads: [1]\n  workloads:"
                                + " [tpcc]\n",
                        "plan.yaml:3: matrix.settings.a"),
                Arguments.of(
                        "matrix: {baseline: a, settings: {a: }, threads: [4, 1], workloads: [tpcc]}\n",
                        "plan.yaml:1: matrix.threads: '4,1' must be a list in ascending order: 1,4"),
                Arguments.of(
                        "matrix: {baseline: a, settings: {a: }, threads: [1], workloads: [tpcx]}\n",
                        "plan.yaml:1: matrix.workloads[1]"),
                Arguments.of(
                        "phases: [{observe: 5s}]\ninject: [\"at 1s: cut 1s\", \"at 1s: explode\"]\n",
                        "plan.yaml:2: inject: 'explode' must be one of the faults 'kill-dump', 'kill-dumps', 'cut"
                                + " 2s',"),
                Arguments.of(
                        "phases: [{observe: 5s}]\ninject: at once\n",
                        "plan.yaml:2: inject: 'at once' must be faults such as 'at 10s: kill-dump; at 20s: cut 2s;"),
                Arguments.of(
                        "phases: [{observe: 5s}]\ninject: at 1s\n",
                        "plan.yaml:2: inject: 'at 1s' must be faults such as 'at 10s: kill-dump; at 20s: cut 2s;"
                                + " random"),
                Arguments.of("phases: [\n", "plan.yaml:2"));
    }

    private static Stream<Arguments> unrunnable() {
        String backlog = "phases:\n  - backlog: {until: %s, before: 20s, loads: {a: {time: %s}}}\n";
        return Stream.of(
                Arguments.of("phases: [{observe: 1s, name: ' '}]\n", "plan.yaml:1: phases[1].name: empty; give a name"),
                Arguments.of(
                        "probes: {cpu: {machine: cpu}}\nphases:\n  - wait-for: {probe: cpu, above: 9%, timeout: 0}\n",
                        "plan.yaml:3: phases[1].wait-for.timeout: '0' must be a duration above 0, such as 500ms,"
                                + " 10s,"),
                Arguments.of("phases:\n  - loads: {}\n", "plan.yaml:2: phases[1].loads: empty; give keys with values"),
                Arguments.of(
                        "phases:\n  - loads: {a: {events: 5, until: stable}}\n",
                        "plan.yaml:2: phases[1].loads.a: until: stable needs a time, the longest"),
                Arguments.of(
                        backlog.formatted("0MB", "1h"),
                        "plan.yaml:2: phases[1].backlog.until: '0MB' must be more than 0 bytes"),
                Arguments.of(
                        backlog.formatted("0s", "1h"),
                        "plan.yaml:2: phases[1].backlog.until: '0s' must be a duration above 0, such as 500ms,"
                                + " 10s, 5m"),
                Arguments.of(
                        backlog.formatted("40s", "60s"),
                        "plan.yaml:2: phases[1].backlog.loads: all end before the stream is read again; give one"
                                + " that"),
                Arguments.of(
                        "phases:\n  - backlog: {until: 1GB, loads: {a: {time: 1h}}, catch-up-within: 0}\n",
                        "plan.yaml:2: phases[1].backlog.catch-up-within: '0' must be a duration above 0, such as"
                                + " 500ms,"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void namesLineAndKey(String text, String message) {
        assertThatThrownBy(() -> ScenarioReader.read("plan.yaml", text))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith(message)
                .message()
                .doesNotContain("--")
                .hasLineCount(1);
    }
}
