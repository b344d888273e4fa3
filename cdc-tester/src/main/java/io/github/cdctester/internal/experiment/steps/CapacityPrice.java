// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.steps;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.LimitValue;
import io.github.cdctester.internal.yaml.NearNames;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a capacity costs that a probe reads.
 *
 * @param series the probe, or a part of its series with all below it: {@code pcu}, {@code nodes.pcu}, {@code nodes.count}
 * @param text as it was written
 * @param perHour of one {@code unit}
 * @param currency such as {@code $} or {@code CNY}; empty where none was named
 * @param unit such as {@code PCU} or {@code GB}
 * @param unitSize how many of the probe's numbers are one unit
 */
public record CapacityPrice(String series, String text, double perHour, String currency, String unit, double unitSize) {

    private static final Pattern FORM =
            Pattern.compile("([^\\d\\s.,+-]{0,4})\\s*(\\d{1,9}(?:\\.\\d{1,12})?)\\s*([A-Za-z]{3})?\\s*"
                    + "/\\s*([\\p{L}][\\p{L}\\p{N}_]{0,31})-(second|minute|hour|day)");
    private static final Map<String, Double> PER_HOUR =
            Map.of("second", 3_600.0, "minute", 60.0, "hour", 1.0, "day", 1 / 24.0);
    private static final String COUNT = ".count";

    /**
     * Reads a price of a plan's probe.
     *
     * @param units by the probes' names; of rates, per second
     * @throws InvalidPlanException of the property {@code price}
     */
    public static CapacityPrice parse(String series, String text, Map<String, String> units) {
        String probe = probe(series);
        String unit = units.get(probe);
        if (units.isEmpty()) {
            throw new InvalidPlanException("price", "no probe is named '" + probe + "': there are none");
        }
        if (unit == null) {
            throw new InvalidPlanException(
                    "price", series, "a price of one of the probes " + NearNames.oneOf(probe, units.keySet()));
        }
        if (unit.endsWith("/s")) {
            throw new InvalidPlanException("price", series, "a price of a capacity, not of a rate");
        }
        return parse(series, text, unit);
    }

    static CapacityPrice parse(String series, String text, String probeUnit) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw wrong(
                    text, "an amount for a unit and a time, such as 0.0625/PCU-hour, $0.35/GB-hour or 2 CNY/node-day");
        }
        String unit = form.group(4);
        double size = 1;
        if (!probeUnit.equals("none") && !series.endsWith(COUNT)) {
            try {
                size = LimitValue.parse("price", "1" + unit, probeUnit).value();
            } catch (InvalidPlanException e) {
                throw wrong(text, "for a unit of the probe's numbers, " + probeUnit);
            }
        }
        double perHour = Double.parseDouble(form.group(2)) * PER_HOUR.getOrDefault(form.group(5), 1.0);
        String currency = form.group(1).isEmpty() && form.group(3) != null ? form.group(3) : form.group(1);
        return new CapacityPrice(series, text.strip(), perHour, currency, unit, size);
    }

    private static InvalidPlanException wrong(String text, String expected) {
        return new InvalidPlanException("price", text, expected);
    }

    /** The probe that a series is of. */
    static String probe(String series) {
        int dot = series.indexOf('.');
        return dot < 0 ? series : series.substring(0, dot);
    }

    /** The capacity of a second, in the probe's unit: the sum of its series; no number where none was read. */
    double capacity(Map<String, Double> readings) {
        return readings.entrySet().stream()
                .filter(one -> one.getKey().equals(series)
                        || one.getKey().startsWith(series + ".")
                                && !one.getKey().equals(probe(series) + COUNT))
                .mapToDouble(Map.Entry::getValue)
                .reduce(Double::sum)
                .orElse(Double.NaN);
    }
}
