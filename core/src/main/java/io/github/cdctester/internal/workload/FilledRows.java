// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.workload.Preparation;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Adds up the rows that several threads have added, and tells the progress. For any thread. */
final class FilledRows implements LongConsumer {

    private final long total;
    private final Preparation.Progress progress;
    private final AtomicLong done = new AtomicLong();

    FilledRows(long total, Preparation.Progress progress) {
        this.total = total;
        this.progress = progress;
    }

    @Override
    public void accept(long rows) {
        progress.rows(Math.min(done.addAndGet(rows), total), total);
    }

    /** Where chance decided, there may be fewer of them. */
    void complete() {
        if (done.get() > 0 && done.get() < total) {
            progress.rows(total, total);
        }
    }
}
