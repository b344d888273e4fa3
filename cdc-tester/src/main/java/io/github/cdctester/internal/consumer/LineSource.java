// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.consumer.ConsumerLines;
import java.util.Optional;

/** A way by which a consumer's lines come in, in threads of its own. */
public interface LineSource extends AutoCloseable {

    /**
     * Starts to read new lines. Must be called once.
     *
     * @throws io.github.cdctester.failure.RunFailedException if it cannot be read at all; nothing is left open then
     */
    void begin(ConsumerLines lines);

    /** Returns a description of the source. */
    String name();

    /** A remark for the reader of the verdict, without a full stop. */
    Optional<String> remark();

    /** Ends the reading. Lines up to now have been processed when this returns. */
    @Override
    void close();
}
