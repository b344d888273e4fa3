// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Selects a metric in the syntax of Prometheus: {@code node_cpu_seconds_total{mode='idle'}}. */
public record PrometheusSelector(String text, String metric, List<Matcher> matchers) {

    private static final String EXPECTED =
            "a metric with labels such as node_cpu_seconds_total{mode='idle',cpu!~'1.*'}";

    record Matcher(String label, boolean mustMatch, Pattern value) {
        boolean holds(Map<String, String> labels) {
            return value.matcher(labels.getOrDefault(label, "")).matches() == mustMatch;
        }
    }

    /** @param text {@code name{label='value', other=~"a|b"}}; a regular expression must match the complete value */
    public static PrometheusSelector parse(String text) {
        try {
            LabelText parsed = LabelText.parse(text.strip());
            if (!parsed.rest().isEmpty()) {
                throw new IllegalArgumentException("unexpected '" + parsed.rest() + "' after it");
            }
            List<Matcher> matchers =
                    parsed.labels().stream().map(PrometheusSelector::matcher).toList();
            return new PrometheusSelector(text.strip(), parsed.metric(), matchers);
        } catch (IllegalArgumentException e) {
            throw new InvalidPlanException("prometheus", "'" + text + "'", EXPECTED + ": " + e.getMessage());
        }
    }

    private static Matcher matcher(LabelText.Label label) {
        boolean mustMatch = label.sign().startsWith("=");
        String value = label.value();
        String regex = label.sign().endsWith("~") ? value : Pattern.quote(value);
        try {
            return new Matcher(label.name(), mustMatch, Pattern.compile(regex, Pattern.DOTALL));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("'" + value + "' is not a regular expression: " + e.getDescription());
        }
    }

    boolean matches(Map<String, String> labels) {
        return matchers.stream().allMatch(matcher -> matcher.holds(labels));
    }

    @Override
    public String toString() {
        return text;
    }
}
