// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener.Remaining;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The state of a running command. Thread-safe. */
public final class LiveRun {

    private final LongSupplier nanoClock;
    private final Deque<Trend.Second> trend = new ArrayDeque<>();
    private final RunProgress progress = new RunProgress();
    private final RunContext context = new RunContext();
    private String title = "";
    private String step = "";
    private long stepStartNanos;
    private @Nullable SampleRow latestSample;
    private LiveState.Counts counts = LiveState.Counts.NOTHING;
    private long sampleCount;
    private @Nullable String note;
    private int noteCount;
    private List<Percentile> percentiles = List.of();

    /** {@code nanoClock} returns a monotonic time in ns. */
    public LiveRun(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        stepStartNanos = nanoClock.getAsLong();
    }

    public synchronized void setTitle(String text) {
        title = PlainText.line(text);
    }

    public synchronized void begin(Window window, List<Percentile> shownPercentiles) {
        percentiles = List.copyOf(shownPercentiles);
        progress.begin(window);
        counts = LiveState.Counts.NOTHING;
    }

    /** Must be called for a run that reads a log to its current end. */
    public synchronized void readUntilCurrentEnd() {
        progress.readUntilCurrentEnd();
    }

    /** {@code text}: for example {@code step 2 of 5: --threads=16}. */
    public synchronized void setSeriesPosition(String text, int done, int total, Remaining remaining) {
        context.setSeriesPosition(PlainText.line(text), done, total, remaining, nanoClock.getAsLong());
    }

    /** {@code maxSeconds} is 0 if unknown. */
    public synchronized void beginPhase(String text, double maxSeconds) {
        context.beginPhase(PlainText.line(text), maxSeconds, nanoClock.getAsLong());
    }

    public synchronized void setStep(String text) {
        step = PlainText.line(text);
        stepStartNanos = nanoClock.getAsLong();
        progress.beginStep();
    }

    public synchronized void setCreatedRows(long done, long total) {
        progress.setRows(done, total);
        context.onRowsCreated(nanoClock.getAsLong());
    }

    public synchronized void addNote(String text) {
        note = PlainText.line(text);
        noteCount++;
    }

    public synchronized void addSample(SampleRow row) {
        latestSample = row;
        counts = counts.plus(row);
        sampleCount++;
        trend.addLast(Trend.Second.of(row));
        if (trend.size() > Trend.MAX_SECONDS) {
            trend.removeFirst();
        }
        progress.addSample(row, nanoClock.getAsLong());
    }

    /** Returns no lines before a title or a step is set. */
    public List<String> picture(Canvas canvas) {
        return LivePicture.of(state(), canvas);
    }

    synchronized LiveState state() {
        long now = nanoClock.getAsLong();
        double stepSeconds = (now - stepStartNanos) / 1e9;
        return new LiveState(
                title,
                context.positionAt(now),
                step,
                stepSeconds,
                progress.progressAt(now, stepSeconds),
                latestSample,
                counts,
                new Trend(sampleCount - trend.size(), new ArrayList<>(trend)),
                note,
                noteCount,
                percentiles);
    }
}
