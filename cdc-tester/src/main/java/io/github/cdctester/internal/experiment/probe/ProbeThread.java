// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.internal.experiment.probe.ProbeSink.ProbeReading;
import io.github.cdctester.internal.experiment.probe.source.SourceReader;
import io.github.cdctester.internal.experiment.probe.source.SourceReader.NoReading;
import io.github.cdctester.internal.time.ThreadEnd;
import io.github.cdctester.result.Note;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads one probe: once at first, so that it is known to work, and from the start on at its pace. */
final class ProbeThread {

    private record Latest(Map<String, Double> values, long atNanos) {}

    private final ProbeSpec spec;
    private final SourceReader reader;
    private final ProbeSink sink;
    private final Consumer<Note> warnings;
    private final GapNotes gaps;
    private final Thread thread;
    private final CountDownLatch tried = new CountDownLatch(1);
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);

    private volatile long startNanos;
    private volatile Latest latest = new Latest(Map.of(), 0);
    private volatile @Nullable NoReading refused;
    private volatile @Nullable Throwable failure;

    ProbeThread(ProbeSpec spec, SourceReader reader, ProbeSink sink, Consumer<Note> warnings) {
        this.spec = spec;
        this.reader = reader;
        this.sink = sink;
        this.warnings = warnings;
        gaps = new GapNotes(spec.name());
        thread = new Thread(this::run, "cdc-probe-" + spec.name());
        thread.setDaemon(true);
    }

    ProbeSpec spec() {
        return spec;
    }

    void warmUp() {
        thread.start();
    }

    Optional<NoReading> awaitFirst() throws InterruptedException {
        tried.await();
        return Optional.ofNullable(refused);
    }

    void start(long atNanos) {
        startNanos = atNanos;
        started.countDown();
    }

    /** The latest reading, unless it is too old. */
    Map<String, Double> latest(long nowNanos) {
        Latest last = latest;
        return nowNanos - last.atNanos() <= spec.freshness().toNanos() ? last.values() : Map.of();
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    void end() {
        closing.countDown();
        started.countDown();
        thread.interrupt();
    }

    boolean awaitEnd(Duration longest) {
        return ThreadEnd.await(thread, longest);
    }

    private void run() {
        try (reader) {
            try {
                keep(reader.read());
            } catch (NoReading e) {
                refused = e;
            } finally {
                tried.countDown();
            }
            started.await();
            long due = startNanos;
            while (!closing.await(due - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                read();
                due = next(due);
            }
        } catch (InterruptedException e) {
            if (!isClosing()) {
                failure = e;
            }
        } catch (Throwable e) { // for whoever asks next
            if (!isClosing() || e instanceof Error) {
                failure = e;
            }
        } finally {
            tried.countDown();
        }
    }

    private void read() throws InterruptedException {
        Instant at = Instant.now();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        Map<String, Double> values = Map.of();
        String gap = null;
        try {
            values = reader.read();
        } catch (NoReading e) {
            if (isClosing()) {
                return; // its connection was broken off
            }
            gap = String.valueOf(e.getMessage());
            gaps.of(e).ifPresent(warnings);
        }
        if (gap == null) {
            keep(values);
        }
        if (gap != null || !values.isEmpty()) {
            sink.reading(new ProbeReading(spec.name(), spec.unit(), at, seconds, values, gap));
        }
    }

    private void keep(Map<String, Double> values) {
        latest = new Latest(values, System.nanoTime());
    }

    /** Where it took longer than to the next turn, that one is left out. */
    private long next(long due) {
        long every = spec.every().toNanos();
        long late = Math.max(0, System.nanoTime() - due);
        return due + (late / every + 1) * every;
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    /** Notes on missing readings: the first of each kind, of which a source may think of a new one each time. */
    static final class GapNotes {

        private static final int MOST_KINDS = 10;

        private final String probe;
        private final Set<String> kinds = new HashSet<>();

        GapNotes(String probe) {
            this.probe = probe;
        }

        Optional<Note> of(NoReading why) {
            return kinds.size() < MOST_KINDS && kinds.add(why.kind())
                    ? Optional.of(
                            Note.of(Note.Code.PROBE_GAP, "probe", probe, "reason", String.valueOf(why.getMessage())))
                    : Optional.empty();
        }
    }
}
