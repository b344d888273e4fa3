// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.consumer.ConsumerLines;
import java.util.Optional;

/** A source of a consumer's lines, such as a file or standard input, which is read in threads of its own. */
public interface LineSource extends AutoCloseable {

    /**
     * Starts to read new lines. Must be called once.
     *
     * @throws io.github.cdctester.failure.RunFailedException if the source cannot be read; nothing is left open
     */
    void begin(ConsumerLines lines);

    String name();

    /** Returns a remark for the reader of the verdict, without a full stop; empty for none. */
    Optional<String> remark();

    /** Ends the reading. When this method returns, the lines that arrived before the call have been processed. */
    @Override
    void close();
}
