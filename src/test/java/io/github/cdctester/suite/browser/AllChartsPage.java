// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.browser;

import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Download;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Note.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** A page with each kind of chart. Each kind of text contains a name, perhaps with special characters. */
public final class AllChartsPage {

    /** The page offers this file for download. */
    public static final String CSV = "second,tps\n" + "1,\"a,b\"\n".repeat(1_000);

    private static final int SECONDS = 300;
    private static final Axis TIME = new Axis("time", "s", Scale.SECONDS, List.of(), null, null);
    private static final Axis CATEGORIES =
            new Axis("threads", "", Scale.CATEGORY, List.of("1", "2", "4", "8", "16"), null, null);

    private final String name;

    private AllChartsPage(String name) {
        this.name = name;
    }

    public static Document page() {
        return page("orders");
    }

    public static Document page(String name) {
        return new AllChartsPage(name).make();
    }

    private Document make() {
        return new Document(
                "oltp_write_only " + name,
                "MySQL 9.7 at " + name + ", 5 minutes",
                headline(),
                List.of(
                        new Section(
                                "time",
                                "Over time " + name,
                                "All of one run " + name,
                                List.of(delay(), throughput(), events(), backlog(), probe())),
                        new Section(
                                "steps",
                                "Over steps " + name,
                                null,
                                List.of(
                                        concurrency(),
                                        columns(),
                                        costs(),
                                        curve(),
                                        emptyChart(),
                                        table(),
                                        new Prose("Prose " + name)))),
                List.of(),
                List.of(new Download("samples.csv", "The seconds " + name, "text/csv", CSV)),
                "cdc-tester " + name);
    }

    private Headline headline() {
        return new Headline(
                Tone.BAD,
                "3 transactions lost; 1 of 2 limits broken " + name,
                "1,200,000 committed, 1,199,997 arrived " + name,
                List.of(
                        new Figure("DT p50", "0.9", "ms", "COMMIT_TIMESTAMP, clock ±0.1 ms " + name),
                        new Figure("DT p99", "3.1", "ms", null),
                        new Figure("BPS", "7.4", "MB/s", null),
                        new Figure("EPS", "76,050", "events/s", null),
                        new Figure("TPS " + name, "15,210", "trx/s", null)),
                List.of(
                        new CheckedLimit("delay.p99<2ms " + name, "3.1 ms", false),
                        new CheckedLimit("TPS>1000", "15,210", true),
                        new CheckedLimit("probes.cpu<90", "no value", null)),
                List.of(new Warning(
                        "CODE",
                        Severity.LOW,
                        "The tester was near its limit " + name,
                        "It took 94 % of one processor.",
                        "Measure from a machine of its own.")));
    }

    private Chart delay() {
        List<double[]> cells = new ArrayList<>();
        for (int second = 0; second < SECONDS; second++) {
            for (int row = -3; row < 8; row++) {
                double weight = Math.round(1_000 * Math.exp(-Math.pow(row - 1 - Math.sin(second / 30.0), 2)));
                if (weight > 0 && second != 150) {
                    cells.add(new double[] {second + 0.5, Math.pow(10, (row + 0.5) / 4), weight});
                }
            }
        }
        Series heat = new Series(
                "transactions " + name,
                Shape.HEAT,
                "heat",
                0,
                column(cells, 0),
                column(cells, 1),
                column(cells, 2),
                List.of());
        return new Chart(
                "delay",
                "Delay " + name,
                "Percentiles over the distribution " + name,
                "time",
                TIME,
                List.of(new Axis("DT", "ms", Scale.LOG, List.of(), null, null)),
                List.of(
                        heat,
                        line("p50", Shape.LINE, "p50", x -> 1 + Math.sin(x / 30) / 2),
                        line("p99", Shape.LINE, "p99", x -> x == 150 ? Double.NaN : 4 + 2 * Math.sin(x / 30)),
                        line("max", Shape.LINE, "max", x -> x % 60 == 0 ? 80 : 9 + x % 7)),
                List.of(
                        new Mark(60, "ALTER TABLE " + name, "ddl"),
                        new Mark(61, "too near", "phase"),
                        new Mark(200, "reconnect", "reconnect")),
                List.of(new Band(0, 20, "warm-up " + name, "warm-up")),
                300);
    }

