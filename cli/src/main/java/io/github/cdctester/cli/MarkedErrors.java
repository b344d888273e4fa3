// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** Marks each line of standard error, because pod logs mix it with standard output. */
final class MarkedErrors extends FilterOutputStream {

    /** Set in pods that run a command. */
    private static final String MARK_VARIABLE = "CDC_TESTER_MARK_STDERR";

    private static final int MARK = 0x1e;

    private boolean isAtLineStart = true;

    MarkedErrors(OutputStream out) {
        super(out);
    }

    static void installIfRequested() {
        if (System.getenv(MARK_VARIABLE) != null) {
            System.setErr(new PrintStream(new MarkedErrors(System.err), true));
        }
    }

    @Override
    public void write(int character) throws IOException {
        if (isAtLineStart) {
            out.write(MARK);
        }
        out.write(character);
        isAtLineStart = character == '\n';
    }
}
