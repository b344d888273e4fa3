// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.result.Note;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the streams of a run are read. */
public interface StreamReadings {

    /** In this process. */
    StreamReadings HERE = new StreamReadings() {
        @Override
        public StreamReading of(StreamSpec stream, Wanted wanted, @Nullable LedgerMemory memory) {
            return new LocalReading(wanted, memory);
        }

        @Override
        public List<Note> notesOnStreams() {
            return List.of();
        }
    };

    /**
     * What is to be found out of a stream.
     *
     * @param largeFromBytes from which size on transactions are large ones; 0 where these are not told apart
     */
    record Wanted(DelayChoice delays, boolean mariaDb, boolean writes, long largeFromBytes) {}

    /**
     * Creates the reader of a stream; nothing is connected yet.
     *
     * @param memory what the ledgers of a run share; {@code null} where it is not found out if anything was lost
     */
    StreamReading of(StreamSpec stream, Wanted wanted, @Nullable LedgerMemory memory);

    /** What a reader of the numbers must know of it. */
    List<Note> notesOnStreams();
}
