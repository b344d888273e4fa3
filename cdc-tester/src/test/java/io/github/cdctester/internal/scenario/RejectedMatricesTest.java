// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import static io.github.cdctester.internal.scenario.RejectedScenariosTest.assertRejected;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that plan files with an invalid matrix are rejected with a one-line message that contains the line number and the key. */
class RejectedMatricesTest {

    private static Arguments axis(String axis, String message) {
        String consumers = "consumers:\n  - {name: a, command: run, settings: {HEAP: 1g, BATCH: 1}}\n"
                + "  - {name: b, command: run}\n";
        return Arguments.of(
                consumers + "matrix:\n  threads: [1]\n  workloads: [oltp_insert]\n  " + axis + "\n", message);
    }

    private static Stream<Arguments> wrongAxes() {
        return Stream.of(
                axis("consumers: [a, c]", "plan.yaml:7: matrix.consumers[2]: 'c' must be one of the consumers a, b"),
                axis("consumers: {c: }", "plan.yaml:7: matrix.consumers.c: 'c' must be one of the consumers a, b"),
                axis("consumers: []", "plan.yaml:7: matrix.consumers: empty; give a list"),
                axis("consumers: [a, a]", "plan.yaml:7: matrix.consumers: 'a' must be given once"),
                axis(
                        "consumers: {a: {HEP: [1, 2]}}",
                        "plan.yaml:7: matrix.consumers.a.HEP: consumer a has no such setting; its settings are BATCH, HEAP"),
                axis(
                        "consumers: {b: {HEAP: 1g}}",
                        "plan.yaml:7: matrix.consumers.b.HEAP: consumer b has no such setting; it has no settings"),
                axis("consumers: {a: {HEAP: []}}", "plan.yaml:7: matrix.consumers.a.HEAP: empty; give a list"),
                axis("options: {tables: []}", "plan.yaml:7: matrix.options.tables: empty; give a list"),
                axis(
                        "options: {tabels: [1]}",
                        "plan.yaml:7: matrix.options.tabels[1]: unknown key; did you mean tables?"),
                axis(
                        "options: {warehouses: [1, 2]}",
                        "plan.yaml:7: matrix.options.warehouses[1]: '1' must be left out with workload oltp_insert"),
                axis("options: {tables: [1, none]}", "plan.yaml:7: matrix.options.tables[2]: 'none' is not a"),
                axis("settings: {a: }", "plan.yaml:5: matrix: 'baseline' is missing"),
                Arguments.of(
                        "matrix: {threads: [1], workloads: [tpcc], consumers: [a]}\n",
                        "plan.yaml:1: matrix.consumers: the plan has no consumers; give the key consumers"),
                Arguments.of(
                        "matrix: {threads: [1], workloads: {x: {workload: oltp_insert, tables: 2}},"
                                + " options: {tables: [1]}}\n",
                        "plan.yaml:1: matrix.options.tables[1]: is also a key of a workload; give it once"));
    }

    private static Stream<Arguments> wrongMatrices() {
        return Stream.of(
                Arguments.of(
                        "matrix: {baseline: b, settings: {a: }, threads: [1], workloads: [tpcc]}\n",
                        "plan.yaml:1: matrix.baseline: 'b' must be one of the settings a"),
                Arguments.of(
                        "matrix:\n  baseline: a\n  settings:\n    a: {before: FLUSH LOGS}\n  threads: [1]\n "
                                + " workloads: [tpcc]\n",
                        "plan.yaml:4: matrix.settings.a"),
                Arguments.of(
                        "matrix:\n  baseline: a\n  settings: {a: {command: [ls]}}\n  threads: [1]\n  workloads:"
                                + " [tpcc]\n",
                        "plan.yaml:3: matrix.settings.a"),
                Arguments.of(
                        "matrix: {baseline: a, settings: {a: }, threads: [4, 1], workloads: [tpcc]}\n",
                        "plan.yaml:1: matrix.threads: '4,1' must be a list in ascending order: 1,4"),
                Arguments.of(
                        "defaults: {rate: 50}\nmatrix: {threads: [1], workloads: [oltp_insert]}\n",
                        "plan.yaml:1: defaults.rate: has no effect in a matrix, which has keys of its own for its cells"),
                Arguments.of(
                        "defaults: {warehouses: 5}\nmatrix: {threads: [1], workloads: [oltp_insert]}\n",
                        "plan.yaml:1: defaults.warehouses: has no effect: it is an option of no workload of this plan"),
                Arguments.of(
                        "matrix: {threads: [1], workloads: oltp_insert}\n",
                        "plan.yaml:1: matrix.workloads: 'oltp_insert' must be a list of names, or keys with values"),
                Arguments.of(
                        "matrix: {baseline: a, settings: {a: }, threads: [1], workloads: [tpcx]}\n",
                        "plan.yaml:1: matrix.workloads[1]"));
    }

    @ParameterizedTest
    @MethodSource({"wrongAxes", "wrongMatrices"})
    void errorNamesLineAndKey(String text, String message) {
        assertRejected(text, message);
    }

    /** Such an option would otherwise end the matrix at the first cell of the setting, maybe after hours. */
    @ParameterizedTest
    @ValueSource(strings = {"performance_schema=ON", "--port=3307"})
    void rejectsRestartOptionBeforeServerExists(String option) {
        String text = "matrix:\n  baseline: a\n  settings:\n    a: {restart: [--sql-mode=, " + option
                + "]}\n  threads: [1]\n  workloads: [oltp_insert]\n";
        assertThatThrownBy(() -> ScenarioReader.read("plan.yaml", text))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("plan.yaml:4: matrix.settings.a.restart[2]: '" + option
                        + "' must be --name or --name=value, other than the server's directories and port");
    }
}
