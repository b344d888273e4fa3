// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.time.Instant;
import java.util.List;

/**
 * All that is made of the seconds of a run, which are gone through once.
 *
 * @param rows how many there were
 * @param time where they are on the time axis
 * @param delay DT
 * @param rates BPS and TPS
 * @param events EPS
 * @param writes the write side
 * @param motion whether the stream moved
 * @param pace the log written against read
 * @param readers how busy the tester's own threads were
 * @param streams each of several streams
 * @param consumers each consumer that is judged
 * @param probes what was read beside it
 * @param elastic a main and a second load
 * @param loads when loads began and ended
 * @param statements when there was DDL
 */
record RunCharts(
        int rows,
        RunTime time,
        DelayStrand delay,
        RateStrand rates,
        EventStrand events,
        WriteStrand writes,
        MotionStrand motion,
        PaceStrand pace,
        ReaderStrand readers,
        StreamsStrand streams,
        ConsumersStrand consumers,
        ProbeStrand probes,
        MainAndStress elastic,
        LoadTimes loads,
        StatementMarks statements) {

    static RunCharts of(RunResult result) {
        return of(
                result.samples(),
                result.plan(),
                LoadSpan.of(result),
                result.startedAt(),
                new StatementMarks(result.server()));
    }

    /** Of a run that has no result, whose server is not known. */
    static RunCharts of(UnfinishedRun run, List<SampleRow> samples) {
        return of(samples, run.plan(), LoadSpan.of(run), run.createdAt(), new StatementMarks());
    }

    private static RunCharts of(
            List<SampleRow> samples, Plan plan, List<LoadSpan> loads, Instant startedAt, StatementMarks statements) {
        int rows = samples.size();
        PaceStrand pace = new PaceStrand(rows);
        RunCharts charts = new RunCharts(
                rows,
                new RunTime(startedAt, plan.window().warmUp()),
                new DelayStrand(rows),
                new RateStrand(rows),
                new EventStrand(rows),
                new WriteStrand(rows),
                new MotionStrand(rows),
                pace,
                new ReaderStrand(rows, pace),
                new StreamsStrand(rows),
                new ConsumersStrand(rows),
                new ProbeStrand(rows),
                new MainAndStress(rows, loads),
                new LoadTimes(loads),
                statements);
        charts.walk(samples);
        return charts;
    }

    private void walk(List<SampleRow> samples) {
        List<Strand> strands = List.of(
                time,
                delay,
                rates,
                events,
                writes,
                motion,
                pace,
                readers,
                streams,
                consumers,
                probes,
                elastic,
                loads,
                statements);
        double end = Double.NaN;
        for (SampleRow row : samples) {
            // of a run that was longer than a day, the first seconds are gone
            double from = Double.isNaN(end) ? Math.max(0, row.second() - 1) : end;
            double length = row.seconds() >= 0 && row.seconds() < Double.MAX_VALUE ? row.seconds() : 1;
            end = from + length;
            for (Strand strand : strands) {
                strand.take(row, from, end);
            }
        }
    }
}
