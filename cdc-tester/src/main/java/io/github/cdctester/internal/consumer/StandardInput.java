// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.consumer.ConsumerLines;
import java.io.InputStream;
import java.util.Optional;

/** Reading starts before the load, so that the writer of the pipe never waits for a reader. */
final class StandardInput extends ReadingSource {

    private final InputStream in;
    private volatile boolean hasEnded;

    /** @param in is not closed */
    public StandardInput(InputStream in) {
        this.in = in;
    }

    @Override
    public void start(ConsumerLines lines) {
        start("stdin", lines, () -> {
            readToEnd(lines, in, () -> hasEnded = true);
            reportEnd(lines);
        });
    }

    @Override
    public String name() {
        return "standard input";
    }

    @Override
    protected Optional<String> remarkAfterReading() {
        return hasEnded
                ? Optional.of("standard input ended before the run did: the consumer reports nothing more")
                : Optional.empty();
    }

    @Override
    public void close() {
        requestClosing();
        if (hasEnded) { // otherwise the thread may wait for a line: it cannot be woken, and it is a daemon
            super.close();
        }
    }
}
