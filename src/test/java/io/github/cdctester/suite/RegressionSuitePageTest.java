// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Another suite runs the example. */
final class RegressionSuitePageTest {

    @ParameterizedTest
    @ValueSource(strings = {"java", "xml", "yaml"})
    void codeBlocksAreExcerptsOfExample(String language) throws IOException {
        List<CodeBlock> blocks = CodeBlock.of(Path.of("docs", "regression-suite.md"), language);
        assertThat(blocks).isNotEmpty();
        for (CodeBlock block : blocks) {
            assertThat(block.isInExample())
                    .as(block.location() + " is a part of a file below examples")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".github/workflows/regression.yml", ".gitlab-ci.yml"})
    void workflowFilesAreYaml(String file) throws IOException {
        Path path = CodeBlock.CHECKOUT.resolve("examples/08-regression-suite").resolve(file);
        Object topLevel = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(path));
        assertThat(topLevel).isInstanceOf(Map.class);
        assertThat(Files.readString(path)).contains("mvn -B -ntp test ", "-Dcdctester.updateBaselines=nightly");
    }
}
