// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The dimension of a number of the result. Its own unit, with the factor 1, is the one in result.json. */
enum Dimension {
    MILLIS("a duration", "ms", Map.of("ns", 1e-6, "us", 1e-3, "ms", 1.0, "s", 1e3, "m", 6e4, "h", 3.6e6)),
    MICROS("a duration", "us", Map.of("ns", 1e-3, "us", 1.0, "ms", 1e3, "s", 1e6, "m", 6e7, "h", 3.6e9)),
    SECONDS("a duration", "s", Map.of("ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1.0, "m", 60.0, "h", 3600.0)),
    BYTES("a number of bytes", "B", bytes()),
    PERCENT("a percentage", "%", Map.of("%", 1.0)),
    COUNT("a plain number", "", Map.of());

    private final String means;
    private final String ownUnit;

    @SuppressWarnings("ImmutableEnumChecker") // made by Map.of and Map.ofEntries
    private final Map<String, Double> units;

    Dimension(String means, String ownUnit, Map<String, Double> units) {
        this.means = means;
        this.ownUnit = ownUnit;
        this.units = units;
    }

    /** Names in a result contain their units; the parts min, avg and max have their range's unit. */
    static Dimension ofPath(String path) {
        int dot = path.lastIndexOf('.');
        Dimension last = ofName(path.substring(dot + 1));
        return last == COUNT && path.startsWith("overStreams.")
                ? ofName(path.substring(path.indexOf('.') + 1, dot))
                : last;
    }

    private static Dimension ofName(String component) {
        String name = component.toLowerCase(Locale.ROOT);
        if (name.endsWith("millis")) {
            return MILLIS;
        } else if (name.endsWith("micros")) {
            return MICROS;
        } else if (name.endsWith("seconds")) {
            return SECONDS;
        } else if (name.endsWith("percent")) {
            return PERCENT;
        } else if (name.endsWith("bytes") || name.endsWith("bytespersecond") || name.equals("position")) {
            return BYTES;
        }
        return COUNT;
    }

    /**
     * Converts to the result's unit.
     *
     * @param unit as it was written; empty for the result's own
     * @throws IllegalArgumentException if it is not one of this dimension, or a duration other than 0 has none: options take
     *     seconds where it is missing, the result has milliseconds
     */
    double inOwnUnit(double number, String unit) {
        if (unit.isEmpty()) {
            if (isDuration() && number != 0) {
                String plain = plain(number);
                throw new IllegalArgumentException(
                        "a duration needs its unit, such as " + plain + "ms or " + plain + "s");
            }
            return number;
        }
        // U+00B5 and U+03BC both look like the sign for micro
        String plain = unit.toLowerCase(Locale.ROOT).replace('\u00b5', 'u').replace('\u03bc', 'u');
        Double factor = units.get(plain);
        if (factor == null) {
            throw new IllegalArgumentException("the unit '" + unit + "' does not fit " + means
                    + (units.isEmpty() ? ", which has none" : ": give one of " + String.join(", ", names())));
        }
        return number * factor;
    }

    private boolean isDuration() {
        return this == MILLIS || this == MICROS || this == SECONDS;
    }

    /** Returns true if a whole name contains the unit: {@code p99Millis} does, {@code p99} does not. */
    boolean isSaidBy(String name) {
        return isDuration() && ofPath(name) == this;
    }

    /** The value with the unit, for a reader. */
    String text(double value) {
        if (this == BYTES && Math.abs(value) >= 1e6) {
            return plain(value / 1e6) + " MB";
        }
        return plain(value) + (ownUnit.isEmpty() ? "" : " " + ownUnit);
    }

    private static String plain(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceAll("\\.?0+$", "");
    }

    private Iterable<String> names() {
        return this == BYTES ? List.of("B", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB") : inOrder();
    }

    private Iterable<String> inOrder() {
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
