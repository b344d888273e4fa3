// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.consumer.ConsumerLines;
import java.util.Optional;

/** A source of a consumer's lines, such as a file or standard input, which is read in its own threads. */
public interface LineSource extends AutoCloseable {

    /**
     * May be called only once.
     *
     * @throws io.github.cdctester.failure.RunFailedException if the source cannot be read; no resource stays open
     */
    void start(ConsumerLines lines);

    String name();

    /** Returns a remark without a full stop; empty if there is none. */
    Optional<String> remark();

    /** If possible, lines that arrived before the call are processed before this method returns. */
    @Override
    void close();
}
