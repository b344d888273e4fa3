// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.consumer.feed.CommitFeed;
import io.github.cdctester.internal.judge.consumer.ledger.RowLedger;
import io.github.cdctester.internal.judge.consumer.reference.LogReference;
import io.github.cdctester.internal.judge.consumer.reference.StampReference;
import java.util.List;
import java.util.function.Supplier;

/** Passes the write side's commits to the log reference, the stamp reference and the row ledgers. */
record CommitRouter(LogReference log, StampReference stampReference, Supplier<List<RowLedger>> rowLedgers)
        implements CommitFeed.Receiver {

    @Override
    public void acknowledged(long high, long low, String tag, long number, long micros) {
        log.acknowledged(high, low, tag, number, micros);
    }

    @Override
    public void stamped(long high, long low, String tag, long number, long sequence, long rows, long micros) {
        stampReference.committed(sequence, rows, number == 0 ? null : log.source(high, low, tag), number, micros);
        rowLedgers.get().forEach(ledger -> ledger.committed(sequence));
    }

    @Override
    public void unknown(long sequence) {
        stampReference.addUnknown(sequence);
    }

    @Override
    public void writersLost(int firstWriter, int writers) {
        stampReference.onWritersLost(firstWriter, writers);
    }
}
