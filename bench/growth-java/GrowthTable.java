// SPDX-License-Identifier: Apache-2.0
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.meter.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code GrowthTable line NODES RESULT NODES-OUTPUT GC-LOG TICKS RSS BEFORE AFTER} prints one line with the figures of a run:
 * nodes, CPU of the coordinator in cores, heap after a collection and resident set in MiB (maxima), latest second in ms, missed
 * seconds. TICKS: clock ticks per second. RSS: maximum resident set in KiB. BEFORE and AFTER: CPU time of the coordinator in
 * ticks and time of day in µs, separated by a blank. {@code GrowthTable table LINES RECORDING} prints a table of such lines.
 */
final class GrowthTable {

    private static final Pattern LATEST_SECOND = Pattern.compile("and came up to (\\d+) ms late");
    private static final Pattern HEAP_AFTER_COLLECTION = Pattern.compile("->(\\d+)M\\(");

    private GrowthTable() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("line")) {
            System.out.println(line(arguments));
        } else {
            table(Files.readAllLines(Path.of(arguments[1])).stream()
                    .map(line -> line.split(" "))
                    .toList());
            Recording recording = Recording.read(Path.of(arguments[2]));
            System.out.printf(
                    Locale.ROOT,
                    "%nA message of a second tells of %.0f transactions, and has %.1f KB.%n",
                    recording.seconds().stream()
                            .mapToLong(done -> done.counts().get(Metric.WRITE_TRANSACTIONS))
                            .average()
                            .orElseThrow(),
                    recording.seconds().stream()
                                    .mapToInt(done -> new WriteProgress(1, done).encode().length)
                                    .average()
                                    .orElseThrow()
                            / 1e3);
        }
    }

    private static String line(String[] arguments) throws IOException {
        JsonNode result = JsonMapper.shared().readTree(Files.readString(Path.of(arguments[2])));
        JsonNode summary = result.required("summary");
        long transactions = summary.required("write").required("transactions").asLong();
        long received =
                Long.parseLong(firstGroup(Pattern.compile("told (\\d+)"), Files.readString(Path.of(arguments[3]))));
        if (transactions != received) {
            throw new IllegalStateException(
                    "the nodes told of " + received + " transactions, and the result has " + transactions);
        }
        long heap = 0;
        Matcher heapSizes = HEAP_AFTER_COLLECTION.matcher(Files.readString(Path.of(arguments[4])));
        while (heapSizes.find()) {
            heap = Math.max(heap, Long.parseLong(heapSizes.group(1)));
        }
        String[] before = arguments[7].split(" ");
        String[] after = arguments[8].split(" ");
        double cpuSeconds =
                (Double.parseDouble(after[0]) - Double.parseDouble(before[0])) / Double.parseDouble(arguments[5]);
        double seconds = (Double.parseDouble(after[1]) - Double.parseDouble(before[1])) / 1e6;
        return String.format(
                Locale.ROOT,
                "%s %.4f %d %.0f %s %d",
                arguments[1],
                cpuSeconds / seconds,
                heap,
                Double.parseDouble(arguments[6]) / 1024,
                firstGroup(LATEST_SECOND, result.toString()),
                summary.required("tester").required("missedTicks").asLong());
    }

    private static String firstGroup(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern);
        }
        return matcher.group(1);
    }

    private static void table(List<String[]> lines) {
        System.out.println(
                "| nodes | CPU of the coordinator, cores | a node and second more, ms | heap after a collection, at"
                        + " most, MiB | resident set, at most, MiB | latest second, ms late | seconds not taken in time"
                        + " |");
        System.out.println("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        List<String> sizes = lines.stream().map(line -> line[0]).distinct().toList();
        double coresOfFirstSize = Double.NaN;
        for (String size : sizes) {
            List<String[]> linesOfSize =
                    lines.stream().filter(line -> line[0].equals(size)).toList();
            double cores = median(linesOfSize, 1);
            int additionalNodes = Integer.parseInt(size) - Integer.parseInt(sizes.get(0));
            coresOfFirstSize = Double.isNaN(coresOfFirstSize) ? cores : coresOfFirstSize;
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %s | %s | %s |%n",
                    size,
                    spread(linesOfSize, 1, "%.3f"),
                    additionalNodes == 0
                            ? ""
                            : String.format(Locale.ROOT, "%.2f", 1_000 * (cores - coresOfFirstSize) / additionalNodes),
                    spread(linesOfSize, 2, "%.0f"),
                    spread(linesOfSize, 3, "%.0f"),
                    spread(linesOfSize, 4, "%.0f"),
                    linesOfSize.stream().map(line -> line[5]).collect(Collectors.joining(", ")));
        }
    }

    private static double median(List<String[]> lines, int column) {
        double[] values = values(lines, column);
        Arrays.sort(values);
        return values.length % 2 == 1
                ? values[values.length / 2]
                : (values[values.length / 2 - 1] + values[values.length / 2]) / 2;
    }

    private static String spread(List<String[]> lines, int column, String format) {
        double[] values = values(lines, column);
        return String.format(
                Locale.ROOT,
                format + " (" + format + "–" + format + ")",
                median(lines, column),
                Arrays.stream(values).min().orElseThrow(),
                Arrays.stream(values).max().orElseThrow());
    }

    private static double[] values(List<String[]> lines, int column) {
        return lines.stream()
                .mapToDouble(line -> Double.parseDouble(line[column]))
                .toArray();
    }
}
