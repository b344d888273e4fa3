// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.workload.provided.Provided;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A listener, a meter registry or a worker throws an Error. The run must stop all threads and drop its tables. */
@Timeout(180)
abstract class ErrorCleanupContract extends ServerContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final String OTHER_CONNECTIONS =
            "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID() AND COMMAND <> 'Daemon'";

    private long connectionsBefore;

    private static final class FailingListener implements RunListener {

        final AssertionError error = new AssertionError("of the listener");
        private final Predicate<String> trigger;

        FailingListener(Predicate<String> trigger) {
            this.trigger = trigger;
        }

        private void failIfMatching(String description) {
            if (trigger.test(description)) {
                throw error;
            }
        }

        @Override
        public void step(String step) {
            failIfMatching(step);
        }

        @Override
        public void sample(SampleRow sample) {
            failIfMatching("sample " + sample.phase());
        }

        @Override
        public void rows(long rowsDone, long rowsTotal) {
            failIfMatching("rows");
        }
    }

    @BeforeEach
    void countConnections() {
        connectionsBefore = server.queryNumber(OTHER_CONNECTIONS);
    }

    @AfterEach
    void assertNothingLeft() {
        Eventually.assertThat(TIMEOUT, ErrorCleanupContract::threadNames, List::isEmpty);
        Eventually.assertThat(
                TIMEOUT, () -> server.queryNumber(OTHER_CONNECTIONS), connections -> connections <= connectionsBefore);
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    private static List<String> threadNames() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("cdc-tester"))
                .toList();
    }

    private PlanBuilder plan() {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(2).tableSize(1_000))
                .load(LoadSpec.openLoop(2, Rate.perSecond(200)))
                .subscriber(SubscriberSpec.DEFAULT.delaySource(DelaySource.HEARTBEAT))
                .window(new Window(Duration.ofMillis(1_100), Duration.ofMillis(1_500), 0, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "connecting to",
                "preparing",
                "rows",
                "connecting 2 workers",
                "warming up",
                "sample WARM_UP",
                "measuring",
                "sample MEASURE",
                "cleaning up"
            })
    void stopsAfterErrorInListener(String trigger) {
        FailingListener listener = new FailingListener(step -> step.startsWith(trigger));
        assertThat(catchThrowable(plan().listener(listener)::run)).isSameAs(listener.error);
    }

    @Test
    void keepsResultIfErrorOccursDuringCleanup() {
        FailingListener listener = new FailingListener(step -> step.startsWith("cleaning"));
        Throwable thrown = catchThrowable(plan().listener(listener)::run);
        assertThat(thrown.getSuppressed()).singleElement().satisfies(suppressed -> {
            assertThat(suppressed).isInstanceOf(RunInterruptedException.class);
            var result = ((RunInterruptedException) suppressed).partialResult();
            assertThat(result.interrupted()).isFalse();
            assertThat(result.summary().write().transactions()).isPositive();
        });
    }

    @Test
    void stopsAfterErrorInMeterRegistry() {
        AssertionError error = new AssertionError("of the registry");
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        registry.config().onMeterAdded(meter -> {
            throw error;
        });
        assertThat(catchThrowable(plan().meterRegistry(registry)::run)).isSameAs(error);
    }

    @Test
    void stopsAfterErrorInWorker(@TempDir Path directory) throws IOException {
        Throwable thrown = runErringWorkload(directory, Provided.workload(ErringWorkload.NAME));
        assertThat(thrown).isInstanceOf(InternalError.class).hasMessage(ErringWorkload.MESSAGE);
        assertThat(thrown.getSuppressed()).hasAtLeastOneElementOfType(RunInterruptedException.class);
    }

    @Test
    void namesWorkloadOfAssertionError(@TempDir Path directory) throws IOException {
        Provided workload = Provided.workload(ErringWorkload.NAME).option(ErringWorkload.ASSERTION, "on");
        assertThat(runErringWorkload(directory, workload))
                .isInstanceOf(RunInterruptedException.class)
                .hasMessageContaining(
                        "workload erring failed in execute: java.lang.AssertionError: " + ErringWorkload.MESSAGE)
                .hasRootCauseInstanceOf(AssertionError.class);
    }

    @Test
    void reportsTablesOfCleanupWithError(@TempDir Path directory) throws IOException {
        Provided workload = Provided.workload(ErringWorkload.NAME)
                .option(ErringWorkload.ASSERTION, "on")
                .option(ErringWorkload.CLEANUP_FAILS, "on");
        Throwable thrown = runErringWorkload(directory, workload);
        List<List<String>> tables = server.queryRows("SHOW TABLES");
        server.execute("DROP TABLE IF EXISTS erring");
        assertThat(NotRemovedException.messageOf(thrown))
                .contains(
                        "workload erring failed in execute",
                        "not everything was removed: workload erring failed in cleanup: ");
        assertThat(tables).containsExactly(List.of("erring"));
    }

    @Test
    void dropsTablesOfFailedPreparation(@TempDir Path directory) throws IOException {
        Provided failingWorkload = Provided.workload(ErringWorkload.NAME).option(ErringWorkload.PREPARE_FAILS, "on");
        assertThat(runErringWorkload(directory, failingWorkload))
                .isInstanceOf(InternalError.class)
                .hasMessage(ErringWorkload.MESSAGE)
                .hasNoSuppressedExceptions();
    }

    @Test
    void failedPreparationKeepsTablesThatExistedBefore(@TempDir Path directory) throws IOException {
        server.execute("CREATE TABLE erring (id INT)");
        Throwable thrown = runErringWorkload(directory, Provided.workload(ErringWorkload.NAME));
        assertThat(thrown).isInstanceOf(RunFailedException.class).hasMessageContaining("already exists");
        assertThat(server.queryRows("SHOW TABLES")).containsExactly(List.of("erring"));
        server.execute("DROP TABLE erring");
    }

    private Throwable runErringWorkload(Path directory, Provided workload) throws IOException {
        Files.writeString(
                Files.createDirectories(directory.resolve("META-INF/services"))
                        .resolve("io.github.cdctester.workload.WorkloadProvider"),
                ErringWorkload.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader previousLoader = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, ErringWorkload.class.getClassLoader())) {
            thread.setContextClassLoader(loader);
            return catchThrowable(() -> plan().workload(workload).run());
        } finally {
            thread.setContextClassLoader(previousLoader);
        }
    }
}
