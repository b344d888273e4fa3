// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.internal.experiment.probe.Probes.ProbeReading;
import io.github.cdctester.internal.experiment.probe.source.SourceReader;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.internal.usage.NoReading;
import io.github.cdctester.result.Note;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads one probe in its own thread: once as a check, and after {@link #start} at the probe's interval. */
final class ProbeThread {

    private record StoredReading(Map<String, Double> values, long atNanos) {}

    private static final int MAX_SERIES = 10_000;

    private final Set<String> series = new HashSet<>();
    private final ProbeSpec spec;
    private final SourceReader reader;
    private final Consumer<ProbeReading> sink;
    private final Consumer<Note> warnings;
    private final GapNotes gapNotes;
    private final Thread thread;
    private final CountDownLatch firstReadingDone = new CountDownLatch(1);
    private final CountDownLatch startLatch = new CountDownLatch(1);
    private final CountDownLatch closeLatch = new CountDownLatch(1);

    private volatile long startNanos;
    private volatile StoredReading latestReading = new StoredReading(Map.of(), 0);
    private final AtomicReference<@Nullable NoReading> firstFailure = new AtomicReference<>();
    private volatile @Nullable Throwable failure;

    ProbeThread(ProbeSpec spec, SourceReader reader, Consumer<ProbeReading> sink, Consumer<Note> warnings) {
        this.spec = spec;
        this.reader = reader;
        this.sink = sink;
        this.warnings = warnings;
        gapNotes = new GapNotes(spec.name());
        thread = new Thread(this::run, "cdc-probe-" + spec.name());
        thread.setDaemon(true);
    }

    ProbeSpec spec() {
        return spec;
    }

    void startFirstReading() {
        thread.start();
    }

    /** Returns empty if the first reading succeeded, or is still pending after {@code timeout}. */
    Optional<NoReading> awaitFirst(Duration timeout) throws InterruptedException {
        return firstReadingDone.await(timeout.toNanos(), TimeUnit.NANOSECONDS)
                ? Optional.ofNullable(firstFailure.getAndSet(null))
                : Optional.empty();
    }

    void recordGap(NoReading cause) {
        gapNotes.recordGap(cause).ifPresent(warnings);
    }

    Optional<Note> gapNote() {
        return gapNotes.summary();
    }

    void start(long atNanos) {
        startNanos = atNanos;
        startLatch.countDown();
    }

    /** Returns empty if the latest reading is too old. */
    Map<String, Double> latest(long nowNanos) {
        StoredReading storedReading = latestReading;
        return nowNanos - storedReading.atNanos() <= spec.maxAge().toNanos() ? storedReading.values() : Map.of();
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    void end() {
        closeLatch.countDown();
        startLatch.countDown();
        thread.interrupt();
    }

    boolean awaitEnd(Duration timeout) {
        return Threads.await(thread, timeout);
    }

    private void run() {
        try (reader) {
            try {
                store(checkSeriesCount(reader.read()));
            } catch (NoReading e) {
                firstFailure.set(e);
            } finally {
                firstReadingDone.countDown();
            }
            startLatch.await();
            NoReading unreportedFailure = firstFailure.getAndSet(null); // null if awaitFirst() has already returned it
            if (unreportedFailure != null) {
                recordGap(unreportedFailure);
            }
            long dueNanos = startNanos;
            while (!closeLatch.await(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                read();
                dueNanos = nextDue(dueNanos);
            }
        } catch (InterruptedException e) {
            if (!isClosing()) {
                failure = e;
            }
        } catch (Throwable e) { // Probes rethrows it in the run's thread
            if (!isClosing() || e instanceof Error) {
                failure = e;
            }
        } finally {
            firstReadingDone.countDown();
        }
    }

    private void read() throws InterruptedException {
        Instant readAt = Instant.now();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        Map<String, Double> values = Map.of();
        String gap = null;
        gapNotes.readings.incrementAndGet();
        try {
            values = checkSeriesCount(reader.read());
        } catch (NoReading e) {
            if (isClosing()) {
                return; // close() has broken the connection
            }
            gap = String.valueOf(e.getMessage());
            recordGap(e);
        }
        if (gap == null) {
            store(values);
        }
        if (gap != null || !values.isEmpty()) {
            sink.accept(new ProbeReading(spec.name(), spec.unitOfNumbers().orElse(null), readAt, seconds, values, gap));
        }
    }

    /** Results, samples and meters store each name, so the number of names is limited. */
    private Map<String, Double> checkSeriesCount(Map<String, Double> values) throws NoReading {
        for (String name : values.keySet()) {
            if (!series.contains(name) && series.size() == MAX_SERIES) {
                throw NoReading.invalid("many", "its readings had more than " + MAX_SERIES + " names");
            }
            series.add(name);
        }
        return values;
    }

    private void store(Map<String, Double> values) {
        latestReading = new StoredReading(values, System.nanoTime());
    }

    /** A reading that takes longer than the interval skips due times. */
    private long nextDue(long dueNanos) {
        long intervalNanos = spec.every().toNanos();
        long lateNanos = Math.max(0, System.nanoTime() - dueNanos);
        return dueNanos + (lateNanos / intervalNanos + 1) * intervalNanos;
    }

    private boolean isClosing() {
        return closeLatch.getCount() == 0;
    }

    /** Reports the first missing reading of each kind. Sources define the kinds, so their number is limited. */
    static final class GapNotes {

        private static final int MAX_KINDS = 10;

        private final String probe;
        private final Set<String> kinds = new HashSet<>();

        private final AtomicLong readings = new AtomicLong();
        private final AtomicLong missingReadings = new AtomicLong();
        private volatile String firstReason = "";

        GapNotes(String probe) {
            this.probe = probe;
        }

        Optional<Note> recordGap(NoReading cause) {
            String reason = String.valueOf(cause.getMessage());
            firstReason = firstReason.isEmpty() ? reason : firstReason;
            missingReadings.incrementAndGet();
            return kinds.size() < MAX_KINDS && kinds.add(cause.kind()) ? Optional.of(note(reason)) : Optional.empty();
        }

        Optional<Note> summary() {
            return missingReadings.get() == 0 ? Optional.empty() : Optional.of(note(firstReason));
        }

        private Note note(String reason) {
            long gaps = missingReadings.get();
            long readingCount = Math.max(readings.get(), gaps);
            return Note.of(
                    Note.Code.PROBE_GAPS, "probe", probe, "gaps", gaps, "readings", readingCount, "reason", reason);
        }
    }
}
