// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;

/** A file format of results. Results are written incrementally, because the result of a long run is large. */
@FunctionalInterface
public interface Format<T> {

    void write(T result, Writer out) throws IOException;

    /** {@link PrintWriter} hides write errors, so callers must call {@link PrintWriter#checkError}. */
    default void print(T result, PrintWriter out) {
        try {
            write(result, out);
        } catch (IOException e) {
            throw new UncheckedIOException("a printer throws nothing", e);
        }
    }

    default String text(T result) {
        StringWriter text = new StringWriter();
        print(result, new PrintWriter(text));
        return text.toString();
    }
}
