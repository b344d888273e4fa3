// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.MavenProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class DocumentedProjectsIT {

    private static final Path PAGE = Path.of("docs/first-test.md");

    private static final String DOCUMENTED_LIMIT = "p99IsBelow(ofSeconds(1))";

    @TempDir
    private Path directory;

    /** The blocks are in page order. */
    static List<String> blocks(String language) throws IOException {
        return CodeBlock.of(PAGE, language).stream().map(CodeBlock::text).toList();
    }

    /** A busy machine does not exceed the limit. */
    static String withLenientLimit(String test) {
        assertThat(test).contains(DOCUMENTED_LIMIT);
        return test.replace(DOCUMENTED_LIMIT, "p99IsBelow(ofSeconds(60))");
    }

    static void assertPasses(MavenProject project, String test) throws IOException, InterruptedException {
        MavenProject.BuildResult build = project.test();
        assertThat(build.exitCode()).as(build.output()).isZero();
        assertThat(build.output())
                .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0")
                .contains(test);
    }

    @Test
    void firstTestPasses() throws Exception {
        String test = blocks("java").get(0);
        assertThat(test).contains("class OrdersStreamTest ");
        assertPasses(
                MavenProject.in(directory, blocks("xml").get(0))
                        .file("src/test/java/OrdersStreamTest.java", withLenientLimit(test)),
                "OrdersStreamTest");
    }

    @Test
    @Nightly
    void testWithLossFailsWithDocumentedMessage() throws Exception {
        String test = blocks("java").get(1);
        assertThat(test).contains("class LostTransactionTest ");
        MavenProject.BuildResult build = MavenProject.in(
                        directory, blocks("xml").get(0))
                .file("src/test/java/LostTransactionTest.java", test)
                .test();
        assertThat(build.exitCode()).as(build.output()).isNotZero();
        assertThat(build.output())
                .contains("Tests run: 1, Failures: 1, Errors: 0, Skipped: 0")
                .contains("Expected the verdict LOSSLESS, but it was LOST 1")
                .contains("report of the run: ");
    }

    @Test
    @Nightly
    void examplePasses() throws Exception {
        Path example = CodeBlock.CHECKOUT.resolve("examples/07-junit");
        String test = "src/test/java/io/github/cdctester/examples/OrdersStreamTest.java";
        assertPasses(
                MavenProject.in(directory, Files.readString(example.resolve("pom.xml")))
                        .file(test, withLenientLimit(Files.readString(example.resolve(test)))),
                "OrdersStreamTest");
    }
}
