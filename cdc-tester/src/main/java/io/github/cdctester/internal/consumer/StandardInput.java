// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.consumer.ConsumerLines;
import java.io.InputStream;
import java.util.Optional;

/** Data piped into the command. It is read from the start, so that the writing program never waits. */
final class StandardInput extends ReadingSource {

    private final InputStream in;
    private volatile boolean ended;

    /** @param in read to its end, and not closed */
    public StandardInput(InputStream in) {
        this.in = in;
    }

    @Override
    public void begin(ConsumerLines lines) {
        start("stdin", lines, () -> {
            readToEnd(lines, in, () -> ended = true);
            reportEnd(lines);
        });
    }

    @Override
    public String name() {
        return "standard input";
    }

    @Override
    protected Optional<String> remarkAfterReading() {
        return ended
                ? Optional.of("standard input ended before the run did: the consumer reports nothing more")
                : Optional.empty();
    }

    @Override
    public void close() {
        if (ended) { // a thread that waits for a line cannot be woken, and does not keep the process alive
            super.close();
        }
    }
}
