// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.internal.text.PlainText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The dimension of a number in a result, with its units. The unit with factor 1 is the unit in result.json. */
public enum Dimension {
    MILLIS("a duration", "ms", "Millis", Map.of("ns", 1e-6, "us", 1e-3, "ms", 1.0, "s", 1e3, "m", 6e4, "h", 3.6e6)),
    MICROS("a duration", "us", "Micros", Map.of("ns", 1e-3, "us", 1.0, "ms", 1e3, "s", 1e6, "m", 6e7, "h", 3.6e9)),
    SECONDS("a duration", "s", "Seconds", Map.of("ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1.0, "m", 60.0, "h", 3600.0)),
    BYTES("a number of bytes", "B", "", bytes()),
    BYTES_PER_SECOND("a number of bytes", "B", "", bytes()),
    PERCENT("a percentage", "%", "Percent", Map.of("%", 1.0)),
    COUNT("a plain number", "", "", Map.of()),
    PER_SECOND("a plain number", "", "", Map.of());

    private final String description;
    private final String jsonUnit;
    private final String nameSuffix;

    @SuppressWarnings("ImmutableEnumChecker") // immutable, created by Map.of and Map.ofEntries
    private final Map<String, Double> units;

    Dimension(String description, String jsonUnit, String nameSuffix, Map<String, Double> units) {
        this.description = description;
        this.jsonUnit = jsonUnit;
        this.nameSuffix = nameSuffix;
        this.units = units;
    }

    /** Returns {@code delay.p99} for {@code delay.p99Millis}. The suffix {@code Seconds} stays. */
    String nameWithoutUnit(String name) {
        return this == SECONDS ? name : name.replace(nameSuffix, "");
    }

    /**
     * @param unit empty for the unit of result.json
     * @throws IllegalArgumentException if the unit does not belong to this dimension, or if a duration other than 0 has no
     *     unit. Such a duration is ambiguous, because options default to seconds, and results use milliseconds
     */
    public double inJsonUnit(double number, String unit) {
        if (isRate() && unit.endsWith("/s")) {
            return inJsonUnit(number, unit.substring(0, unit.length() - 2));
        }
        if (unit.isEmpty()) {
            if (isDuration() && number != 0) {
                String numberText = plain(number);
                throw new IllegalArgumentException(
                        "a duration needs its unit, such as " + numberText + "ms or " + numberText + "s");
            }
            return number;
        }
        // U+00B5 and U+03BC are both used as the sign for micro
        String plainUnit = unit.toLowerCase(Locale.ROOT).replace('\u00b5', 'u').replace('\u03bc', 'u');
        boolean isBits = isBytes() && unit.matches(".+b"); // Mb is a megabit
        Double factor = isBits ? null : units.get(plainUnit);
        if (factor == null) {
            throw new IllegalArgumentException("the unit '" + unit + "' does not fit " + description
                    + (units.isEmpty() ? ", which has none" : ": give one of " + String.join(", ", unitNames())));
        }
        return number * factor;
    }

    private boolean isDuration() {
        return this == MILLIS || this == MICROS || this == SECONDS;
    }

    boolean hasUnits() {
        return !units.isEmpty();
    }

    public boolean isRate() {
        return this == PER_SECOND || this == BYTES_PER_SECOND;
    }

    /** Returns true if this is a duration and the name contains its unit, such as {@code p99Millis}. */
    public boolean isUnitInName(String name) {
        return isDuration() && name.matches("(?i).*" + nameSuffix + "(\\.(min|avg|max))?");
    }

    public String text(double value) {
        boolean isMegabytes = isBytes() && Math.abs(value) >= 1e6;
        return isMegabytes ? withUnit(plain(value / 1e6), "MB") : withUnit(plain(value), jsonUnit);
    }

    /** Omits the rounding if it would make {@code value} look like {@code bound}. */
    public String text(double value, double bound) {
        boolean looksEqual = value != bound && text(value).equals(text(bound));
        return looksEqual ? withUnit(PlainText.number(value), jsonUnit) : text(value);
    }

    private String withUnit(String number, String unit) {
        return number + (unit.isEmpty() ? "" : " " + unit) + (isRate() ? "/s" : "");
    }

    private boolean isBytes() {
        return this == BYTES || this == BYTES_PER_SECOND;
    }

    private static String plain(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceAll("\\.?0+$", "");
    }

    private Iterable<String> unitNames() {
        return isBytes() ? List.of("B", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB") : unitsByFactor();
    }

    private Iterable<String> unitsByFactor() {
        TreeMap<Double, String> byFactor = new TreeMap<>();
        units.forEach((name, factor) -> byFactor.put(factor, name));
        return byFactor.values();
    }

    private static Map<String, Double> bytes() {
        return Map.ofEntries(
                Map.entry("b", 1.0),
                Map.entry("kb", 1e3),
                Map.entry("mb", 1e6),
                Map.entry("gb", 1e9),
                Map.entry("tb", 1e12),
                Map.entry("kib", 1_024.0),
                Map.entry("mib", 1_048_576.0),
                Map.entry("gib", 1_073_741_824.0));
    }
}
