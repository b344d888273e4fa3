// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** Marks each line of standard error, because pod logs mix standard error with standard output. */
final class MarkedErrors extends FilterOutputStream {

    /** Environment variable that is set in pods that run a command. */
    private static final String VARIABLE = "CDC_TESTER_MARK_STDERR";

    private static final int MARK = 0x1e;

    private boolean atLineStart = true;

    MarkedErrors(OutputStream out) {
        super(out);
    }

    /** Marks the lines of this process if its environment requests it. */
    static void installIfRequested() {
        if (System.getenv(VARIABLE) != null) {
            System.setErr(new PrintStream(new MarkedErrors(System.err), true));
        }
    }

    @Override
    public void write(int character) throws IOException {
        if (atLineStart) {
            out.write(MARK);
        }
        out.write(character);
        atLineStart = character == '\n';
    }
}