    private Chart throughput() {
        return time(
                "throughput",
                "Throughput",
                List.of(axis("TPS", "trx/s"), axis("BPS", "MB/s")),
                List.of(
                        line("TPS " + name, Shape.LINE, "transactions", x -> 15_000 + 900 * Math.sin(x / 9)),
                        line("write TPS", Shape.LINE, "write", x -> 15_100 + 900 * Math.sin(x / 9 + 0.1)),
                        new Series(
                                "BPS",
                                Shape.LINE,
                                "bytes",
                                1,
                                seconds(),
                                values(x -> 7.4 + Math.cos(x / 12)),
                                null,
                                List.of())));
    }

    private Chart events() {
        return time(
                "events",
                "Events by kind",
                List.of(axis("EPS", "events/s")),
                List.of(
                        line("WRITE_ROWS", Shape.STACKED, "WRITE_ROWS", x -> 30_000 + x),
                        line("TABLE_MAP " + name, Shape.STACKED, "TABLE_MAP", x -> 20_000),
                        line("XID", Shape.STACKED, "XID", x -> 10_000 + 500 * Math.sin(x / 5)),
                        Series.of("no points", Shape.STACKED, "none", 0, new double[0], new double[0])));
    }

    private Chart backlog() {
        Chart chart = time(
                "behind",
                "Behind",
                List.of(axis("behind", "MB")),
                List.of(line(
                        "behind", Shape.LINE, "behind", x -> x < 100 || x > 180 ? 0.01 : (x - 100) * (180 - x) / 100)));
        return new Chart(
                chart.id(),
                chart.title(),
                null,
                "time",
                TIME,
                chart.ys(),
                chart.series(),
                List.of(new Mark(100, "fault " + name, "fault")),
                List.of(
                        new Band(20, 100, "flowing", "flowing"),
                        new Band(100, 140, "stuck " + name, "stuck"),
                        new Band(140, 180, "broken", "broken"),
                        new Band(180, 300, "idle", "idle")),
                220);
    }

    private Chart probe() {
        return time(
                "probe",
                "Probe " + name,
                List.of(axis("PCU", "")),
                List.of(
                        line("node 1 " + name, Shape.STEP, "probe", x -> x < 40 ? 1 : x < 120 ? 4 : 7),
                        line("node 2", Shape.STEP, "probe", x -> x < 40 || x > 260 ? Double.NaN : x < 120 ? 1 : 3)));
    }

    private Chart concurrency() {
        double[] x = {0, 1, 2, 3, 4};
        return new Chart(
                "concurrency",
                "QPS over concurrency",
                null,
                null,
                CATEGORIES,
                List.of(axis("QPS", "/s")),
                List.of(
                        new Series(
                                "off",
                                Shape.ERROR_BARS,
                                "baseline",
                                0,
                                x,
                                new double[] {9, 18, 35, 60, 80},
                                new double[] {1, 1, 2, 4, 9},
                                List.of()),
                        new Series(
                                "off",
                                Shape.SCATTER_LINE,
                                "baseline",
                                0,
                                x,
                                new double[] {9, 18, 35, 61, 81},
                                null,
                                List.of()),
                        new Series(
                                name,
                                Shape.SCATTER_LINE,
                                name,
                                0,
                                x,
                                new double[] {8, 16, 30, 52, 70},
                                null,
                                List.of("a", "b", "c", "d", name))),
                List.of(new Mark(3, "gave way " + name, "limit")),
                List.of(),
                300);
    }

