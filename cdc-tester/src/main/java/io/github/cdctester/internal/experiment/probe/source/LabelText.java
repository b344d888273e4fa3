// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A metric with labels in Prometheus syntax. */
record LabelText(String metric, List<Label> labels, String rest) {

    private static final int MAX_DISPLAYED_CHARACTERS = 40;
    private static final Pattern METRIC = Pattern.compile("([A-Za-z_:][A-Za-z_:0-9]*)[ \\t]*(\\{[ \\t]*)?");
    private static final Pattern LABEL = Pattern.compile(
            "([A-Za-z_][A-Za-z_0-9]*)[ \\t]*(=~|!~|!=|=)[ \\t]*"
                    + "(\"(?:[^\\\\\"]|\\\\.)*+\"|'(?:[^\\\\']|\\\\.)*+')[ \\t]*(?:,[ \\t]*|(?=}))",
            Pattern.DOTALL);
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)", Pattern.DOTALL);

    record Label(String name, String sign, String value) {}

    /** @throws IllegalArgumentException if the syntax is wrong */
    static LabelText parse(String text) {
        Matcher metric = METRIC.matcher(text);
        if (!metric.lookingAt()) {
            throw syntaxError("a name is missing", text, 0);
        }
        List<Label> labels = new ArrayList<>();
        int position = metric.end();
        if (metric.group(2) != null) {
            Matcher label = LABEL.matcher(text);
            while (!text.startsWith("}", position)) {
                if (!label.region(position, text.length()).lookingAt()) {
                    throw syntaxError("a label, a comma or } is missing, or a quote is not closed", text, position);
                }
                labels.add(new Label(label.group(1), label.group(2), unquoted(label.group(3))));
                position = label.end();
            }
            position++;
        }
        return new LabelText(metric.group(1), labels, text.substring(position).strip());
    }

    static boolean isNameContinued(String text, int position) {
        return position < text.length()
                && (Character.isLetterOrDigit(text.charAt(position)) || "_:".indexOf(text.charAt(position)) >= 0);
    }

    private static IllegalArgumentException syntaxError(String reason, String text, int position) {
        int endIndex = Math.min(text.length(), position + MAX_DISPLAYED_CHARACTERS);
        return new IllegalArgumentException(
                reason + " at '" + text.substring(position, endIndex) + (endIndex < text.length() ? "…'" : "'"));
    }

    /** Resolves escaped quotes, backslashes and line feeds; other backslashes, such as in \d, remain. */
    private static String unquoted(String quoted) {
        return ESCAPE.matcher(quoted.substring(1, quoted.length() - 1)).replaceAll(escape -> switch (escape.group(1)) {
            case "n" -> "\n";
            case "\\", "\"", "'" -> Matcher.quoteReplacement(escape.group(1));
            default -> Matcher.quoteReplacement(escape.group());
        });
    }
}
