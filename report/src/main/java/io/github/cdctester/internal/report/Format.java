// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;

/** A form in which a result is written, a piece at a time: a day's result is large. */
@FunctionalInterface
public interface Format<T> {

    void write(T result, Writer out) throws IOException;

    /** Prints a result. Check the printer for write errors. */
    default void print(T result, PrintWriter out) {
        try {
            write(result, out);
        } catch (IOException e) {
            throw new UncheckedIOException("a printer keeps its failures to itself", e);
        }
    }

    default String of(T result) {
        StringWriter text = new StringWriter();
        print(result, new PrintWriter(text));
        return text.toString();
    }
}
