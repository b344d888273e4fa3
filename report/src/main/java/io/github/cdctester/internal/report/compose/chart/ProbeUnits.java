// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.internal.yaml.YamlNode;
import io.github.cdctester.result.PlanResult;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The units of probes, from the result or else from the plan's text. Numbers have no unit if the text is missing or unreadable.
 */
public record ProbeUnits(Map<String, String> units) {

    public static final String BYTES = "bytes";

    private static final String NONE = "none";

    /** Byte values that are usually based on powers of two, such as 512 MiB. */
    private static final String MIB = BYTES + " in MiB";

    private static final String GIB = BYTES + " in GiB";
    private static final double MIB_BYTES = 1 << 20;
    private static final double GIB_BYTES = 1 << 30;

    public ProbeUnits {
        units = Map.copyOf(units);
    }

    public static ProbeUnits of(PlanResult result) {
        Map<String, String> units = new HashMap<>(of(result.text()).units());
        units.putAll(result.whole().probeUnits());
        return new ProbeUnits(units);
    }

    public static ProbeUnits of(String plan) {
        Map<String, String> units = new HashMap<>();
        if (!plan.isBlank()) {
            try {
                YamlFile.parse("the plan", plan, Map.of())
                        .get("probes")
                        .ifPresent(probes -> probes.entries().forEach((name, probe) -> units.put(name, unit(probe))));
            } catch (InvalidPlanException e) {
                return new ProbeUnits(Map.of()); // the plan is from another version; the page is complete without units
            }
        }
        return new ProbeUnits(units);
    }

    private static String unit(YamlNode probe) {
        String machine = probe.get("machine").map(YamlNode::text).orElse("").strip();
        String defaultUnit = machine.startsWith("memory") ? BYTES : machine.startsWith("cpu") ? "percent" : NONE;
        String unit = probe.get("unit").map(YamlNode::text).orElse(defaultUnit);
        boolean isRate = probe.get("rate").map(YamlNode::text).orElse("").equals("true");
        return isRate && !unit.equals(NONE) ? unit + "/s" : unit;
    }

    /** Returns empty for the number of targets, and if the unit is unknown. */
    public String ofSeries(String series) {
        String unit = units.getOrDefault(series.split("\\.", 2)[0], NONE);
        return unit.equals(NONE) || series.matches("[^.]*\\.count") ? "" : unit;
    }

    public static Unit unit(String unit, double... values) {
        String displayUnit = displayUnit(unit, values);
        return new Unit(displayText(displayUnit), 1 / factor(displayUnit));
    }

    /** Returns MiB or GiB if {@code unit} is bytes and all values are multiples of 1 MiB, but not all 0. */
    static String displayUnit(String unit, double... values) {
        boolean isBinary = unit.equals(BYTES)
                && Arrays.stream(values).allMatch(value -> Double.isNaN(value) || value % MIB_BYTES == 0)
                && Arrays.stream(values).anyMatch(value -> value > 0);
        if (!isBinary) {
            return unit;
        }
        return Arrays.stream(values).anyMatch(value -> value >= GIB_BYTES) ? GIB : MIB;
    }

    static String displayText(String unit) {
        return switch (unit) {
            case BYTES -> "MB";
            case MIB -> "MiB";
            case GIB -> "GiB";
            case BYTES + "/s" -> "MB/s";
            case "percent" -> "%";
            default -> unit;
        };
    }

    static double factor(String unit) {
        return switch (unit) {
            case BYTES, BYTES + "/s" -> 1e-6;
            case MIB -> 1 / MIB_BYTES;
            case GIB -> 1 / GIB_BYTES;
            default -> 1;
        };
    }

    public static String text(double value, String unit) {
        String displayUnit = displayUnit(unit, value);
        String symbol = displayText(displayUnit);
        double scaled = value * factor(displayUnit);
        double number = displayUnit.equals(unit)
                ? Rounding.value(scaled)
                : scaled; // binary sizes such as 22.375 GiB are not rounded
        String digits = PlainText.withThousandsSeparators(PlainText.number(number));
        return symbol.isEmpty() ? digits : digits + " " + symbol;
    }
}
