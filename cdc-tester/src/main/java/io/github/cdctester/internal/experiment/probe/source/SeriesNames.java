// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.usage.NoReading;
import java.util.Map;
import java.util.Set;

/**
 * Names of a probe's series: {@code pool} for a single number, {@code nodes.pcu} for a column, {@code nodes.a} for a target, {@code
 * nodes.pcu.a} for both, {@code nodes.count} for the number of targets.
 */
record SeriesNames(String singleSeries) {

    static final int MAX_TARGETS = 1_000;

    private static final int MAX_KEY_LENGTH = 200;
    private static final int MAX_DISPLAYED_CHARACTERS = 40;
    private static final String COUNT = "count";

    String seriesOf(String suffix) {
        return singleSeries + "." + suffix;
    }

    String countSeries() {
        return seriesOf(COUNT);
    }

    /** Adds the key to {@code usedKeys}. */
    String checkedKey(String key, Set<String> usedKeys) throws NoReading {
        if (key.isEmpty() || key.length() > MAX_KEY_LENGTH) {
            throw NoReading.invalid("key", "a series' name is empty or longer than " + MAX_KEY_LENGTH + " characters");
        }
        if (usedKeys.size() >= MAX_TARGETS) {
            throw NoReading.invalid("many", "there are more than " + MAX_TARGETS + " targets");
        }
        if (key.equals(COUNT)) {
            throw NoReading.invalid("key", "a series is called " + COUNT + ", as the number of targets is");
        }
        if (!usedKeys.add(key)) {
            throw NoReading.invalid("key", "there are two series called " + key);
        }
        return key;
    }

    static void put(Map<String, Double> values, String series, double value) {
        if (Double.isFinite(value)) {
            values.put(series, value);
        }
    }

    /** Returns {@code NaN} if the text is not a number. */
    static double number(String text) {
        return text.matches("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?") ? Double.parseDouble(text) : Double.NaN;
    }

    static String displayText(String text) {
        return "'"
                + (text.length() <= MAX_DISPLAYED_CHARACTERS ? text : text.substring(0, MAX_DISPLAYED_CHARACTERS) + "…")
                + "'";
    }
}
