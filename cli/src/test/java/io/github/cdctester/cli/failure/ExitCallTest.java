// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadParameters;
import io.github.cdctester.workload.WorkloadProvider;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.provided.Provided;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A workload of the user calls {@link System#exit}. */
@Timeout(60)
class ExitCallTest {

    private static final String REMAINS = "; tables may be left, which 'cdc-tester cleanup' drops";

    /** Public for the service loader. */
    public static final class ExitingProvider implements WorkloadProvider {

        public ExitingProvider() {}

        @Override
        public String name() {
            return "exiting";
        }

        @Override
        public Workload workload(WorkloadParameters parameters) {
            return new ExitingWorkload(parameters.text("in", ""));
        }
    }

    private record ExitingWorkload(String place) implements Workload {

        @Override
        public Duration timeout() {
            if (place.equals("system")) {
                System.exit(0);
            }
            Runtime.getRuntime().exit(0);
            throw new IllegalStateException("unreachable");
        }

        @Override
        public String name() {
            return "exiting";
        }

        @Override
        public List<String> transactionKinds() {
            return List.of("none");
        }

        @Override
        public void prepare(Preparation preparation) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void check(Connection connection) {
            throw new UnsupportedOperationException();
        }

        @Override
        public WorkloadSession session(Connection connection, int worker) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int cleanup(Connection connection) {
            throw new UnsupportedOperationException();
        }
    }

    static final class ExitingProgram {

        private ExitingProgram() {}

        public static void main(String[] args) {
            Interruption interruption = new Interruption();
            interruption.installShutdownHook();
            interruption.begin();
            Path end = Path.of(args[1]);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> writeAfterError(end)));
            Workloads.workloadOf(Provided.workload("exiting").option("in", args[0]))
                    .timeout();
        }

        /** Ends after the hook of {@link Interruption} could end the process. */
        private static void writeAfterError(Path end) {
            try {
                while (Files.size(end.resolveSibling("err")) == 0) {
                    Thread.onSpinWait();
                }
                Files.writeString(end, "ended");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"system", "runtime"})
    void endsProcessAfterOtherHooks(String place, @TempDir Path directory) throws IOException, InterruptedException {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(WorkloadProvider.class.getName()), ExitingProvider.class.getName());
        Path err = directory.resolve("err");
        Path end = directory.resolve("end");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + directory,
                        ExitingProgram.class.getName(),
                        place,
                        end.toString())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isEqualTo(Failures.FAILED);
        assertThat(Files.readAllLines(err))
                .containsExactly(
                        "cdc-tester: " + ExitingWorkload.class.getName() + ".timeout called System.exit" + REMAINS);
        assertThat(end).hasContent("ended");
    }
}