    private Chart columns() {
        return new Chart(
                "columns",
                "Columns",
                null,
                null,
                CATEGORIES,
                List.of(axis("errors", "")),
                List.of(new Series(
                        name,
                        Shape.BAR,
                        "main",
                        0,
                        new double[] {0, 1, 2, 3, 4},
                        new double[] {1, 0, 3, 2, 8},
                        null,
                        List.of())),
                List.of(),
                List.of(),
                200);
    }

    private Chart costs() {
        double[] positions = {0, 1, 2};
        return new Chart(
                "costs",
                "Cost of each setting",
                null,
                null,
                new Axis("reduced by", "%", Scale.LINEAR, List.of(), -20.0, 20.0),
                List.of(new Axis(
                        "",
                        "",
                        Scale.CATEGORY,
                        List.of("a setting with a long name: " + name, "two", "three"),
                        null,
                        null)),
                List.of(
                        new Series(
                                "less",
                                Shape.ERROR_BARS,
                                "bad",
                                0,
                                new double[] {5, 9, 12},
                                positions,
                                new double[] {3, 2, 4},
                                List.of(),
                                List.of(new double[] {2, 7, -431.25}, new double[] {8, 11, 16})),
                        new Series(
                                "less",
                                Shape.SCATTER,
                                "bad",
                                0,
                                new double[] {5, 9, 12},
                                positions,
                                null,
                                List.of("5 %", "9 %", name),
                                List.of(new double[] {5, 9, -412.5})),
                        Series.of("more", Shape.SCATTER, "good", 0, new double[0], new double[0])),
                List.of(),
                List.of(),
                190);
    }

    private Chart curve() {
        return new Chart(
                "curve",
                "Delay against throughput",
                null,
                null,
                new Axis("BPS", "MB/s", Scale.LOG, List.of(), null, null),
                List.of(new Axis("DT", "ms", Scale.LINEAR, List.of(), 0.0, null)),
                List.of(new Series(
                        "p99",
                        Shape.SCATTER_LINE,
                        "p99",
                        0,
                        new double[] {1, 3, 10, 9.5},
                        new double[] {1, 1.2, 4, 9},
                        null,
                        List.of("1", "2", "4", name))),
                List.of(),
                List.of(),
                240);
    }

    private Chart emptyChart() {
        return time(
                "nothing",
                "Nothing was measured",
                List.of(axis("nothing", "")),
                List.of(new Series(
                        "none", Shape.LINE, "p50", 0, new double[] {1}, new double[] {Double.NaN}, null, List.of())));
    }

    private Table table() {
        return new Table(
                "table",
                "Table " + name,
                "A note " + name,
                List.of(Column.text("", "name"), Column.number("", "value", Unit.NONE, 1)),
                List.of(
                        Row.of(name, Cell.of(12.5, Tone.GOOD).below("±0.3")),
                        Row.of(
                                Cell.of("a-name-without-a-blank-".repeat(12), Tone.UNSURE)
                                        .below(name),
                                Cell.of(-3, Tone.BAD))),
                Detail.PAGE);
    }

    private static Chart time(String id, String title, List<Axis> ys, List<Series> series) {
        return new Chart(id, title, null, "time", TIME, ys, series, List.of(), List.of(), 220);
    }

    private static Axis axis(String name, String unit) {
        return new Axis(name, unit, Scale.LINEAR, List.of(), 0.0, null);
    }

    private static Series line(String name, Shape shape, String role, DoubleUnaryOperator y) {
        return new Series(name, shape, role, 0, seconds(), values(y), null, List.of());
    }

    private static double[] seconds() {
        return IntStream.range(0, SECONDS).asDoubleStream().toArray();
    }

    private static double[] values(DoubleUnaryOperator y) {
        return IntStream.range(0, SECONDS).asDoubleStream().map(y).toArray();
    }

    private static double[] column(List<double[]> rows, int column) {
        return rows.stream().mapToDouble(row -> row[column]).toArray();
    }
}
