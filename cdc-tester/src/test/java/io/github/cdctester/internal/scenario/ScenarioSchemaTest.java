// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.consumer.ConsumerReader;
import io.github.cdctester.internal.experiment.probe.ProbeReader;
import io.github.cdctester.internal.yaml.YamlBinder;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.internal.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioSchemaTest {

    private static final Path SCHEMA_FILE = Path.of("../docs/schema/plan.schema.json");

    private static List<String> schemaErrors(String plan) throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA_FILE));
        return schema.validate(plan, InputFormat.YAML).stream()
                .map(Object::toString)
                .toList();
    }

    static Stream<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../examples/plans"))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void schemaAndReaderAcceptExamples(Path file) throws IOException {
        assertThat(schemaErrors(Files.readString(file))).isEmpty();
        assertThat(ScenarioReader.read(file, List.of(), Map.of()).loads()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "database: x\n",
                "phases: []\n",
                "phases: [{observ: 1s}]\n",
                "phases: [{observe: 10 apples}]\n",
                "phases: [{observe: 1s, loads: {a: {time: 1s}}}]\n",
                "phases: [{loads: {}}]\n",
                "phases: [{loads: {a: {time: 1s, treads: 3}}}]\n",
                "phases: [{loads: {a: {time: 1s, threads: many}}}]\n",
                "phases: [{loads: {a: {time: 1s, until: tomorrow}}}]\n",
                "phases: [{loads: {\"a b\": {time: 1s}}}]\n",
                "prepare: {threads: 0}\nphases: [{loads: {a: {time: 1s}}}]\n",
                "prepare: {terminals: 3}\nphases: [{loads: {a: {time: 1s}}}]\n",
                "probes: {x: {every: 1s}}\nphases: [{observe: 1s}]\n",
                "probes: {x: {machine: cpu, url: \"jdbc:mysql://h/\"}}\nphases: [{observe: 1s}]\n",
                "probes: {x: {sql: SELECT 1, user: u}}\nphases: [{observe: 1s}]\n",
                "probes: {x: {sql: SELECT 1, url: h}}\nphases: [{observe: 1s}]\n",
                "matrix: {baseline: a, settings: {a: }, threads: [1], workloads: {x: {workload: tpcc, threads: 2}}}\n",
                "probes: {x: {sql: SELECT 1, machine: cpu}}\nphases: [{observe: 1s}]\n",
                "probes: {x: {command: []}}\nphases: [{observe: 1s}]\n",
                "probes: {x: {command: [ls], headers: {a: b}}}\nphases: [{observe: 1s}]\n",
                "probes: {x: {http: \"http://h/\", json: /a, bearer-token: abc}}\nphases: [{observe: 1s}]\n",
                "probes: {x: {http: \"http://h/\", json: /a, bearer-token: {env: A, file: b}}}\nphases: [{observe: 1s}]\n",
                "probes: {x: {machine: heat}}\nphases: [{observe: 1s}]\n",
                "probes: {x y: {machine: cpu}}\nphases: [{observe: 1s}]\n",
                "probes: {x: {machine: cpu}}\nphases: [{wait-for: {probe: x}}]\n",
                "probes: {x: {machine: cpu}}\nphases: [{wait-for: {probe: x, above: 1, below: 2}}]\n",
                "phases: [{observe: 10s}]\nactions: [{at: 1s}]\n",
                "phases: [{observe: 1s, until: stable}]\n",
                "probes: {x: {machine: cpu}}\nprice: {x: 0.1}\nphases: [{observe: 1s}]\n",
                "phases: [{loads: {a: {time: 9s, after: b}}}]\n",
                "phases: [{loads: {a: {time: 9s}}}]\nactions: [{after: load a ends, phase: loads-1, sql: SELECT 1}]\n",
                "probes: {x: {machine: cpu}}\nphases: [{observe: 9s, until: {probe: x}}]\n",
                "probes: {x: {machine: cpu}}\nphases: [{observe: 9s, until: {probe: x, unchanged: 3s}}]\n",
                "probes: {x: {machine: cpu}}\nphases: [{observe: 9s, until: {probe: x, above: 1, within: 2}}]\n",
                "probes: {x: {machine: cpu}}\nphases: [{observe: 9s, until: {probe: x, for: 1s, unchanged-for: 1s}}]\n",
                "phases: [{observe: 10s}]\nactions: [{at: 1s, sql: SELECT 1, command: [ls]}]\n",
                "phases: [{observe: 10s}]\nbeside: {x: {}}\n",
                "phases: [{observe: 10s}]\ncleanup: perhaps\n",
                "phases: [{backlog: {loads: {a: {time: 1s}}}}]\n",
                "phases: [{backlog: {until: 1GB, loads: {a: {time: 1s}}, after: 3s}}]\n",
                "phases: [{observe: 1s}]\nmatrix: {baseline: a, settings: {a: }, threads: [1], workloads: [tpcc]}\n",
                "matrix: {settings: {a: }, threads: [1], workloads: [tpcc]}\n",
                "matrix: {baseline: a, settings: {a: }, workloads: [tpcc]}\n",
                "matrix: {baseline: a, settings: {a: {befor: x}}, threads: [1], workloads: [tpcc]}\n",
                "matrix: {baseline: a, settings: {a: }, threads: [0], workloads: [tpcc]}\n",
                "matrix: {baseline: a, settings: {a: }, threads: [1], workloads: [tpcc], on-error: cry}\n",
                "matrix: {baseline: a, settings: {a: }, threads: [1], workloads: [tpcc], repeats: 0}\n",
                "matrix: {baseline: a, threads: [1], workloads: [tpcc]}\n",
                "matrix: {threads: [1], workloads: [tpcc], options: {}}\n",
                "matrix: {threads: [1], workloads: [tpcc], options: {warehouses: []}}\n",
                "consumers: [{name: a, command: x}]\nmatrix: {threads: [1], workloads: [tpcc], consumers: []}\n",
                "consumers: [{name: a, command: x}]\nmatrix: {threads: [1], workloads: [tpcc], consumers: {a: 3}}\n",
                "matrix: {baseline: a, settings: {a: }, threads: [1], workloads: [tpcc]}\nactions: [{at: 1s, sql: X}]\n"
            })
    void schemaAndReaderRejectInvalidPlans(String plan) throws IOException {
        assertThat(schemaErrors(plan)).isNotEmpty();
        assertThatThrownBy(() -> ScenarioReader.read("plan.yaml", plan)).isInstanceOf(InvalidPlanException.class);
    }

    @Test
    void schemaContainsEveryKey() throws IOException {
        YamlNode schema = YamlFile.parse("plan.schema.json", Files.readString(SCHEMA_FILE), Map.of());
        YamlNode definitions = schema.required("$defs");

        assertThat(keys(schema)).containsExactlyInAnyOrderElementsOf(YamlBinder.keys(ScenarioReader.PlanKeys.class));
        assertThat(keys(definitions.required("load"))).containsExactlyInAnyOrderElementsOf(LoadKeys.allKeys(false));
        assertThat(keys(definitions.required("tables"))).containsExactlyInAnyOrderElementsOf(LoadKeys.prepareKeys());
        assertThat(keys(definitions.required("matrix")))
                .containsExactlyInAnyOrderElementsOf(YamlBinder.keys(MatrixReader.MatrixKeys.class));
        assertThat(keys(definitions
                        .required("setting")
                        .required("anyOf")
                        .elements()
                        .get(2)))
                .containsExactlyInAnyOrderElementsOf(YamlBinder.keys(MatrixReader.SettingKeys.class));
        assertThat(keys(definitions.required("consumer")))
                .containsExactlyInAnyOrderElementsOf(YamlBinder.keys(ConsumerReader.ConsumerKeys.class));
        assertThat(keys(definitions.required("probe")))
                .containsExactlyInAnyOrderElementsOf(YamlBinder.keys(ProbeReader.ProbeKeys.class));
    }

    private static Set<String> keys(YamlNode object) {
        return object.required("properties").entries().keySet();
    }

    @ParameterizedTest
    @EnumSource
    void schemaAcceptsFormatOfConsumer(ConsumerLines.Format format) throws IOException {
        String name = format.name().toLowerCase(Locale.ROOT);
        assertThat(schemaErrors("consumers: {name: a, command: x, format: " + name + "}\nphases: [{observe: 1s}]\n"))
                .isEmpty();
        assertThat(schemaErrors("consumers: {name: a, command: x, format: no" + name + "}\nphases: [{observe: 1s}]\n"))
                .isNotEmpty();
    }
}
