// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import static io.github.cdctester.internal.scenario.RejectedScenariosTest.PROBES;
import static io.github.cdctester.internal.scenario.RejectedScenariosTest.assertRejected;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that plan files with an invalid start or end of a load, phase or action are rejected. */
class RejectedEndsTest {

    /** Mistakes in end conditions on probes: the probe must exist, and a maximum time is required. */
    private static Stream<Arguments> wrongEndsOnProbes() {
        String load = PROBES + "phases:\n  - loads: {a: {time: 9s, until: {%s}}}\n";
        String location = "plan.yaml:3: phases[1].loads.a.until";
        return Stream.of(
                Arguments.of(
                        load.formatted("probe: node, above: 1"),
                        location + ".probe: 'node' must be one of the probes nodes, pool; did you mean nodes?"),
                Arguments.of(
                        load.formatted("probe: nodes"),
                        location + ": give one of above, below, at-least, at-most, equals"),
                Arguments.of(
                        load.formatted("probe: nodes, above: 1, below: 3"),
                        location + ": give one of above, below, at-least, at-most, equals; given are above and below"),
                Arguments.of(
                        load.formatted("probe: nodes, unchangd-for: 1s"),
                        location + ".unchangd-for: unknown key; did you mean"),
                Arguments.of(
                        load.formatted("probe: nodes, unchanged-for: 9s"),
                        location + ".unchanged-for: '9s' must be shorter than the longest time, 9.0 s"),
                Arguments.of(
                        load.formatted("probe: nodes, unchanged-for: 3s, for: 2s"),
                        location + ".for: give for or unchanged-for"),
                Arguments.of(
                        load.formatted("probe: nodes, above: 1, within: 2"), location + ".within: needs unchanged-for"),
                Arguments.of(
                        load.formatted("probe: pool, above: 5 %"),
                        location + ".above: '5 %' must be a number in the unit"),
                Arguments.of(
                        PROBES + "phases:\n  - loads: {a: {events: 9, until: {probe: nodes, above: 1}}}\n",
                        "plan.yaml:3: phases[1].loads.a: until needs a time, as an upper limit"),
                Arguments.of(
                        PROBES + "phases:\n  - loads: {a: {events: 9}}\n    until: {probe: nodes, above: 1}\n",
                        "plan.yaml:4: phases[1].until: each load of the phase needs a time, as an upper limit"),
                Arguments.of(
                        PROBES + "matrix: {baseline: a, settings: {a: }, threads: 1, workloads: [oltp_insert], warm-up:"
                                + " {probe: nodes, above: 1, for: 20s, at-most: 10s}}\n",
                        "plan.yaml:2: matrix.warm-up.for: '20s' must be shorter than the longest time, 10.0 s"),
                Arguments.of(
                        PROBES + "phases:\n  - wait-for: {probe: nodes, above: 1, for: 5m}\n",
                        "plan.yaml:3: phases[1].wait-for.for: '5m' must be shorter than the longest time, 300.0 s"),
                Arguments.of(
                        PROBES + "phases:\n  - observe: 9s\n    until: {probe: nods, above: 1}\n",
                        "plan.yaml:4: phases[1].until.probe: 'nods' must be one of the probes nodes, pool; did you mean"),
                Arguments.of(
                        PROBES + "phases:\n  - observe: 9s\n    until: stable\n",
                        "plan.yaml:4: phases[1].until: 'stable' must be a condition on a probe, such as"),
                Arguments.of(
                        PROBES
                                + "phases:\n  - wait-for: {probe: nodes, above: 1}\n    until: {probe: nodes, above: 1}\n",
                        "plan.yaml:4: phases[1].until: is for loads and observe; wait-for has its own end"));
    }

    private static Stream<Arguments> wrongEndsWithLoads() {
        String twoLoads = "phases:\n  - loads: {a: {time: 9s}, b: {time: 9s%s}}\n";
        return Stream.of(
                Arguments.of(
                        twoLoads.formatted(", after: load c ends"),
                        "plan.yaml:2: phases[1].loads.b.after: 'load c ends' must be about one of the other loads of"
                                + " this phase a"),
                Arguments.of(
                        twoLoads.formatted(", after: a"),
                        "plan.yaml:2: phases[1].loads.b.after: 'a' must be load NAME ends"),
                Arguments.of(
                        twoLoads.formatted(", until: load b ends"),
                        "plan.yaml:2: phases[1].loads.b.until: 'load b ends' must be about one of the other loads"),
                Arguments.of(
                        "phases:\n  - loads: {a: {time: 9s, after: load b ends}, b: {time: 9s, after: load a ends}}\n",
                        "plan.yaml:2: phases[1].loads.a.after: the loads wait for each other; one must begin by itself"),
                Arguments.of(
                        twoLoads.formatted("") + "  - observe: 3s\n    after: load c ends\n",
                        "plan.yaml:4: phases[2].after: 'load c ends' must be about one of the loads of the phase before"
                                + " a, b"),
                Arguments.of(
                        "phases:\n  - observe: 3s\n  - observe: 3s\n    after: load a ends\n",
                        "plan.yaml:4: phases[2].after: needs a phase of loads before it"),
                Arguments.of(
                        twoLoads.formatted("") + "actions:\n  - {after: load c ends, sql: SELECT 1}\n",
                        "plan.yaml:4: actions[1].after: 'load c ends' must be about one of the loads a, b"),
                Arguments.of(
                        "phases:\n  - loads: {a: {time: 9s}}\nactions:\n  - {after: load a ends, sql: SELECT 1}\n",
                        "plan.yaml:4: actions[1].after: the plan ends with this load; add a phase after it"),
                Arguments.of(
                        "phases:\n  - loads: {a: {time: 9s}}\n  - observe: 10s\n"
                                + "actions:\n  - {after: load a ends, at: 10s, sql: SELECT 1}\n",
                        "plan.yaml:5: actions[1].at: '10s' must be before the end of the plan, less than 10.0 s after"
                                + " load a"),
                Arguments.of(
                        twoLoads.formatted("") + "  - observe: 3s\n"
                                + "actions:\n  - {after: load a ends, at: 12s, inject: cut 1s}\n",
                        "plan.yaml:5: actions[1].at: '12s' must be before the end of the plan, less than 12.0 s after"
                                + " load a"));
    }

    @ParameterizedTest
    @MethodSource({"wrongEndsOnProbes", "wrongEndsWithLoads"})
    void errorNamesLineAndKey(String text, String message) {
        assertRejected(text, message);
    }
}
