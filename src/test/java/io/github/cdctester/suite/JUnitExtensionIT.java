// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.assertj.CdcAssertions.assertThat;
import static java.time.Duration.ofNanos;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Window;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.junit.CdcServer;
import io.github.cdctester.junit.CdcTest;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Checks the extension with JUnit 6: published files, failure messages, and the example. */
@CdcTest
@Timeout(120)
final class JUnitExtensionIT {

    private static final Path EXAMPLE =
            Path.of("../../examples/07-junit/src/test/java/io/github/cdctester/examples/OrdersStreamTest.java");

    @CdcServer
    private static Endpoint endpoint;

    private static TestServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() {
        server = EmbeddedTestServer.shared();
        endpoint = server.endpoint();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void runsOnJUnit6(PlanBuilder plan) {
        assertThat(Test.class.getPackage().getImplementationVersion()).startsWith("6.");
        assertThat(withShortRun(plan).run()).isLossless().wasNotInterrupted();
    }

    @Test
    void judgesConsumerByInjectedProbe(PlanBuilder plan, ConsumerProbe probe) {
        try (ConnectorConsumer consumer = ConnectorConsumer.follow(server, probe, Identity.GTID, number -> false)) {
            assertThat(consumer).isNotNull();
            assertThat(withShortRun(plan).run().consumers())
                    .singleElement()
                    .satisfies(judged -> assertThat(judged.verdict().status()).isEqualTo(Status.LOSSLESS));
        }
    }

    @Test
    void failsIfProbeReceivesNoReport() {
        assertThat(run(SilentProbeCase.class).results)
                .singleElement()
                .satisfies(
                        result -> assertThat(result.getThrowable().orElseThrow().getMessage())
                                .startsWith("the ConsumerProbe of this test received no report during a run"));
    }

    @Test
    void publishesResultOfFailedTest() throws IOException {
        ReportRecorder recorder = run(BrokenLimitCase.class);

        assertThat(recorder.results)
                .singleElement()
                .satisfies(
                        result -> assertThat(result.getThrowable().orElseThrow().getMessage())
                                .startsWith("Expected the p99 of the delay to be below 0.000001 ms, but it was ")
                                .endsWith("\nreport of the run: "
                                        + recorder.files
                                                .get(0)
                                                .getPath()
                                                .toAbsolutePath()
                                                .resolve("report.html")));
        assertThat(recorder.files).hasSize(1);
        assertThat(recorder.files.get(0).getPath()).startsWith(directory);
        RunResult storedResult = Results.read(recorder.files.get(0).getPath().resolve("result.json"));
        assertThat(storedResult).isLossless();
    }

    /** The drain timeout is ten minutes, but the wait ends as soon as the row is certainly lost. */
    @Test
    void firstLineDescribesLostRow() {
        assertThat(run(LostRowCase.class).results)
                .singleElement()
                .satisfies(result -> assertThat(
                                result.getThrowable().orElseThrow().getMessage().lines())
                        .first(InstanceOfAssertFactories.STRING)
                        .matches("Expected every limit to hold, but consumers\\.consumer\\.verdict!=LOSSLESS"
                                + " was broken: the"
                                + " verdict on consumer is LOST 1, the first: cdc_seq \\d+ \\(sbtest1"
                                + " \\d+, second \\d+\\)\\."));
    }

    @Test
    void examplePassesQuickly() throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        String text = Files.readString(EXAMPLE);
        assertThat(text).contains("ofSeconds(1)"); // a busy machine may take longer
        Path slowExample =
                Files.writeString(directory.resolve(EXAMPLE.getFileName()), text.replace("ofSeconds", "ofMinutes"));
        int exitCode = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        slowExample.toString());
        assertThat(exitCode).isZero();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            ReportRecorder recorder = run(loader.loadClass("io.github.cdctester.examples.OrdersStreamTest"));
            assertThat(recorder.results)
                    .singleElement()
                    .satisfies(
                            result -> assertThat(result.getStatus()).isEqualTo(TestExecutionResult.Status.SUCCESSFUL));
            assertThat(recorder.files).hasSize(1);
        }
        try (Stream<String> lines = Files.lines(EXAMPLE)) {
            assertThat(lines.filter(line -> !line.isBlank() && !line.startsWith("//")))
                    .hasSizeLessThanOrEqualTo(15);
        }
    }

    private ReportRecorder run(Class<?> testClass) {
        ReportRecorder recorder = new ReportRecorder();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(testClass))
                .configurationParameter("junit.platform.reporting.output.dir", directory.toString())
                .build();
        LauncherFactory.create().execute(request, recorder);
        return recorder;
    }

    private static PlanBuilder withShortRun(PlanBuilder plan) {
        return plan.workload(Sysbench.oltpInsert().tableSize(10))
                .window(new Window(Duration.ZERO, Duration.ZERO, 20, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter();
    }

    @CdcTest
    static final class BrokenLimitCase {

        @CdcServer
        static final Endpoint SERVER = endpoint;

        @Test
        void breaksLimit(PlanBuilder plan) {
            assertThat(withShortRun(plan).run()).delay().p99IsBelow(ofNanos(1));
        }
    }

    @CdcTest
    static final class LostRowCase {

        @CdcServer
        static final Endpoint SERVER = endpoint;

        @Test
        void losesRow(PlanBuilder plan, ConsumerProbe probe) {
            try (ConnectorConsumer consumer =
                    ConnectorConsumer.follow(server, probe, Identity.ROW, row -> row == 100)) {
                assertThat(consumer).isNotNull();
                assertThat(plan.workload(Sysbench.oltpInsert().tableSize(10).stamp(true))
                                .window(new Window(Duration.ZERO, Duration.ZERO, 1_500, Duration.ofMinutes(10)))
                                .prepareFirst()
                                .cleanupAfter()
                                .failIf("consumers.consumer.verdict!=LOSSLESS")
                                .run())
                        .isLossless()
                        .heldItsLimits();
            }
        }
    }

    @CdcTest
    static final class SilentProbeCase {

        @CdcServer
        static final Endpoint SERVER = endpoint;

        @Test
        void requestsProbe(PlanBuilder plan, ConsumerProbe probe) {
            RunResult result = withShortRun(plan)
                    .window(new Window(Duration.ZERO, Duration.ZERO, 5, Duration.ofSeconds(1)))
                    .run();
            assertThat(result.consumers().get(0).name()).isEqualTo(probe.name());
        }
    }

    private static final class ReportRecorder implements TestExecutionListener {

        private final List<TestExecutionResult> results = new ArrayList<>();
        private final List<FileEntry> files = new ArrayList<>();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest() || result.getThrowable().isPresent()) {
                results.add(result);
            }
        }

        @Override
        public void fileEntryPublished(TestIdentifier test, FileEntry file) {
            files.add(file);
        }
    }
}
