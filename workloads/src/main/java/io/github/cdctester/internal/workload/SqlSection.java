// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A section of a resource file with SQL: the text in brackets, and the text up to the next section. */
public record SqlSection(String head, String body) {

    /** The resource is in the class's package. Text before the first section is a comment. */
    public static List<SqlSection> read(Class<?> type, String resource) {
        try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(resource))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.split("(?m)^\\[", -1))
                    .skip(1)
                    .map(section -> section.split("]", 2))
                    .map(parts -> new SqlSection(parts[0], parts[1].strip()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
