// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.LimitValue;
import io.github.cdctester.internal.report.compose.chart.ProbeName;
import io.github.cdctester.internal.report.compose.chart.ProbeUnits;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.internal.yaml.YamlNode;
import io.github.cdctester.result.PlanResult.Scaling.Price;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The price of a capacity that a probe measures.
 *
 * @param series the probe, or a prefix of the names of its series: {@code pcu}, {@code nodes.pcu}, {@code nodes.count}
 * @param unitSize the probe's value that corresponds to one unit of the price
 */
public record CapacityPrice(String series, Price price, double unitSize) {

    private static final Pattern PRICE_PATTERN =
            Pattern.compile("([^\\d\\s.,+-]{0,4})\\s*(\\d{1,9}(?:\\.\\d{1,12})?)\\s*([A-Za-z]{3})?\\s*"
                    + "/\\s*([\\p{L}][\\p{L}\\p{N}_]{0,31})-(second|minute|hour|day)");
    private static final Map<String, Double> PERIODS_PER_HOUR =
            Map.of("second", 3_600.0, "minute", 60.0, "hour", 1.0, "day", 1 / 24.0);
    private static final String COUNT_SUFFIX = ".count";

    /**
     * @param units units of the probes by name; units of rates end with {@code /s}
     * @throws InvalidPlanException about the property {@code price}, if the probe or the price is invalid
     */
    static CapacityPrice parse(String series, String text, Map<String, String> units) {
        String probe = probeName(series);
        String probeUnit = units.get(probe);
        if (probeUnit == null) {
            throw units.isEmpty()
                    ? new InvalidPlanException("price", "no probe is named '" + probe + "': there are none")
                    : invalid(series, "a price of one of the probes " + NearNames.oneOf(probe, units.keySet()));
        }
        if (probeUnit.endsWith("/s")) {
            throw invalid(series, "a price of a capacity, not of a rate");
        }
        Matcher match = PRICE_PATTERN.matcher(text.strip());
        if (!match.matches()) {
            throw invalid(
                    text, "an amount for a unit and a time, such as 0.0625/PCU-hour, $0.35/GB-hour or 2 CNY/node-day");
        }
        String unit = match.group(4);
        double size = 1;
        if (!probeUnit.equals("none") && !series.endsWith(COUNT_SUFFIX)) {
            try {
                size = LimitValue.parse("price", "1" + unit, probeUnit).value();
            } catch (InvalidPlanException e) {
                throw invalid(text, "for a unit of the probe's numbers, " + probeUnit);
            }
        }
        double perHour = Double.parseDouble(match.group(2)) * PERIODS_PER_HOUR.getOrDefault(match.group(5), 1.0);
        String currency = match.group(1).isEmpty() && match.group(3) != null ? match.group(3) : match.group(1);
        return new CapacityPrice(series, new Price(text.strip(), perHour, currency, unit), size);
    }

    /** An override replaces the price of its series, or adds a price if the series has none. */
    public static List<CapacityPrice> parseAll(
            Map<String, YamlNode> planPrices, Map<String, String> overrides, Map<String, String> units) {
        Map<String, CapacityPrice> prices = new LinkedHashMap<>();
        planPrices.forEach((series, node) ->
                prices.put(series, node.withErrorsAtNode(() -> parse(series, node.text(), units))));
        overrides.forEach((series, text) -> prices.put(series, parse(series, text, units)));
        return List.copyOf(prices.values());
    }

    /** If the prices in the stored plan are invalid, only the overrides are used. */
    public static List<CapacityPrice> parseAll(String plan, Map<String, String> overrides) {
        Map<String, String> units = ProbeUnits.of(plan).units();
        try {
            YamlNode root = YamlFile.parse("the plan", plan, Map.of());
            return parseAll(root.get("price").map(YamlNode::entries).orElse(Map.of()), overrides, units);
        } catch (InvalidPlanException e) {
            return parseAll(Map.of(), overrides, units);
        }
    }

    private static InvalidPlanException invalid(String value, String expected) {
        return new InvalidPlanException("price", value, expected);
    }

    static String probeName(String series) {
        return series.split("\\.", 2)[0];
    }

    /** Returns the name of the series that counts the probe's targets. */
    String countSeries() {
        return probeName(series) + COUNT_SUFFIX;
    }

    /** Returns false for a prefix of the targets' names: the probe counts all its targets. */
    boolean isOfAllTargets(Map<String, PerSecondColumn> columns) {
        Map<String, DoubleSummaryStatistics> values = new LinkedHashMap<>();
        columns.forEach((name, column) -> values.put(
                name, Arrays.stream(column.valuesAt(column.knownIndexes())).summaryStatistics()));
        return series.equals(probeName(series))
                || !series.equals(countSeries())
                        && ProbeName.of(values).values().stream()
                                .anyMatch(name -> series.equals(name.probe() + "." + name.column()));
    }

    /** The probe's {@code .count} is excluded unless it is the capacity. */
    boolean includes(String name) {
        return name.equals(series) || name.startsWith(series + ".") && !name.equals(countSeries());
    }
}
