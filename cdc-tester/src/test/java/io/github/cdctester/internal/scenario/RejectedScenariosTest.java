// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that invalid plan files are rejected with a one-line message that contains the line number and the key. */
class RejectedScenariosTest {

    static final String PROBES = "probes: {nodes: {machine: cpu}, pool: {machine: memory}}\n";

    private static Stream<Arguments> wrongKeysAndDurations() {
        return Stream.of(
                Arguments.of(
                        "phases:\n  - observ: 1s\n",
                        "plan.yaml:2: phases[1].observ: unknown key; did you mean observe?"),
                Arguments.of("phase: []\n", "plan.yaml:1: phase: unknown key; did you mean phases?"),
                Arguments.of("database: x\n", "plan.yaml:1: give one of phases, matrix"),
                Arguments.of(
                        "phases:\n  - observe: 10 apples\n",
                        "plan.yaml:2: phases[1].observe: '10 apples' must be a duration such as 500ms, 10s, 5m or 1h, of at most 8760h"),
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

    private static Stream<Arguments> wrongLoads() {
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
                        "phases:\n  - loads:\n      a: {workload: tpcc, time: 1s, threads: 1, terminals: 2}\n",
                        "plan.yaml:3: phases[1].loads.a.terminals: means the same as threads: give one of the two"),
                Arguments.of(
                        "defaults: {warehouses: 2}\nphases:\n  - loads: {a: {workload: oltp_insert, time: 1s}}\n",
                        "plan.yaml:1: defaults.warehouses: has no effect: it is an option of no workload of this plan"),
                Arguments.of(
                        "phases:\n  - loads:\n      a: {time: 1s, workload-option: {b: 1}}\n",
                        "plan.yaml:3: phases[1].loads.a.workload-option: b=1, must be left out with workload"
                                + " oltp_insert:"),
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

    private static Stream<Arguments> wrongProbesAndActions() {
        return Stream.of(
                Arguments.of(
                        "probes: {cpu: {machine: heat}}\nphases: [{observe: 1s}]\n",
                        "plan.yaml:1: probes.cpu.machine: 'heat' must be cpu or memory, alone or followed by one"),
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
                        "plan.yaml:3: actions[1]: give one of sql, command, inject"),
                Arguments.of(
                        "phases: [{observe: 10s}]\nactions:\n  - {at: 1s, inject: kill}\n",
                        "plan.yaml:3: actions[1].inject: 'kill' must be of the form 'kill CONSUMER'"),
                Arguments.of(
                        "phases: [{observe: 10s}]\nactions:\n  - {at: 6s, inject: pause a 5s}\n",
                        "plan.yaml:3: actions[1].inject: 'pause a 5s' must be finished before the end of phase observe-1"),
                Arguments.of(
                        "phases: [{observe: 10s}]\nactions:\n  - {at: 1s, inject: kill a 5s}\n  - {at: 5s, inject: stop a}\n",
                        "plan.yaml:4: actions[2].inject: 'at 1s: kill a 5s' and 'at 5s: stop a' must be one after the end of"),
                Arguments.of(
                        "prepare: {workload: tpcc}\nphases: [{loads: {a: {workload: oltp_insert, time: 1s}}}]\n",
                        "plan.yaml:1: prepare: no load writes to tables like these of tpcc; give a load the same"),
                Arguments.of(
                        "prepare: {workload: oltp_insert, threads: many}\nphases: [{loads: {a: {time: 1s}}}]\n",
                        "plan.yaml:1: prepare.threads: 'many' must be a whole number from 1 to 10000"));
    }

    private static Stream<Arguments> wrongConditionsAndNames() {
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
                        "plan.yaml:2: fail-if[1]: 'delay.p99 above 3' is not a comparison such as"
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
                                + " or 1h"));
    }

    private static Stream<Arguments> wrongFaults() {
        return Stream.of(
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

    private static Stream<Arguments> wrongTimes() {
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
                        "plan.yaml:2: phases[1].loads.a: until: stable needs a time, as an upper limit"),
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

    private static Stream<Arguments> wrongPrices() {
        return Stream.of(
                Arguments.of(
                        PROBES + "price: {node: 1/node-hour}\nphases: [{observe: 1s}]\n",
                        "plan.yaml:2: price.node: node, must be a price of one of the probes nodes, pool; did you mean"),
                Arguments.of(
                        "price: {pool: 1/node-hour}\nphases: [{observe: 1s}]\n",
                        "plan.yaml:1: price.pool: no probe is named 'pool': there are none"),
                Arguments.of(
                        PROBES + "price: {pool: 1/PCU-hour}\nphases: [{observe: 1s}]\n",
                        "plan.yaml:2: price.pool: '1/PCU-hour' must be for a unit of the probe's numbers, bytes"),
                Arguments.of(
                        PROBES + "price: {pool: cheap}\nphases: [{observe: 1s}]\n",
                        "plan.yaml:2: price.pool: 'cheap' must be an amount for a unit and a time, such as"),
                Arguments.of(
                        "phases:\n  - backlog: {until: 1s, before: 0s, loads: {a: {time: 1h, until: stable}}}\n",
                        "plan.yaml:2: phases[1].backlog.loads: a backlog phase has its own end"));
    }

    @ParameterizedTest
    @MethodSource({
        "wrongKeysAndDurations",
        "wrongLoads",
        "wrongProbesAndActions",
        "wrongConditionsAndNames",
        "wrongFaults",
        "wrongTimes",
        "wrongPrices"
    })
    void errorNamesLineAndKey(String text, String message) {
        assertRejected(text, message);
    }

    static void assertRejected(String text, String message) {
        assertThatThrownBy(() -> ScenarioReader.read("plan.yaml", text))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith(message)
                .message()
                .doesNotContain("--")
                .hasLineCount(1);
    }
}
