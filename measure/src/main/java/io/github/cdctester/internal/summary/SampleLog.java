// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.sample.SampleRow;
import java.util.List;

/** Stores at least the latest rows of a run. Only the thread that takes the samples uses it. */
public interface SampleLog {

    /**
     * @throws io.github.cdctester.failure.RunFailedException if the row cannot be stored, for example because the disk is full
     */
    void append(SampleRow row);

    /** Rows on disk are read during each iteration and are not cached. */
    List<SampleRow> rows();

    default List<Note> notes() {
        return List.of();
    }
}
