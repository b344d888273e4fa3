// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.cdctester.cli.failure.Interruption;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the workers' Job of {@code --dry-run} against the schema of Kubernetes and the worker's options. */
class KubernetesManifestsTest {

    private static final Path JOB = Path.of("../deploy/kubernetes/workers.yaml");

    private static List<String> schemaErrors(String object) throws IOException {
        try (InputStream text = KubernetesManifestsTest.class.getResourceAsStream("kubernetes-1.31.schema.json")) {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                    .getSchema(new String(text.readAllBytes(), StandardCharsets.UTF_8));
            return schema.validate(object, InputFormat.YAML).stream()
                    .map(Object::toString)
                    .toList();
        }
    }

    @Test
    void conformsToSchema() throws IOException {
        assertThat(schemaErrors(Files.readString(JOB))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "completionMode:, completionsMode:",
        "completions: 3, completions: three",
        "containerPort:, port:",
        "mountPath:, path:",
        "kind: Job, kind: Jobs"
    })
    void schemaDetectsMistakes(String validText, String invalidText) throws IOException {
        String job = Files.readString(JOB).replace("\"", "");
        assertThat(job).contains(validText);
        assertThat(schemaErrors(job.replace(validText, invalidText))).isNotEmpty();
    }

    @Test
    void workerAcceptsArguments() throws IOException {
        String[] arguments = Pattern.compile("(?m)^ {8}- \"?(worker|--[^\"\\n]*)\"?$")
                .matcher(Files.readString(JOB))
                .results()
                .map((MatchResult match) -> match.group(1).replace("$(POD_IP)", "127.0.0.1"))
                .toArray(String[]::new);
        assertThat(arguments).hasSize(4);
        assertThat(Main.commandLine(new Interruption())
                        .parseArgs(arguments)
                        .subcommand()
                        .commandSpec()
                        .name())
                .isEqualTo("worker");
    }
}
