// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.experiment.probe.source.SourceReader.NoReading;
import io.github.cdctester.internal.experiment.program.RepeatedProgram;
import io.github.cdctester.internal.experiment.program.RepeatedProgram.Ended;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What a program prints: one number, or {@code NAME=NUMBER} several times. */
final class CommandReader implements SourceReader {

    /** What shells say of programs that they cannot start. */
    private static final Set<Integer> NOT_STARTED = Set.of(126, 127);

    /** How clouds' command lines print that there is no value at the moment. */
    private static final Set<String> NOTHING = Set.of("None", "null", "NaN", "nan", "NULL");

    private static final int SHOWN = 40;

    private final RepeatedProgram program;
    private final SeriesNames names;
    private final Duration patience;

    CommandReader(RepeatedProgram program, SeriesNames names, Duration patience) {
        this.program = program;
        this.names = names;
        this.patience = patience;
    }

    @Override
    public Map<String, Double> read() throws NoReading, InterruptedException {
        Ended ended;
        try {
            ended = program.run(patience)
                    .orElseThrow(() -> NoReading.away(
                            "late",
                            "the command has not ended within " + patience.toMillis()
                                    + " ms; a longer 'every' gives it more"));
        } catch (IOException e) {
            throw NoReading.answered("start", "the command could not be started: " + e.getMessage());
        }
        if (ended.code() != 0) {
            String why = "the command ended with code " + ended.code()
                    + (ended.lastWords().isEmpty() ? "" : ": " + ended.lastWords());
            throw NOT_STARTED.contains(ended.code())
                    ? NoReading.answered("start", why)
                    : NoReading.away("code " + ended.code(), why);
        }
        return numbers(ended.printed().strip());
    }

    private Map<String, Double> numbers(String printed) throws NoReading {
        Map<String, Double> values = new LinkedHashMap<>();
        String[] words = printed.split("\\s+");
        if (words.length == 1 && printed.indexOf('=') < 0) {
            SeriesNames.put(values, names.single(), number(printed, printed));
        } else {
            Map<String, String> taken = new LinkedHashMap<>();
            for (String word : words) {
                int sign = word.lastIndexOf('=');
                String key = names.key(sign < 0 ? word : word.substring(0, sign), taken);
                taken.put(key, word);
                SeriesNames.put(values, names.of(key), number(sign < 0 ? "" : word.substring(sign + 1), printed));
                if (taken.size() > SeriesNames.MOST_TARGETS) {
                    throw NoReading.answered(
                            "many", "the command prints more than " + SeriesNames.MOST_TARGETS + " numbers");
                }
            }
        }
        if (values.isEmpty()) {
            throw NoReading.away("none", "the command prints " + shown(printed) + ": no value at the moment");
        }
        return values;
    }

    private static double number(String text, String printed) throws NoReading {
        if (NOTHING.contains(text)) {
            return Double.NaN;
        }
        if (text.matches("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?")) {
            return Double.parseDouble(text);
        }
        throw NoReading.answered(
                "text",
                printed.isEmpty()
                        ? "the command prints nothing"
                        : "the command prints " + shown(printed) + ", which is neither a number nor NAME=NUMBER");
    }

    private static String shown(String text) {
        String line = text.replaceAll("\\s+", " ");
        return "'" + (line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…") + "'";
    }

    @Override
    public void close() {
        try {
            program.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
