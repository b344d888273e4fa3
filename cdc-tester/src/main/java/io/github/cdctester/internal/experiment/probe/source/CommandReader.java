// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.program.ProgramAnswer;
import io.github.cdctester.internal.usage.NoReading;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads one number or several {@code NAME=NUMBER} pairs from a program's output. */
record CommandReader(List<String> words, Endpoint server, SeriesNames names, Duration timeout) implements SourceReader {

    private static final Set<Integer> NOT_STARTED_CODES = Set.of(126, 127);

    /** Command-line tools of cloud providers print these texts for a missing value. */
    private static final Set<String> MISSING_VALUES = Set.of("None", "null", "NaN", "nan", "NULL");

    @Override
    public Map<String, Double> read() throws NoReading, InterruptedException {
        ProgramAnswer answer;
        try {
            answer = ProgramAnswer.of(words, server, timeout)
                    .orElseThrow(() -> NoReading.unavailable(
                            "late",
                            "the command has not ended within " + timeout.toMillis()
                                    + " ms; a longer 'every' gives it more"));
        } catch (IOException e) {
            throw NoReading.invalid("start", "the command could not be started: " + e.getMessage());
        }
        if (answer.code() != 0) {
            String reason = "the command ended with code " + answer.code()
                    + (answer.lastErrorLine().isEmpty() ? "" : ": " + answer.lastErrorLine());
            throw NOT_STARTED_CODES.contains(answer.code())
                    ? NoReading.invalid("start", reason)
                    : NoReading.unavailable("code " + answer.code(), reason);
        }
        return numbers(answer.output().strip());
    }

    private Map<String, Double> numbers(String outputText) throws NoReading {
        Map<String, Double> values = new LinkedHashMap<>();
        String[] outputWords = outputText.split("\\s+");
        if (outputWords.length == 1 && outputText.indexOf('=') < 0) {
            SeriesNames.put(values, names.singleSeries(), number(outputText, outputText));
        } else {
            Set<String> usedKeys = new HashSet<>();
            for (String word : outputWords) {
                int equalsSign = word.lastIndexOf('=');
                String key = names.checkedKey(equalsSign < 0 ? word : word.substring(0, equalsSign), usedKeys);
                SeriesNames.put(
                        values,
                        names.seriesOf(key),
                        number(equalsSign < 0 ? "" : word.substring(equalsSign + 1), outputText));
            }
        }
        if (values.isEmpty()) {
            throw NoReading.unavailable(
                    "none", "the command prints " + displayed(outputText) + ": no value at the moment");
        }
        return values;
    }

    private static double number(String text, String outputText) throws NoReading {
        double number = SeriesNames.number(text);
        if (Double.isNaN(number) && !MISSING_VALUES.contains(text)) {
            throw NoReading.invalid(
                    "text",
                    outputText.isEmpty()
                            ? "the command prints nothing"
                            : "the command prints " + displayed(outputText)
                                    + ", which is neither a number nor NAME=NUMBER");
        }
        return number;
    }

    private static String displayed(String outputText) {
        return SeriesNames.displayText(outputText.replaceAll("\\s+", " "));
    }
}
