// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener.Remaining;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.Motion;
import io.github.cdctester.result.sample.SampleRow.RunPart;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LiveRunTest {

    private static final long SECOND_NANOS = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong(12 * SECOND_NANOS);
    private final LiveRun run = new LiveRun(nanos::get);

    private LiveState.Progress progress() {
        return Objects.requireNonNull(run.state().progress());
    }

    private void addSecond(SampleRow row) {
        nanos.addAndGet(SECOND_NANOS);
        run.addSample(row);
    }

    @Test
    void warmsUpMeasuresAndDrains() {
        run.begin(window(5, 60, 0), List.of());
        run.setStep("warming up");
        assertThat(run.state().progress()).isNull();
        addSecond(SampleRowFixtures.row(
                1, RunPart.WARM_UP, SampleRowFixtures.write(100, SampleRowFixtures.NO_DURATIONS), flowingStream(0)));
        assertThat(progress().share()).isEqualTo(0.2);
        assertThat(progress().secondsLeft()).isEqualTo(4);
        assertThat(run.state().counts().committedTransactions())
                .as("totals exclude the warm-up")
                .isZero();

        run.setStep("measuring");
        addSecond(SampleRowFixtures.measuredRow(1));
        nanos.addAndGet(SECOND_NANOS / 2);
        assertThat(progress().seconds())
                .as("progress includes the current second")
                .isEqualTo(1.5);
        nanos.addAndGet(SECOND_NANOS * 3 / 2);
        assertThat(progress().seconds())
                .as("progress ends 1.5 s after the last sample")
                .isEqualTo(2.5);
        assertThat(run.state().counts().committedTransactions()).isEqualTo(15_210);
        assertThat(run.state().counts().readTransactions())
                .as("without heartbeats")
                .isEqualTo(15_200);

        run.setStep("waiting for the end of the stream");
        addSecond(SampleRowFixtures.row(2, RunPart.DRAIN, null, flowingStream(30_000_000)));
        addSecond(SampleRowFixtures.row(3, RunPart.DRAIN, null, flowingStream(20_000_000)));
        assertThat(progress().share()).isEqualTo(0.5);
        assertThat(progress().amountText()).isEqualTo("20.0 MB of 40.0 MB");
        assertThat(progress().secondsLeft()).isEqualTo(2);
    }

    @Test
    void earlierLimitDeterminesProgress() {
        run.begin(window(0, 100, 60_840), List.of());
        addSecond(SampleRowFixtures.measuredRow(1));
        assertThat(progress().amountText()).isEqualTo("15,210 of 60,840 transactions");
        assertThat(progress().share()).isEqualTo(0.25);
        run.begin(window(0, 2, 60_840), List.of());
        addSecond(SampleRowFixtures.measuredRow(1));
        assertThat(progress().amountText()).isEmpty();
        assertThat(progress().share()).isEqualTo(0.5);
    }

    @Test
    void progressCountsBytesUpToFirstLogEnd() {
        run.begin(window(0, 0, 0), List.of());
        run.readUntilCurrentEnd();
        addSecond(SampleRowFixtures.row(1, RunPart.MEASURE, null, flowingStream(90_000_000)));
        addSecond(SampleRowFixtures.row(2, RunPart.MEASURE, null, flowingStream(85_000_000)));
        assertThat(progress().amountText())
                .as("bytes of later writes are not in the total")
                .isEqualTo("20.0 MB of 100.0 MB");
    }

    @Test
    void progressIsUnknownWithoutLimit() {
        run.begin(window(0, 0, 0), List.of());
        addSecond(SampleRowFixtures.measuredRow(1));
        assertThat(progress().share()).isNaN();
        assertThat(progress().secondsLeft()).isNaN();
    }

    @Test
    void stepWithoutSamplesHasNoProgress() {
        run.begin(window(0, 1, 0), List.of());
        addSecond(SampleRowFixtures.measuredRow(1));
        run.setStep("cleaning up");
        nanos.addAndGet(4 * SECOND_NANOS);
        assertThat(run.state().progress()).isNull();
        assertThat(run.state().stepSeconds()).isEqualTo(4);
    }

    @Test
    void measuresHowLongStreamIsStuck() {
        addSecond(SampleRowFixtures.row(1, RunPart.MEASURE, null, SampleRowFixtures.cdc(1, 0, Motion.STUCK, 9L)));
        addSecond(SampleRowFixtures.row(2, RunPart.MEASURE, null, SampleRowFixtures.cdc(1, 0, Motion.STUCK, 9L)));
        assertThat(run.state().counts().stuckSeconds()).isEqualTo(2);
        addSecond(SampleRowFixtures.measuredRow(3));
        assertThat(run.state().counts().stuckSeconds()).isZero();
    }

    @Test
    void showsPositionInSeries() {
        run.setSeriesPosition("cell 2 of 5: off", 1, 5, new Remaining(4, Double.NaN, false));
        assertThat(run.state().seriesPosition()).isEqualTo(new LiveState.SeriesPosition("cell 2 of 5: off", 0.2, ""));
        run.setSeriesPosition("cell 2 of 5: off", 1, 5, new Remaining(4, 80, true));
        nanos.addAndGet(10 * SECOND_NANOS);
        assertThat(run.state().seriesPosition())
                .isEqualTo(new LiveState.SeriesPosition("cell 2 of 5: off", 0.3, "at most about 1:10 left"));
        nanos.addAndGet(30 * SECOND_NANOS);
        assertThat(run.state().seriesPosition())
                .as("a run that exceeds its estimate does not reduce the time of the remaining runs")
                .isEqualTo(new LiveState.SeriesPosition("cell 2 of 5: off", 0.4, "at most about 1:00 left"));
        run.beginPhase("phase 1 of 2: quiet", 60);
        nanos.addAndGet(15 * SECOND_NANOS);
        assertThat(run.state().seriesPosition())
                .isEqualTo(new LiveState.SeriesPosition("phase 1 of 2: quiet", 0.25, "0:15 of at most 1:00"));
    }

    @Test
    void estimatesRemainingTimeOfTrials() {
        run.setSeriesPosition("step 1 of 4: --threads=1", 0, 4, new Remaining(4, 68, false));
        assertThat(seriesPosition().textAfterBar()).isEqualTo("about 1:08 left");
        nanos.addAndGet(100 * SECOND_NANOS);
        run.setCreatedRows(500, 1_000);
        assertThat(seriesPosition().textAfterBar())
                .as("creating tables after the start does not reduce the remaining time")
                .isEqualTo("about 1:08 left");
        nanos.addAndGet(27 * SECOND_NANOS);
        run.setSeriesPosition("step 2 of 4: --threads=2", 1, 4, new Remaining(3, 81, false));
        assertThat(seriesPosition().textAfterBar()).isEqualTo("about 1:21 left");
        nanos.addAndGet(9 * SECOND_NANOS);
        assertThat(seriesPosition())
                .isEqualTo(new LiveState.SeriesPosition(
                        "step 2 of 4: --threads=2", (1 + 9 / 27.0) / 4, "about 1:12 left"));
        run.setCreatedRows(500, 1_000);
        assertThat(seriesPosition().textAfterBar())
                .as("creating the tables of a later trial counts as its time")
                .isEqualTo("about 1:12 left");
    }

    private LiveState.SeriesPosition seriesPosition() {
        return Objects.requireNonNull(run.state().seriesPosition());
    }

    @Test
    void keepsSamplesOfTenMinutes() {
        for (int second = 1; second <= 1_000; second++) {
            addSecond(SampleRowFixtures.measuredRow(second));
        }
        assertThat(run.state().trend().seconds()).hasSize(Trend.MAX_SECONDS);
        assertThat(run.state().trend().firstSecond()).isEqualTo(400);
    }

    private static Window window(long warmUp, long measure, long events) {
        return new Window(Duration.ofSeconds(warmUp), Duration.ofSeconds(measure), events, Duration.ofSeconds(60));
    }

    private static SampleRow.Cdc flowingStream(long behindBytes) {
        return SampleRowFixtures.cdc(1, 10_000_000, Motion.FLOWING, behindBytes);
    }
}
