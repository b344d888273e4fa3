// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import io.github.cdctester.config.Window;
import io.github.cdctester.internal.experiment.TrialTimes;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What is known of a command while it goes on: told by the listeners of its runs, from any thread, and read for the picture. */
public final class LiveRun {

    private final LongSupplier nanoClock;
    private final Deque<TrendArrow.Second> trend = new ArrayDeque<>();
    private final DelayHistory course;
    private final RunContext surroundings = new RunContext();
    private String title = "";
    private String step = "";
    private long stepFrom;
    private @Nullable SampleRow second;
    private LiveState.SoFar soFar = LiveState.SoFar.NOTHING;
    private long samples;
    private @Nullable String note;
    private int notes;
    private List<Percentile> percentiles = List.of();

    /**
     * Creates it; nothing is known yet.
     *
     * @param nanoClock a clock that only goes on, in ns
     */
    public LiveRun(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        course = new DelayHistory();
        stepFrom = nanoClock.getAsLong();
    }

    /** A command begins. */
    public synchronized void title(String what) {
        title = PlainText.line(what);
    }

    /**
     * A run begins.
     *
     * @param wanted the percentiles to show
     */
    public synchronized void begin(Window window, List<Percentile> wanted) {
        percentiles = List.copyOf(wanted);
        course.begin(window);
        soFar = LiveState.SoFar.NOTHING;
    }

    /** The run reads a log up to the end that it has now. */
    public synchronized void untilPresentEnd() {
        course.untilPresentEnd();
    }

    /**
     * The run is one of several.
     *
     * @param text which, such as {@code step 2 of 5: --threads=16}
     */
    public synchronized void among(String text, int done, int total, RunsLeft left) {
        surroundings.among(PlainText.line(text), done, total, left, nanoClock.getAsLong());
    }

    /**
     * The runs that follow are those of a series, whose times are taken here.
     *
     * @param mayEndEarly whether the series may end before its last run
     */
    public synchronized void series(TrialTimes runs, boolean mayEndEarly) {
        surroundings.series(runs, mayEndEarly);
    }

    /**
     * The next run of the series begins.
     *
     * @param text which, such as {@code step 2 of 5: --threads=16}
     * @param total how many there are at most
     */
    public synchronized void next(String text, int done, int total) {
        surroundings.next(PlainText.line(text), done, total, nanoClock.getAsLong());
    }

    /**
     * A phase of the run begins.
     *
     * @param text which, such as {@code phase 2 of 4: rise}
     * @param longestSeconds how long it takes at most; 0 where nobody knows
     */
    public synchronized void phase(String text, double longestSeconds) {
        surroundings.phase(PlainText.line(text), longestSeconds, nanoClock.getAsLong());
    }

    /** Something else begins. */
    public synchronized void step(String what) {
        step = PlainText.line(what);
        stepFrom = nanoClock.getAsLong();
        course.step();
    }

    /** So many rows are made. */
    public synchronized void rows(long done, long total) {
        course.rows(done, total);
        surroundings.makesRows(nanoClock.getAsLong());
    }

    /** Something that a reader of the numbers must know. */
    public synchronized void note(String text) {
        note = PlainText.line(text);
        notes++;
    }

    /** A second has passed. */
    public synchronized void sample(SampleRow row) {
        second = row;
        soFar = row.phase() == SampleRow.Part.WARM_UP ? soFar.beside(row) : soFar.plus(row);
        samples++;
        trend.addLast(TrendArrow.Second.of(row));
        if (trend.size() > TrendArrow.LONGEST) {
            trend.removeFirst();
        }
        course.sample(row, nanoClock.getAsLong());
    }

    /** Takes it all together. */
    public synchronized LiveState state() {
        long now = nanoClock.getAsLong();
        double stepSeconds = (now - stepFrom) / 1e9;
        return new LiveState(
                title,
                surroundings.at(now),
                step,
                stepSeconds,
                course.at(now, stepSeconds),
                second,
                soFar,
                new TrendArrow(samples - trend.size(), new ArrayList<>(trend)),
                note,
                notes,
                percentiles);
    }
}
