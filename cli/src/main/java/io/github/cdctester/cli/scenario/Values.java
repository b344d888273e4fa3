// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.cli.options.Converters;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.TypeConversionException;

/** Values in a file, in the forms of the command line. */
final class Values {

    private static final String EXPECTED = ", but must be ";

    private Values() {}

    /** A duration above 0. */
    static Duration duration(YamlNode node) {
        Duration duration = durationOrZero(node);
        if (duration.isZero()) {
            throw node.error(node.text(), "a duration above 0, such as 500ms, 10s, 5m or 1h");
        }
        return duration;
    }

    /** A duration from 0. */
    static Duration durationOrZero(YamlNode node) {
        try {
            return new Converters.Seconds().convert(node.text().strip());
        } catch (TypeConversionException e) {
            throw node.error(node.text(), "a duration such as 500ms, 10s, 5m or 1h");
        }
    }

    /** A duration that need not be there. */
    static Duration duration(YamlNode node, String key, Duration otherwise) {
        return node.get(key).map(Values::duration).orElse(otherwise);
    }

    /** At the line of the key that is at fault, where it is one of the node's; else at another one. */
    static <T> T inPlace(YamlNode node, YamlNode otherwise, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InvalidPlanException e) {
            if (e.property().indexOf(':') >= 0) {
                throw e; // it has a place already
            }
            YamlNode place = node.isMapping() ? node.get(e.property()).orElse(otherwise) : otherwise;
            String words = String.valueOf(e.getMessage());
            int but = words.indexOf(EXPECTED);
            throw but < 0
                    ? e
                    : place.error(
                            words.substring(Math.min(but, e.property().length() + " is ".length()), but),
                            words.substring(but + EXPECTED.length()));
        }
    }

    /** A program and its arguments. */
    static List<String> words(YamlNode node) {
        return node.elements().stream().map(YamlNode::text).toList();
    }

    /** One text, or a list of them. */
    static List<String> texts(YamlNode node) {
        return node.isList() ? words(node) : List.of(node.text());
    }

    /** {@code true} or {@code false}. */
    static boolean isTrue(YamlNode node) {
        return node.word("true", "false").equals("true");
    }
}
