// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.planfile;

import io.github.cdctester.cli.options.Converters;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Values of a plan file, in the forms of the command line. */
final class Values {

    private static final Pattern NUMBER = Pattern.compile("(-?\\d{1,15}(?:\\.\\d{1,9})?)\\s*(\\S*)");

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

    /** A number in a probe's unit: {@code 600MB} of bytes, {@code 99%} of percent, else as it is. */
    static double number(YamlNode node, Optional<String> unit) {
        String text = node.text().strip();
        Matcher form = NUMBER.matcher(text);
        if (!form.matches()) {
            throw node.error(text, "a number, with or without a unit");
        }
        double plain = Double.parseDouble(form.group(1));
        String written = form.group(2);
        if (written.isEmpty() || written.equalsIgnoreCase(unit.orElse(""))) {
            return plain;
        }
        if (written.equals("%")) {
            if (unit.filter(known -> !known.equals("percent")).isPresent()) {
                throw node.error(text, "in " + unit.get() + ", the unit of its probe");
            }
            return plain;
        }
        try {
            long bytes = Converters.bytes(text);
            if (unit.filter(known -> !known.equals("bytes")).isPresent()) {
                throw node.error(text, "in " + unit.get() + ", the unit of its probe");
            }
            return bytes;
        } catch (TypeConversionException e) {
            throw node.error(text, "a number, with the unit of its probe, kB, MB, GB, KiB, MiB, GiB, % or none");
        }
    }

    /** A program and its arguments. */
    static List<String> words(YamlNode node) {
        return node.elements().stream().map(YamlNode::text).toList();
    }

    /** {@code true} or {@code false}. */
    static boolean isTrue(YamlNode node) {
        return node.word("true", "false").equals("true");
    }
}
