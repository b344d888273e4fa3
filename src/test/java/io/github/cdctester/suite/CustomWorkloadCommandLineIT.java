// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ReportPrinter;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class CustomWorkloadCommandLineIT {

    private static final Path PROJECT = Path.of("../../examples/06-provider/src/main");
    private static final String SERVICE_FILE = "META-INF/services/io.github.cdctester.workload.WorkloadProvider";

    private static TestServer server;

    @TempDir
    private static Path provider;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServerAndCompileExample() throws IOException {
        server = EmbeddedTestServer.shared();
        List<String> javacArguments = new ArrayList<>(List.of(
                "-d",
                provider.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-proc:none",
                "-Xlint:all,-try",
                "-Werror"));
        try (Stream<Path> sources = Files.walk(PROJECT.resolve("java"))) {
            sources.filter(Files::isRegularFile).map(Path::toString).forEach(javacArguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, javacArguments.toArray(String[]::new)))
                .isZero();
        Files.createDirectories(provider.resolve(SERVICE_FILE).getParent());
        Files.copy(PROJECT.resolve("resources").resolve(SERVICE_FILE), provider.resolve(SERVICE_FILE));
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @AfterEach
    void assertNoTablesLeft() {
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    private CliProcess startWithProvider(Path classes, String... arguments) {
        Endpoint endpoint = server.endpoint();
        return CliProcess.startWithClassPath(
                classes,
                directory,
                Map.of("CDC_TESTER_PASSWORD", endpoint.password().reveal()),
                List.of(CommandLines.withEndpoint(endpoint, arguments)));
    }

    /** The command loads providers through the thread's context class loader. */
    private static CliCall callWithProvider(String... arguments) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader previousLoader = thread.getContextClassLoader();
        try (URLClassLoader providerLoader =
                new URLClassLoader(new URL[] {provider.toUri().toURL()}, previousLoader)) {
            thread.setContextClassLoader(providerLoader);
            return CommandLines.call(server, arguments);
        } finally {
            thread.setContextClassLoader(previousLoader);
        }
    }

    @Test
    void runsYamlExample() {
        String file = "--workload-file=" + CustomWorkloadContract.EXAMPLE;
        try (CliCall prepare = CommandLines.call(
                server, "prepare", file, "--workload-option=accounts=200", "--threads=2", "--check")) {
            assertThat(prepare.exitCode()).as(prepare.err()).isZero();
            assertThat(prepare.out()).contains("bank is prepared on ").contains("holds  constant_sum after the load: ");
        }
        assertThat(server.queryNumber("SELECT COUNT(*) FROM account")).isEqualTo(200);
        try (CliCall run = CommandLines.call(
                server,
                "run",
                file,
                "--workload-option=accounts=200",
                "--rand-seed=3",
                "--threads=4",
                "--events=300",
                "--time=0",
                "--check",
                "--json")) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out())
                    .contains("\"workload\" : \"bank\"")
                    .contains("\"accounts\" : \"200\"")
                    .contains("\"randSeed\" : 3")
                    .contains("\"latencyByKind\"");
        }
        try (CliCall cleanup = CommandLines.call(server, "cleanup", file)) {
            assertThat(cleanup.exitCode()).as(cleanup.err()).isZero();
            assertThat(cleanup.out()).contains("dropped 2 tables");
        }
    }

    @Test
    void runsJavaExample() {
        try (CliProcess run = startWithProvider(
                provider,
                "run",
                "--workload=queue",
                "--workload-option=body=1000",
                "--threads=3",
                "--events=200",
                "--time=0",
                "--prepare",
                "--cleanup")) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.out())
                    .contains("queue, 3 threads")
                    .containsPattern("(?m)^put +\\d")
                    .containsPattern("(?m)^take +\\d");
            assertThat(run.out()).doesNotContain("other clients wrote").doesNotContain("BEHIND");
        }
    }

    /** Stamps in the rows identify the transactions. */
    @Test
    void judgesConsumerByStampsOfJavaExample() throws IOException {
        Path lines = Files.writeString(directory.resolve("lines.txt"), "");
        ReportPrinter.Sink sink = line -> Files.writeString(lines, line + "\n", StandardOpenOption.APPEND);
        try (ConnectorConsumer consumer = ReportPrinter.follow(server, Identity.ROW, sink);
                CliProcess judge = startWithProvider(
                        provider,
                        "judge",
                        "--workload=queue",
                        "--stamp=on",
                        "--from-file=" + lines,
                        "--rate=200",
                        "--time=1",
                        "--warmup-time=1",
                        "--prepare",
                        "--cleanup",
                        "--json")) {
            assertThat(consumer).isNotNull();
            // half of the commits only delete, and a delete has no stamp
            assertThat(judge.exitCode()).as(judge.out() + judge.err()).isEqualTo(3);
            assertThat(judge.out())
                    .contains(
                            "\"identity\" : \"ROW\"",
                            "commits left no stamped row",
                            "\"duplicated\" : 0",
                            "\"stamp\" : true");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stampsRowsOfYaml(boolean isEnabledByKey) throws IOException {
        String text = Files.readString(Path.of("../../examples/published/ycsb.yaml"));
        Path file = Files.writeString(
                directory.resolve("ycsb.yaml"), isEnabledByKey ? text : text.replace("stamp: true", "stamp: false"));
        List<String> options = new ArrayList<>(List.of("run", "--workload-file=" + file, "--workload-option=rows=500"));
        options.addAll(List.of("--threads=2", "--events=200", "--time=0", "--prepare"));
        if (!isEnabledByKey) {
            options.add("--stamp=on");
        }
        try (CliCall run = CommandLines.call(server, options.toArray(String[]::new))) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        }
        long insertedRowCount = server.queryNumber("SELECT COUNT(*) FROM usertable1 WHERE id > 500");
        assertThat(insertedRowCount).isPositive();
        assertThat(server.queryNumber("SELECT COUNT(DISTINCT cdc_seq) FROM usertable1 WHERE id > 500 AND cdc_seq > 0"))
                .isEqualTo(insertedRowCount);
        assertThat(server.queryNumber("SELECT COUNT(*) FROM usertable1 WHERE id <= 500 AND cdc_seq > 0"))
                .isBetween(1L, 200 - insertedRowCount);
        assertThat(server.queryNumber("SELECT COUNT(*) FROM usertable1 WHERE (cdc_seq > 0) <> (cdc_at > 0)"))
                .isZero();
        try (CliCall cleanup = CommandLines.call(server, "cleanup", "--workload-file=" + file)) {
            assertThat(cleanup.exitCode()).as(cleanup.err()).isZero();
        }
        String stampOff = "--stamp=off";
        try (CliCall runWithoutStamps =
                CommandLines.call(server, "run", "--workload-file=" + file, stampOff, "--events=1")) {
            if (isEnabledByKey) {
                assertThat(runWithoutStamps.exitCode()).isEqualTo(2);
                assertThat(runWithoutStamps.errLines())
                        .startsWith("cdc-tester: --stamp: off, must be on or left out, because " + file
                                + " has stamp: true");
            } else {
                assertThat(runWithoutStamps.err()).doesNotContain("--stamp");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--workload=queues                            | --workload: queues, must be one of: oltp_insert,",
                "--workload=queues                            | , tpcc, transfer, large_transaction, storm, queue",
                "--workload=queue --workload-option=size=1    | option size of queue: 1, must be one of the options"
                        + " of queue: body",
                "--workload=queue --workload-option=body=big  | option body of queue: big, must be a whole number"
                        + " from 1 to 60000",
                "--workload=queue --tables=2                  | --tables: 2, must be left out with --workload queue:"
                        + " it is for sysbench's oltp workloads",
                "--workload=queue --workload-option=body      | --workload-option",
                "--workload=tpcc --workload-option=body=1     | --workload-option: body=1, must be left out with --workload",
                "--workload-option=body=1                     | --workload-option: body=1, must be left out with --workload",
            })
    void reportsInvalidOption(String options, String message) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(List.of(options.split(" ")));
        try (CliCall cli = callWithProvider(arguments.toArray(String[]::new))) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.errLines()).hasSize(2);
            assertThat(cli.errLines().get(0)).startsWith("cdc-tester: ").contains(message);
            assertThat(cli.out()).isEmpty();
        }
    }

    @Test
    void reportsProviderThatDoesNotLoad() throws IOException {
        Path brokenProvider = directory.resolve("broken");
        Files.createDirectories(brokenProvider.resolve(SERVICE_FILE).getParent());
        Files.writeString(brokenProvider.resolve(SERVICE_FILE), "no.such.Provider\n");
        try (CliProcess cli = startWithProvider(brokenProvider, "run", "--workload=mine")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.errLines().get(0))
                    .startsWith(
                            "cdc-tester: there is no workload mine, and a provider on the class path does not load: ")
                    .contains("no.such.Provider");
        }
    }
}
