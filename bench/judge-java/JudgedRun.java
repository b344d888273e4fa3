// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code JudgedRun SIDE FILE} prints a line for a run's {@code result.json}; SIDE is {@code plain} or {@code judged}. {@code JudgedRun table FILE} prints a
 * table of such lines.
 */
final class JudgedRun {

    private JudgedRun() {}

    public static void main(String[] arguments) throws IOException {
        String text = Files.readString(Path.of(arguments[1]));
        if (arguments[0].equals("table")) {
            table(text.lines().map(line -> line.split(" ")).toList());
        } else {
            System.out.println(line(arguments[0], JsonMapper.builder().build().readTree(text)));
        }
    }

    private static String line(String side, JsonNode result) {
        JsonNode write = result.required("summary").required("write");
        JsonNode consumer = result.path("consumers").path(0);
        return String.format(
                Locale.ROOT,
                "%s %.1f %.2f %s %s",
                side,
                write.required("transactionsPerSecond").asDouble(),
                1e6
                        * result.required("summary")
                                .required("tester")
                                .required("cpuSeconds")
                                .asDouble()
                        / write.required("transactions").asLong(),
                result.required("verdict").required("status").asString(),
                consumer.path("delivery").asString("-"));
    }

    private static void table(List<String[]> runs) {
        System.out.println(
                "| | transactions/s | CPU of the tester, µs a transaction | the stream's verdict | the consumer's |");
        System.out.println("| --- | ---: | ---: | --- | --- |");
        for (String side : List.of("plain", "judged")) {
            List<String[]> runsOfSide =
                    runs.stream().filter(run -> run[0].equals(side)).toList();
            System.out.printf(
                    "| %s | %s | %s | %s | %s |%n",
                    side.equals("plain") ? "`run`, without a judge" : "`judge`",
                    median(runsOfSide, 1, "%,.0f"),
                    median(runsOfSide, 2, "%.1f"),
                    distinctValues(runsOfSide, 3),
                    distinctValues(runsOfSide, 4));
        }
        double[] ratios = new double[runs.size() / 2];
        for (int i = 0; i < ratios.length; i++) {
            String[] first = runs.get(2 * i);
            String[] second = runs.get(2 * i + 1);
            double ratio = Double.parseDouble(first[1]) / Double.parseDouble(second[1]);
            ratios[i] = first[0].equals("judged") ? ratio : 1 / ratio;
        }
        Arrays.sort(ratios);
        System.out.printf(
                Locale.ROOT,
                "%nJudged to plain, round by round: %.3f (%.3f–%.3f).%n",
                medianOfSorted(ratios),
                ratios[0],
                ratios[ratios.length - 1]);
    }

    private static String distinctValues(List<String[]> runs, int column) {
        return runs.stream().map(run -> run[column]).distinct().collect(Collectors.joining(", "));
    }

    private static String median(List<String[]> runs, int column, String format) {
        double[] values = runs.stream()
                .mapToDouble(run -> Double.parseDouble(run[column]))
                .sorted()
                .toArray();
        return String.format(
                Locale.ROOT,
                format + " (" + format + "–" + format + ")",
                medianOfSorted(values),
                values[0],
                values[values.length - 1]);
    }

    private static double medianOfSorted(double[] sorted) {
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
