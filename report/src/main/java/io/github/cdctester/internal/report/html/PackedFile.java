// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import io.github.cdctester.internal.report.document.Download;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file that is embedded in a page. {@code packed} is null if it would make the page too large. {@code size} is a text such as
 * {@code 12 kB}.
 */
record PackedFile(Download file, @Nullable String packed, String size) {

    private static final double KILOBYTE = 1e3;
    private static final double MEGABYTE = 1e6;

    /** With this limit, the page of a one-hour run stays below 2 MB. */
    private static final int MAX_PACKED_CHARACTERS = 900_000;

    static PackedFile of(Download file) {
        String packed = pack(file.text());
        return new PackedFile(
                file,
                packed.length() <= MAX_PACKED_CHARACTERS ? packed : null,
                size(file.text().length()));
    }

    /** Compresses with gzip and encodes in Base64, so that the text cannot contain markup. */
    static String pack(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer out = new OutputStreamWriter(new GZIPOutputStream(bytes), StandardCharsets.UTF_8)) {
            out.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static String size(int characters) {
        return characters < MEGABYTE
                ? String.format(Locale.ROOT, "%.0f kB", Math.ceil(characters / KILOBYTE))
                : String.format(Locale.ROOT, "%.1f MB", characters / MEGABYTE);
    }
}
