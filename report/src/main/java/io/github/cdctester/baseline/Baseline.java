// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.baseline;

import io.github.cdctester.baseline.Baseline.BaselineCheck.Figure;
import io.github.cdctester.baseline.Baseline.BaselineCheck.Mark;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.baseline.MachineClass;
import io.github.cdctester.internal.baseline.NightFile;
import io.github.cdctester.internal.baseline.NightFile.Night;
import io.github.cdctester.internal.value.ExpectedParts;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.Comparison.Better;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.ServerSummary;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of earlier runs of one test, in a JSON file that users commit with their tests. The file groups them by test, machine
 * class and server.
 *
 * <pre>{@code
 * Baseline.in(Path.of("src/test/baselines.json"), "orders").check(runs).orThrow();
 * }</pre>
 *
 * <p>The system property {@value #UPDATE} decides how the file is used; see {@code docs/compare.md}. Instances are immutable. Checks
 * that use the same file must not run at the same time.
 */
public final class Baseline {

    /**
     * Selects how the file is used. {@code false}, the default, only compares. {@code nightly} compares, and adds the measurements if
     * no figure became worse or better. {@code true} adds the measurements, and accepts changes, except a missing value or a rate of 0.
     */
    public static final String UPDATE = "cdctester.updateBaselines";

    /** The system property that names this machine's class. Equal machines can share a name. */
    public static final String MACHINE = "cdctester.machine";

    /** Stored for each night in addition to the judged figures. A figure is omitted if a run has no value above 0. */
    private static final List<ResultValue> RECORDED_FIGURES = List.of(
            ResultValues.WRITE_TPS,
            ResultValues.LATENCY.p50(),
            ResultValues.LATENCY.p99(),
            ResultValues.CDC_TPS,
            ResultValues.CDC_EPS,
            ResultValues.CDC_BPS,
            ResultValues.DELAY.p50(),
            ResultValues.DELAY.p95(),
            ResultValues.DELAY.p99());

    /** The list is short, because every additional figure makes each judgement less certain. */
    private static final List<ResultValue> WITH_WRITES =
            List.of(ResultValues.WRITE_TPS, ResultValues.LATENCY.p99(), ResultValues.DELAY.p99());

    private static final List<ResultValue> WITHOUT_WRITES = List.of(ResultValues.CDC_EPS, ResultValues.DELAY.p99());

    private static final double DEFAULT_ALLOWED_PERCENT = 5;

    private static final double MAX_ALLOWED_PERCENT = 90;

    private static final Pattern MAJOR_MINOR = Pattern.compile("\\d+\\.\\d+");

    private final NightFile file;
    private final String test;
    private final List<ResultValue> judgedFigures;
    private final double allowedPercent;

    private Baseline(NightFile file, String test, List<ResultValue> judgedFigures, double allowedPercent) {
        this.file = file;
        this.test = test;
        this.judgedFigures = judgedFigures;
        this.allowedPercent = allowedPercent;
    }

    /**
     * Creates the baseline of one test in a file.
     *
     * @param file the file; neither it nor its directory needs to exist
     * @param test a name for the measurement; it must stay the same from night to night
     * @return the baseline of the test, which may be empty
     * @throws InvalidPlanException if the name is blank
     */
    public static Baseline in(Path file, String test) {
        if (test.isBlank()) {
            throw new InvalidPlanException("test", test, "a name that stays the same");
        }
        return new Baseline(new NightFile(file), test, List.of(), DEFAULT_ALLOWED_PERCENT);
    }

    /**
     * Sets the figures that decide whether a check passes. Default: the transactions per second of the write side, and the 99th
     * percentiles of latency and delay time; without writes, the events per second of the stream and the 99th percentile of its delay
     * time.
     *
     * @param figures names of rates or durations, written as in limits, such as {@code cdc.bytesPerSecond} or {@code delay.p95}
     * @throws InvalidPlanException if a figure does not exist, or no figure is given
     */
    public Baseline judging(String... figures) {
        if (figures.length == 0) {
            throw new InvalidPlanException("figures", "empty", "one figure or more, such as delay.p99");
        }
        Map<String, ResultValue> values = new LinkedHashMap<>();
        for (String figure : figures) {
            try {
                ResultValue value = ResultValues.of(figure);
                values.put(value.name(), value);
            } catch (IllegalArgumentException e) {
                throw new InvalidPlanException(
                        "figures", "'" + figure + "'", "the name of a figure: " + e.getMessage());
            }
        }
        return new Baseline(file, test, List.copyOf(values.values()), allowedPercent);
    }

    /**
     * Sets the allowance: a smaller change counts as no change, even if it exceeds the noise.
     *
     * @param percent largest ignored change in percent, for the worse or the better, 0 to 90; default 5
     * @throws InvalidPlanException if the percentage is out of range
     */
    public Baseline allowing(double percent) {
        if (!(percent >= 0 && percent <= MAX_ALLOWED_PERCENT)) {
            throw new InvalidPlanException("allowing", percent, "a percentage from 0 to 90");
        }
        return new Baseline(file, test, judgedFigures, percent);
    }

    /**
     * Compares one run with the nights in the file; see {@link #check(List)}. The outcome is less certain than with five runs.
     *
     * @param run a complete run
     */
    public BaselineCheck check(RunResult run) {
        return check(List.of(run));
    }

    /**
     * Compares tonight's runs with the nights in the file, and adds them if {@value #UPDATE} allows it. Without earlier nights of this
     * test, machine class and server, the check passes.
     *
     * @param runs one or more repeats of the same plan; five are recommended
     * @throws InvalidPlanException if there is no run, a run was interrupted, the runs used different servers, a judged figure without
     *     a baseline is about a load or consumer that no run has, or a system property has an invalid value
     * @throws RunFailedException if the file cannot be read or written
     */
    public BaselineCheck check(List<RunResult> runs) {
        UpdateMode mode = UpdateMode.current();
        Night tonight = night(runs);
        List<Night> nights = file.read();
        List<Night> earlierNights =
                nights.stream().filter(tonight::isComparableWith).toList();
        rejectUnknownParts(runs, earlierNights);
        List<ResultValue> judged = judgedFigures.isEmpty() ? defaultFigures(runs) : judgedFigures;
        List<String> names = judged.stream().map(ResultValue::name).toList();
        NightJudge judge = new NightJudge(earlierNights, tonight, allowedPercent);
        List<Figure> figures = earlierNights.isEmpty()
                ? List.of()
                : withLostFigures(
                        mode == UpdateMode.ACCEPT
                                ? judge.figuresToAccept(names)
                                : judge.figures(names, mode == UpdateMode.NIGHTLY),
                        judged,
                        runs);
        boolean isChanged = figures.stream().anyMatch(CheckMessage::isChange);
        boolean isWorse = figures.stream().anyMatch(figure -> figure.mark() == Mark.WORSE);
        boolean isAdded = mode == UpdateMode.ACCEPT || mode == UpdateMode.NIGHTLY && !isChanged;
        if (isAdded) {
            int level = earlierNights.isEmpty()
                    ? 0
                    : earlierNights.get(earlierNights.size() - 1).level();
            file.add(tonight.withLevel(figures.stream().anyMatch(CheckMessage::isMeasuredChange) ? level + 1 : level));
        }
        String message = new CheckMessage(file.path(), tonight, mode, allowedPercent)
                .text(
                        nights.stream()
                                .filter(night -> night.test().equals(test))
                                .toList(),
                        earlierNights.size(),
                        figures);
        return new BaselineCheck(
                test, tonight.machine(), tonight.server(), figures, !isWorse || mode == UpdateMode.ACCEPT, message);
    }

    /** Such a figure would never be compared. With a baseline, the figure is lost instead. */
    private void rejectUnknownParts(List<RunResult> runs, List<Night> earlierNights) {
        Set<String> loads = new TreeSet<>();
        Set<String> consumers = new TreeSet<>();
        for (RunResult run : runs) {
            run.plan().loads().forEach(load -> loads.add(load.name()));
            run.consumers().forEach(consumer -> consumers.add(consumer.name()));
        }
        for (ResultValue figure : judgedFigures) {
            String load = figure.load();
            String consumer = figure.consumer();
            String expected = load != null && !loads.contains(load)
                    ? ExpectedParts.load(load, loads)
                    : consumer != null && !consumers.contains(consumer) ? ExpectedParts.consumer(consumers) : null;
            if (expected != null
                    && earlierNights.stream().noneMatch(night -> night.figures().containsKey(figure.name()))) {
                throw new InvalidPlanException("figures", "'" + figure.name() + "'", expected);
            }
        }
    }

    /**
     * Marks figures as worse if they have a baseline, and a run did not measure them or has a rate of 0. A stalled server or stream
     * must not pass as noise.
     */
    private static List<Figure> withLostFigures(List<Figure> figures, List<ResultValue> judged, List<RunResult> runs) {
        Set<String> lostNames = judged.stream()
                .filter(value -> runs.stream().anyMatch(run -> isLost(value, run)))
                .map(ResultValue::name)
                .collect(Collectors.toSet());
        return figures.stream()
                .map(figure -> figure.baseline() != null && lostNames.contains(figure.name())
                        ? new Figure(figure.name(), 0, figure.baseline(), null, null, null, null, Mark.WORSE)
                        : figure)
                .toList();
    }

    private static boolean isLost(ResultValue figure, RunResult run) {
        Double value = figure.valueIn(run);
        return value == null || value == 0 && figure.better() != Better.LOWER;
    }

    private static List<ResultValue> defaultFigures(List<RunResult> runs) {
        return runs.stream().allMatch(run -> run.summary().write() == null) ? WITHOUT_WRITES : WITH_WRITES;
    }

    private Night night(List<RunResult> runs) {
        if (runs.isEmpty()) {
            throw new InvalidPlanException("runs", "empty", "one run or more");
        }
        for (RunResult run : runs) {
            if (run.interrupted()) {
                throw new InvalidPlanException(
                        "runs", "interrupted (" + run.interruptedBecause() + ")", "complete runs");
            }
        }
        List<String> servers =
                runs.stream().map(run -> server(run.server())).distinct().toList();
        if (servers.size() > 1) {
            throw new InvalidPlanException(
                    "runs", "of " + String.join(" and ", servers), "repeats of the same run, at one server");
        }
        Map<String, List<Double>> figures = new TreeMap<>();
        Map<String, String> delaySources = new TreeMap<>();
        for (ResultValue figure :
                Stream.concat(RECORDED_FIGURES.stream(), judgedFigures.stream()).toList()) {
            List<Double> values = runs.stream()
                    .map(figure::valueIn)
                    .filter(value -> value != null && value > 0)
                    .toList();
            if (values.size() == runs.size()) {
                figures.put(figure.name(), values);
                String sources = runs.stream()
                        .map(figure::sourceIn)
                        .filter(Objects::nonNull)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(" and "));
                if (!sources.isEmpty()) {
                    delaySources.put(figure.name(), sources);
                }
            }
        }
        String date = runs.get(runs.size() - 1)
                .startedAt()
                .atZone(ZoneOffset.UTC)
                .toLocalDate()
                .toString();
        return new Night(test, MachineClass.current(), servers.get(0), 0, date, figures, delaySources);
    }

    private static String server(ServerSummary server) {
        Matcher version = MAJOR_MINOR.matcher(server.version());
        return server.flavor().name().toLowerCase(Locale.ROOT) + "-" + (version.find() ? version.group() : "unknown");
    }

    /**
     * The comparison of tonight's figures with the baseline.
     *
     * @param test the test's name
     * @param machine the class of this machine
     * @param server such as {@code mysql-9.7}
     * @param figures one row per judged figure; none without earlier nights
     * @param held true if no figure became worse, or if the change was accepted
     * @param message text for the user: one line, and one more for each figure that changed or could not be judged
     */
    public record BaselineCheck(
            String test, String machine, String server, List<Figure> figures, boolean held, String message) {

        public BaselineCheck {
            figures = List.copyOf(figures);
        }

        /** The judgement of a figure. */
        public enum Mark {
            /** The figure improved by more than the noise and the allowance. */
            BETTER,
            /** The change is within the noise or within the allowance. */
            SAME,
            /** The figure became worse by more than the noise and the allowance, or a run lost it: it has no value, or a rate of 0. */
            WORSE,
            /** Not judged: the figure has no baseline, or there are too few nights to estimate the noise. */
            UNKNOWN
        }

        /**
         * A figure compared with the earlier nights.
         *
         * @param name name of the figure in result.json, below {@code summary}
         * @param nights number of latest nights that are judged together, including tonight; 0 if the figure was not compared
         * @param baseline geometric mean of the figure's nights since the last accepted change, or before that change if no later night
         *     has the figure; {@code null} if no night has it
         * @param measured the geometric mean of tonight's runs; {@code null} if a run has no value above 0
         * @param changePercent the change from the earlier nights to the judged nights; {@code null} if the figure was not compared
         * @param lowPercent the lower end of the change's confidence interval; {@code null} if the figure was not compared
         * @param highPercent the upper end of the interval; {@code null} if the figure was not compared
         * @param mark the outcome
         */
        public record Figure(
                String name,
                int nights,
                @Nullable Double baseline,
                @Nullable Double measured,
                @Nullable Double changePercent,
                @Nullable Double lowPercent,
                @Nullable Double highPercent,
                Mark mark) {}

        /**
         * Fails the test if a figure became worse and the change was not accepted.
         *
         * @return this check, if it passed
         * @throws AssertionError with the message, if the check failed
         */
        public BaselineCheck orThrow() {
            if (!held) {
                throw new AssertionError(message);
            }
            return this;
        }
    }

    enum UpdateMode {
        COMPARE,
        /** Adds tonight's measurements if no figure changed. */
        NIGHTLY,
        /** Always adds tonight's measurements. */
        ACCEPT;

        static UpdateMode current() {
            String setting = System.getProperty(UPDATE, "false");
            return switch (setting.toLowerCase(Locale.ROOT)) {
                case "false" -> COMPARE;
                case "nightly" -> NIGHTLY;
                case "true" -> ACCEPT;
                default ->
                    throw new InvalidPlanException(
                            UPDATE, setting, "false (compare), nightly (compare, and add) or true (accept)");
            };
        }
    }
}
