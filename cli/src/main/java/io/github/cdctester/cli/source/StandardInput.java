// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.source;

import io.github.cdctester.consumer.ConsumerLines;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is piped into the command. It is read from the beginning, so that who writes it never waits. */
public final class StandardInput implements LineSource {

    private final InputStream in;
    private @Nullable ReadingThread thread;
    private volatile boolean over;

    /**
     * Creates it.
     *
     * @param in what is read, to its end; not closed
     */
    public StandardInput(InputStream in) {
        this.in = in;
    }

    @Override
    public void begin(ConsumerLines lines) {
        thread = new ReadingThread("stdin", reading -> {
            reading.readToEnd(lines, in, () -> over = true);
            reading.sayEnded(lines);
        });
        thread.start();
    }

    @Override
    public String name() {
        return "standard input";
    }

    @Override
    public Optional<String> remark() {
        String broken = thread == null ? null : thread.broken();
        if (broken != null) {
            return Optional.of("standard input could not be read on: " + broken);
        }
        return over
                ? Optional.of("standard input ended before the run did: the consumer reports nothing more")
                : Optional.empty();
    }

    @Override
    public void close() {
        if (thread != null && over) {
            thread.close(); // one that waits for a line cannot be woken, and does not keep the process alive
        }
    }
}
