// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

final class DocumentsCompileTest {

    /** {@code examples/consumers/build} compiles these consumers with their own class paths. */
    private static final Path CONSUMER_EXAMPLES = CodeBlock.CHECKOUT.resolve("examples/consumers");

    private static final Path PROVIDER_SOURCES = CodeBlock.CHECKOUT.resolve("examples/06-provider/src/main/java");

    private static final Pattern TYPE =
            Pattern.compile("^(?:public |final )*(?:class|record|interface) (\\w+)", Pattern.MULTILINE);

    /** Declares the names that a block of statements uses. */
    private static final String STATEMENTS_WRAPPER = """
            package io.github.cdctester.examples;
            import static io.github.cdctester.config.LoadSpec.*;
            import static io.github.cdctester.config.Rate.*;
            import static io.github.cdctester.config.Window.*;
            import static java.time.Duration.*;
            import static org.junit.jupiter.api.Assertions.*;
            import io.github.cdctester.*;
            import io.github.cdctester.config.*;
            import io.github.cdctester.experiment.*;
            import io.github.cdctester.result.*;
            import io.github.cdctester.workload.largetx.*;
            import io.github.cdctester.workload.sysbench.*;
            import java.nio.file.*;
            class Block {
                void run(
                        Endpoint endpoint,
                        org.testcontainers.mysql.MySQLContainer container,
                        io.micrometer.core.instrument.MeterRegistry registry) {
            %s
                }
            }
            """;

    @TempDir
    private Path classDirectory;

    @TestFactory
    Stream<DynamicTest> compilesEachBlock() throws IOException {
        List<CodeBlock> blocks = CodeBlock.all("java");
        assertThat(blocks).hasSizeGreaterThan(10);
        return blocks.stream()
                .map(block -> DynamicTest.dynamicTest(block.location(), () -> {
                    if (!block.isInExample()) { // blocks that are excerpts of examples are compiled with the examples
                        assertCompiles(source(block.text()));
                    }
                }));
    }

    @Test
    void compilesExamples() throws IOException {
        List<JavaFileObject> sources = new ArrayList<>();
        try (Stream<Path> files = Files.walk(CodeBlock.CHECKOUT.resolve("examples"))) {
            for (Path file : files.filter(name -> name.toString().endsWith(".java"))
                    .filter(name -> !name.toString().contains("/target/"))
                    .filter(name -> !name.startsWith(CONSUMER_EXAMPLES))
                    .toList()) {
                String name = file.getFileName().toString();
                sources.add(new Source(name.substring(0, name.indexOf('.')), Files.readString(file)));
            }
        }
        assertThat(sources).hasSizeGreaterThan(3);
        assertCompiles(sources);
    }

    private static List<JavaFileObject> source(String block) {
        Matcher type = TYPE.matcher(block);
        return type.find()
                ? List.of(new Source(type.group(1), "package io.github.cdctester.examples;\n" + block))
                : List.of(new Source("Block", STATEMENTS_WRAPPER.formatted(block)));
    }

    private void assertCompiles(List<JavaFileObject> sources) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter output = new StringWriter();
        List<String> options = List.of(
                "-d",
                classDirectory.toString(),
                "-proc:none",
                "-Xlint:deprecation",
                "-classpath",
                System.getProperty("java.class.path"),
                "-sourcepath",
                PROVIDER_SOURCES.toString());
        boolean isCompiled =
                javac.getTask(output, null, null, options, null, sources).call();
        assertThat(isCompiled).as(output.toString()).isTrue();
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
