// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.SampleRow;
import java.util.List;

/** Keeps the rows of a run as they come, one a second. For the thread that takes the samples. */
public interface SampleLog {

    /**
     * Keeps one more.
     *
     * @throws io.github.cdctester.failure.RunFailedException if it cannot be kept, as on a full disk
     */
    void append(SampleRow row);

    /**
     * Returns the rows so far, in order. Rows that are not in memory are read on demand: an iteration costs one pass, and no
     * memory.
     */
    List<SampleRow> rows();

    default List<Note> notes() {
        return List.of();
    }
}
