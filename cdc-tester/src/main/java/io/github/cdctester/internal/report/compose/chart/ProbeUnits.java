// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.internal.yaml.YamlNode;
import io.github.cdctester.result.PlanResult;
import java.util.HashMap;
import java.util.Map;

/**
 * The units of probes. A result has them; of an older one they stand in its plan as it was written. Where that is not there or cannot be
 * read any more, units are not known, and numbers are shown without.
 */
public record ProbeUnits(Map<String, String> units) {

    public static final String BYTES = "bytes";

    private static final String NONE = "none";

    public ProbeUnits {
        units = Map.copyOf(units);
    }

    public static ProbeUnits of(PlanResult result) {
        Map<String, String> units = new HashMap<>(of(result.text()).units());
        units.putAll(result.whole().probeUnits());
        return new ProbeUnits(units);
    }

    /** Of a plan as it was written. */
    public static ProbeUnits of(String plan) {
        Map<String, String> units = new HashMap<>();
        if (!plan.isBlank()) {
            try {
                YamlFile.parse("the plan", plan, Map.of())
                        .get("probes")
                        .ifPresent(probes -> probes.entries().forEach((name, probe) -> units.put(name, unit(probe))));
            } catch (InvalidPlanException e) {
                return new ProbeUnits(Map.of()); // of another version: the page can do without
            }
        }
        return new ProbeUnits(units);
    }

    private static String unit(YamlNode probe) {
        String machine = probe.get("machine").map(YamlNode::text).orElse("").strip();
        String own = machine.startsWith("memory") ? BYTES : machine.startsWith("cpu") ? "percent" : NONE;
        String unit = probe.get("unit").map(YamlNode::text).orElse(own);
        boolean rate = probe.get("rate").map(YamlNode::text).orElse("").equals("true");
        return rate && !unit.equals(NONE) ? unit + "/s" : unit;
    }

    /** The unit of a probe; empty where it has none, or it is not known. */
    public String of(ProbeName series) {
        String unit = units.getOrDefault(series.probe(), NONE);
        return unit.equals(NONE) || series.isCount() ? "" : unit;
    }

    /** What a table says. */
    public static Unit unit(String unit) {
        return new Unit(shown(unit), 1 / factor(unit));
    }

    /** What an axis says: bytes are shown in MB. */
    static String shown(String unit) {
        return switch (unit) {
            case BYTES -> "MB";
            case BYTES + "/s" -> "MB/s";
            case "percent" -> "%";
            default -> unit;
        };
    }

    static double factor(String unit) {
        return unit.equals(BYTES) || unit.equals(BYTES + "/s") ? 1e-6 : 1;
    }

    /** A value as a sentence has it: bytes as MB, and what has no unit with the thousands and millions that it has. */
    public static String text(double value, String unit) {
        String shown = shown(unit);
        double number = Rounded.value(value * factor(unit));
        String digits = PlainText.number(number);
        return shown.isEmpty() ? digits : digits + " " + shown;
    }
}
