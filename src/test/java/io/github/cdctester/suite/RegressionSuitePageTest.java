// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The blocks of the page about regression suites are parts of the example's files, which a suite runs. */
final class RegressionSuitePageTest {

    @ParameterizedTest
    @ValueSource(strings = {"java", "xml", "yaml"})
    void showsPartsOfExample(String language) throws IOException {
        List<CodeBlock> blocks = CodeBlock.of(Path.of("docs", "regression-suite.md"), language);
        assertThat(blocks).isNotEmpty();
        for (CodeBlock block : blocks) {
            assertThat(block.isInExample())
                    .as(block.place() + " is a part of a file below examples")
                    .isTrue();
        }
    }
}
