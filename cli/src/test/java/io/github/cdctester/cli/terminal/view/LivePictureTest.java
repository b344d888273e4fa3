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
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class LivePictureTest {

    private static final Window WINDOW = new Window(Duration.ZERO, Duration.ofSeconds(60), 0, Duration.ofSeconds(60));

    private final AtomicLong nanos = new AtomicLong();
    private final LiveRun run = new LiveRun(nanos::get);

    @Test
    void showsAllValuesAt80By24() {
        addSeconds(15);
        assertThat(lines(80, 24))
                .containsExactly(
                        "run oltp_insert at db:3306                                            measuring",
                        "0:15 [█████████████▊░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░]  25 %  0:45 left",
                        "",
                        "WRITE                                    STREAM flowing",
                        "tps                             15,210   DT p50                         1.03 ms",
                        "qps                             15,210   DT p99                         4.10 ms",
                        "r/w/o                       0/15,210/0   DT max                         8.20 ms",
                        "latency p95                    1.42 ms   BPS                           7.4 MB/s",
                        "threads                             16   EPS                             76,050",
                        "err/s                                3   TPS                             15,210",
                        "reconn/s                             1   behind                         20.0 kB",
                        "last 0:15 ─────────────────────────────────────────────────────────────────────",
                        "DT max                                           ▁▃▅▆█  ▁▃▅▆█       max 18.2 ms",
                        "                                                ██████▆██████▆█",
                        "BPS                                             ███████████████    max 7.4 MB/s",
                        "                                                ███████████████",
                        "write tps                                       ███████████████      max 15,210",
                        "                                                ███████████████",
                        "behind                                          ███████████████     max 20.0 kB",
                        "so far 228,150 committed, 228,000 read, 45 errors, 15 reconnects");
    }

    @Test
    void showsBothSidesAt60Columns() {
        addSeconds(15);
        assertThat(lines(60, 20))
                .hasSize(16)
                .contains(
                        "tps                   15,210   DT p50               1.03 ms",
                        "r/w/o             0/15,210/0   DT max               8.20 ms")
                .anyMatch(line -> line.startsWith("0:15 [") && line.endsWith("25 %  0:45 left"));
    }

    @Test
    void showsEssentialsAt40By10() {
        addSeconds(15);
        assertThat(lines(40, 10))
                .hasSize(8)
                .contains(
                        "tps 15,210 p95 1.42 ms err/s 3",
                        "DT p99 4.10 ms max 8.20 ms flowing",
                        "7.4 MB/s EPS 76,050 behind 20.0 kB");
    }

    @Test
    void usesAvailableSpace() {
        addSeconds(15);
        List<String> wideLines = lines(120, 40);
        assertThat(wideLines).hasSizeBetween(30, 36);
        assertThat(wideLines.stream().filter(line -> line.startsWith("DT max ")))
                .hasSize(1);
        assertThat(wideLines.stream().filter(line -> line.contains("██"))).hasSizeGreaterThan(12);
    }

    @Test
    void longHeadingHasBarBelow() {
        LiveRun liveRun = new LiveRun(nanos::get);
        liveRun.setTitle("find-max oltp_insert at db:3306");
        Remaining remaining = new Remaining(14, 323, true);
        liveRun.setSeriesPosition("step 3 of at most 15: --rate=4000, ramp", 2, 15, remaining);
        liveRun.addSample(SampleRowFixtures.measuredRow(1));
        assertThat(linesWithoutColor(liveRun, 120))
                .anyMatch(line -> line.matches("step 3 of at most 15: --rate=4000, ramp \\[.*left"));
        liveRun.setSeriesPosition("step 3 of at most 15: --rate=4000, confirmation", 2, 15, remaining);
        for (int columns : new int[] {60, 80}) {
            assertThat(linesWithoutColor(liveRun, columns))
                    .contains("step 3 of at most 15: --rate=4000, confirmation")
                    .anyMatch(line -> line.matches("all \\[\\S+] {2}13 % {2}at most about 5:23 left"));
        }
    }

    private static List<String> linesWithoutColor(LiveRun liveRun, int columns) {
        return LivePicture.of(liveRun.state(), new Canvas(columns, 20, Glyphs.BLOCKS, false));
    }

    @ParameterizedTest
    @CsvSource({"80, 24", "120, 40", "60, 20", "40, 10", "20, 5", "10, 3", "2, 2", "1, 1", "500, 200", "80, 8", "60, 14"
    })
    void fitsCanvasWithExtremeNumbers(int columns, int rows) {
        for (Glyphs glyphs : Glyphs.values()) {
            for (SampleRow second : List.of(
                    SampleRowFixtures.extremeRow(0),
                    SampleRowFixtures.extremeRow(64),
                    SampleRowFixtures.row(
                            1,
                            RunPart.DRAIN,
                            null,
                            SampleRowFixtures.cdc(Double.NaN, Double.NaN, Motion.UNKNOWN, null)),
                    SampleRowFixtures.row(0, RunPart.WARM_UP, null, SampleRowFixtures.cdc(0, 0, Motion.IDLE, 0L)))) {
                LiveRun liveRun = new LiveRun(nanos::get);
                liveRun.setTitle("run 数据库数据库数据库数据库数据库数据库数据库数据库 at a-host-with-a-long-name.example.com:3306");
                liveRun.begin(WINDOW, Percentile.parse("50,95,99,99.9"));
                liveRun.setStep("waiting for 数据库 and more ".repeat(20));
                liveRun.setSeriesPosition(
                        "step 1 of 5: --threads=16384, run 3 of 10, ".repeat(9), 1, 5, new Remaining(4, 1e18, true));
                liveRun.addNote("nothing \u001b[31mred\u0007\nof two lines");
                liveRun.addSample(second);
                liveRun.addSample(second);
                Canvas canvas = new Canvas(columns, rows, glyphs, true);
                List<String> lines = LivePicture.of(liveRun.state(), canvas);
                assertThat(lines).isNotEmpty().hasSizeLessThanOrEqualTo(Math.max(1, rows - 1));
                assertThat(lines).allSatisfy(line -> {
                    assertThat(Canvas.width(Canvas.plain(line))).as(line).isLessThanOrEqualTo(Math.max(1, columns - 1));
                    assertThat(Canvas.plain(line)).doesNotContain("\u001b", "\u0007", "\n");
                });
            }
        }
    }

    @Test
    void escapesAreOnlyForColours() {
        addSeconds(3);
        assertThat(lines(80, 24)).allSatisfy(line -> assertThat(line).doesNotContain("\u001b"));
        List<String> coloured = LivePicture.of(run.state(), new Canvas(80, 24, Glyphs.BLOCKS, true));
        assertThat(coloured).anyMatch(line -> line.contains("\u001b["));
        assertThat(coloured.stream().map(Canvas::plain)).containsExactlyElementsOf(lines(80, 24));
    }

    @Test
    void usesOnlyAsciiIfRequested() {
        addSeconds(20);
        assertThat(String.join("", LivePicture.of(run.state(), new Canvas(80, 24, Glyphs.ASCII, false))))
                .matches("[ -~]*");
    }

    @ParameterizedTest
    @EnumSource(Motion.class)
    void showsStateOfStream(Motion state) {
        run.setTitle("run");
        run.addSample(SampleRowFixtures.row(
                1,
                RunPart.MEASURE,
                SampleRowFixtures.write(10, SampleRowFixtures.NO_DURATIONS),
                SampleRowFixtures.cdc(3, 0, state, 5_000_000L)));
        String expectedState = switch (state) {
            case FLOWING -> "flowing";
            case IDLE -> "idle";
            case STUCK -> "STUCK";
            case UNKNOWN -> "silent";
        };
        assertThat(lines(80, 24)).anyMatch(line -> line.endsWith("STREAM " + expectedState));
        assertThat(lines(40, 10)).anyMatch(line -> line.endsWith(" " + expectedState));
        assertThat(lines(80, 24).stream().anyMatch(line -> line.startsWith("STUCK for 0:01; so far ")))
                .isEqualTo(state == Motion.STUCK);
    }

    @Test
    void delayOfStuckStreamGrows() {
        run.setTitle("run");
        run.addSample(SampleRowFixtures.row(
                1,
                RunPart.MEASURE,
                null,
                SampleRowParts.cdc(
                        SampleRowFixtures.NO_DURATIONS.withMaxAtLeast(2_500),
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        Motion.STUCK,
                        1_000L,
                        2_500,
                        Map.of(),
                        null)));
        assertThat(lines(80, 24)).anyMatch(line -> line.startsWith("DT max") && line.contains(">2.5 s"));
        assertThat(lines(80, 24)).anyMatch(line -> line.startsWith("DT p99  ") && line.contains(" - "));
    }

    @Test
    void singleStreamUsesBothSides() {
        run.setTitle("subscribe at db:3306");
        run.addSample(SampleRowFixtures.row(
                1, RunPart.MEASURE, null, SampleRowFixtures.cdc(4, 7_400_000, Motion.FLOWING, null)));
        assertThat(lines(80, 24))
                .contains("STREAM                                   flowing")
                .anyMatch(line -> line.startsWith("DT p50") && line.contains("BPS"))
                .noneMatch(line -> line.contains("write tps"))
                .contains("so far 15,200 transactions, 7.4 MB read; the verdict comes at the end");
    }

    @Test
    void listsStreamsAndProbesIfTheyFit() {
        run.setTitle("run");
        SampleRow second = SampleRowFixtures.measuredRow(1);
        run.addSample(new SampleRow(
                1,
                RunPart.MEASURE,
                1,
                second.write(),
                second.cdc(),
                List.of(
                        new SampleRow.Stream("db1", second.cdc()),
                        new SampleRow.Stream("db2", SampleRowFixtures.cdc(9, 0, Motion.STUCK, 7L))),
                List.of(),
                Map.of("cpu", 45.25),
                List.of()));
        assertThat(lines(80, 40))
                .containsSubsequence(
                        "db2                  DT p99 9.00 ms  0.0 MB/s  STUCK",
                        "db1                  DT p99 4.10 ms  7.4 MB/s",
                        "probes               cpu 45.25");
    }

    @Test
    void showsTwoConsumersAndCountOfOthers() {
        run.setTitle("run");
        run.addSample(SampleRowFixtures.judgedRow(1, "orders"));
        assertThat(lines(80, 24)).contains("orders               DT p99 12.5 ms  tps 15,100  behind 110");
        assertThat(lines(40, 10)).contains("orders        DT p99 12.5 ms  tps 15,1…");
        run.addSample(SampleRowFixtures.judgedRow(2, "orders", "stock", "mail", "search"));
        assertThat(lines(80, 24))
                .containsSubsequence(
                        "orders               DT p99 12.5 ms  tps 15,100  behind 110",
                        "stock                DT p99 12.5 ms  tps 15,100  behind 110",
                        "and 2 more consumers")
                .noneMatch(line -> line.startsWith("mail"));
        run.addSample(SampleRowFixtures.judgedRow(3));
        assertThat(lines(80, 24)).noneMatch(line -> line.contains("consumer"));
    }

    @Test
    void showsCurrentStepBeforeMeasurement() {
        run.setTitle("prepare oltp_insert at db:3306");
        run.setStep("filling the tables");
        assertThat(lines(80, 24)).hasSize(2).last().asString().startsWith("0:00 [");
        nanos.addAndGet(10_000_000_000L);
        run.setCreatedRows(250_000, 1_000_000);
        assertThat(lines(80, 24)).last().asString().endsWith("]  25 %  250,000 of 1.00 M rows, 0:30 left");
        assertThat(LivePicture.of(new LiveRun(nanos::get).state(), new Canvas(80, 24, Glyphs.ASCII, false)))
                .isEmpty();
    }

    private void addSeconds(int seconds) {
        run.setTitle("run oltp_insert at db:3306");
        run.begin(WINDOW, Percentile.parse("95"));
        run.setStep("measuring");
        for (int second = 1; second <= seconds; second++) {
            nanos.addAndGet(1_000_000_000);
            run.addSample(SampleRowFixtures.measuredRow(second));
        }
    }

    private List<String> lines(int columns, int rows) {
        return LivePicture.of(run.state(), new Canvas(columns, rows, Glyphs.BLOCKS, false));
    }
}
