// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.experiment.probe.Probes.ProbeReading;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.experiment.probe.source.SourceReader;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ProbeThreadTest {

    private static final ProbeSource SOURCE = ProbeSource.Machine.parse("memory");
    private static final Endpoint UNREACHABLE_SERVER = Endpoint.of("jdbc:mysql://localhost:1/db", "me", "secret");

    private final BlockingQueue<ProbeReading> readings = new LinkedBlockingQueue<>();

    @TempDir
    Path directory;

    @Test
    void readsOnceBeforeStartThenPeriodically() throws Exception {
        AtomicInteger readCount = new AtomicInteger();
        ProbeThread thread = thread(() -> Map.of("p", (double) readCount.incrementAndGet()), readings::add);
        thread.startFirstReading();
        assertThat(thread.awaitFirst(Duration.ofDays(1))).isEmpty();
        assertThat(thread.latest(System.nanoTime())).isEqualTo(Map.of("p", 1.0));
        assertThat(readings).isEmpty();

        thread.start(System.nanoTime());
        ProbeReading first = readings.take();
        ProbeReading second = readings.take();
        ProbeReading third = readings.take();

        assertThat(first.values()).isEqualTo(Map.of("p", 2.0));
        assertThat(first.seconds()).isNotNegative();
        assertThat(second.seconds() - first.seconds()).isPositive();
        // each reading is on time or late, never early
        assertThat(third.seconds()).isGreaterThanOrEqualTo(0.2);
        end(thread);
        assertThat(thread.failure()).isNull();
        assertThat(thread.latest(System.nanoTime() + Duration.ofSeconds(2).toNanos()))
                .as("too old")
                .isEmpty();
    }

    @Test
    void readingHasUnitOfItsNumbers() throws Exception {
        ProbeSource counter = ProbeReader.parseLine("log", "SELECT 1").source();
        ProbeSpec spec =
                new ProbeSpec("log", Duration.ofMillis(100), "bytes", true, counter, Optional.empty(), Map.of());
        ProbeThread thread = new ProbeThread(spec, () -> Map.of("log", 1.0), readings::add, warning -> {});
        thread.startFirstReading();
        thread.start(System.nanoTime());

        assertThat(readings.take().unit()).isEqualTo("bytes/s");
        end(thread);
    }

    private static Map<String, Double> series(int from, int to) {
        return IntStream.range(from, to).boxed().collect(Collectors.toMap(target -> "p." + target, target -> 1.0));
    }

    @Test
    void limitsNumberOfSeriesInFirstReading() throws Exception {
        ProbeThread thread = thread(() -> series(0, 10_001), readings::add);
        thread.startFirstReading();
        assertThat(thread.awaitFirst(Duration.ofDays(1)).orElseThrow())
                .hasMessage("its readings had more than 10000 names");
        assertThat(thread.latest(System.nanoTime())).isEmpty();
        end(thread);
    }

    @Test
    void limitsNumberOfSeries() throws Exception {
        AtomicInteger readCount = new AtomicInteger();
        ProbeThread thread = thread(
                () -> {
                    int from = 4_000 * readCount.getAndIncrement();
                    return series(from, from + 4_000);
                },
                readings::add);
        thread.startFirstReading();
        assertThat(thread.awaitFirst(Duration.ofDays(1))).isEmpty();
        thread.start(System.nanoTime());

        assertThat(readings.take().values()).hasSize(4_000);
        assertThat(readings.take().gap()).isEqualTo("its readings had more than 10000 names");
        end(thread);
    }

    @Test
    void passesErrorOfReaderToCaller() throws Exception {
        AtomicInteger readCount = new AtomicInteger();
        AssertionError error = new AssertionError("a fault of ours");
        ProbeThread thread = thread(
                () -> {
                    if (readCount.incrementAndGet() == 2) {
                        throw error;
                    }
                    return Map.of("p", 1.0);
                },
                readings::add);
        thread.startFirstReading();
        assertThat(thread.awaitFirst(Duration.ofDays(1))).isEmpty();
        thread.start(System.nanoTime());

        assertThat(thread.awaitEnd(Duration.ofSeconds(30))).isTrue();
        assertThat(thread.failure()).isSameAs(error);
    }

    @Test
    void passesErrorOfSinkToCaller() throws Exception {
        RunFailedException diskFull = new RunFailedException("no space left on the device");
        ProbeThread thread = thread(() -> Map.of("p", 1.0), reading -> {
            throw diskFull;
        });
        thread.startFirstReading();
        assertThat(thread.awaitFirst(Duration.ofDays(1))).isEmpty();
        thread.start(System.nanoTime());

        assertThat(thread.awaitEnd(Duration.ofSeconds(30))).isTrue();
        assertThat(thread.failure()).isSameAs(diskFull);
    }

    @Test
    void closesDuringReading() throws Exception {
        AtomicInteger readCount = new AtomicInteger();
        CountDownLatch readingStarted = new CountDownLatch(1);
        ProbeThread thread = thread(
                () -> {
                    if (readCount.incrementAndGet() > 1) {
                        readingStarted.countDown();
                        new CountDownLatch(1).await();
                    }
                    return Map.of("p", 1.0);
                },
                readings::add);
        thread.startFirstReading();
        assertThat(thread.awaitFirst(Duration.ofDays(1))).isEmpty();
        thread.start(System.nanoTime());
        readingStarted.await();
        end(thread);

        assertThat(thread.failure()).isNull();
    }

    @Test
    void rejectsUnreadableProbeAtOnce() {
        ProbeSpec missingProbe = ProbeReader.parseLine("gone", "memory of process 4194304999");
        ProbeSpec presentProbe = ProbeReader.parseLine("present", "memory");

        assertThatThrownBy(() -> open(plan(presentProbe, missingProbe)))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("probes.gone cannot be read: there is no process 4194304999");
        assertThat(probeThreadNames()).isEmpty();
    }

    @Test
    void reportsLatestValuesAndEndsThreads() throws Exception {
        ProbeSpec memory =
                new ProbeSpec("memory", Duration.ofMillis(100), "bytes", false, SOURCE, Optional.empty(), Map.of());
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Plan plan = Plan.of(UNREACHABLE_SERVER, Window.DEFAULT, List.of());
        RunSettings run = RunSettings.of(
                        plan, new TablePolicy(false, false, false, false), new RunListener() {}, new StopSignal())
                .withRegistry(Optional.of(registry));
        try (ProbeFiles files = new ProbeFiles(directory, List.of(memory));
                Resources resources = new Resources()) {
            Probes probes = new Probes(plan(memory), files.andThen(readings::add));
            for (int start = 1; start <= 2; start++) { // each run starts and ends the threads
                probes.begin(run, Set.of(), resources);
                readings.take();
                readings.take();
                assertThat(probes.latest()).containsOnlyKeys("memory");
                assertThat(probes.report().units()).containsExactlyEntriesOf(Map.of("memory", "bytes"));
                assertThat(registry.get("cdc.probe")
                                .tags("probe", "memory", "series", "memory")
                                .gauge()
                                .value())
                        .isPositive();
                assertThat(Files.readString(directory.resolve("probe-memory.csv")))
                        .as("each reading is written to the disk at once")
                        .matches("time,seconds,series,value,gap\n(\\d{4}-[^,]+Z,\\d+\\.\\d{3},memory,\\d+,\n)+");
                resources.close();
                readings.clear();
                assertThat(registry.getMeters()).isEmpty();
                assertThat(probeThreadNames()).isEmpty();
            }
        }
    }

    @Test
    void rejectsSqlProbeIfServerIsUnreachable() {
        ProbeSpec sql = ProbeReader.parseLine("sql", "SELECT 1");

        assertThatThrownBy(() -> open(plan(sql)))
                .isInstanceOf(RunFailedException.class)
                .isNotInstanceOf(InvalidPlanException.class);
        assertThat(probeThreadNames()).isEmpty();
    }

    @Test
    void writesGapsAndUnusualNames() throws IOException {
        ProbeSpec memory = ProbeReader.parseLine("p", "memory");
        Instant start = Instant.parse("2026-11-23T01:02:03.456789Z");
        try (ProbeFiles files = new ProbeFiles(directory, List.of(memory))) {
            files.accept(new ProbeReading("p", "none", start, 0.0004, Map.of("p.a,\"b\"\n", 1.34217728E8), null));
            files.accept(new ProbeReading("p", "none", start, 12, Map.of(), "late,\nas ever"));
        }

        assertThat(directory.resolve("probe-p.csv")).hasContent("""
            time,seconds,series,value,gap
            2026-11-23T01:02:03.456Z,0.000,"p.a,""b""\",134217728,
            2026-11-23T01:02:03.456Z,12.000,p,,"late, as ever"
            """);
        assertThatThrownBy(() -> new ProbeFiles(directory.resolve("none"), List.of(memory)))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("cannot write the probes' files in");
    }

    private void open(ProbePlan plan) throws InterruptedException {
        try (Probes probes = new Probes(plan, readings::add)) {
            probes.open(Set.of(), note -> {});
        }
    }

    private static ProbePlan plan(ProbeSpec... probes) {
        return new ProbePlan(List.of(probes), UNREACHABLE_SERVER, Optional::empty, false);
    }

    private static ProbeThread thread(SourceReader reader, Consumer<ProbeReading> sink) {
        return new ProbeThread(
                new ProbeSpec("unit-test", Duration.ofMillis(100), "none", false, SOURCE, Optional.empty(), Map.of()),
                reader,
                sink,
                warning -> {});
    }

    private static void end(ProbeThread thread) {
        thread.end();
        assertThat(thread.awaitEnd(Duration.ofSeconds(30))).isTrue();
    }

    private static List<String> probeThreadNames() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("cdc-probe-"))
                .toList();
    }
}
