// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/** Makes texts small enough to be carried in a page. */
final class Packed {

    private Packed() {}

    /** A text in UTF-8, compressed by gzip, in base 64: letters, of which none can be taken for markup. */
    static String of(String text) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (Writer out = new OutputStreamWriter(new GZIPOutputStream(packed), StandardCharsets.UTF_8)) {
            out.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }
}
