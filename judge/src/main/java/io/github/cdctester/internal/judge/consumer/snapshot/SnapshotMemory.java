// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import io.github.cdctester.internal.judge.consumer.reference.LongPairMap;
import io.github.cdctester.internal.judge.verify.LedgerMemory;

/** If the memory runs out, the snapshot is not judged. */
final class SnapshotMemory {

    private final LedgerMemory memory;
    private boolean full;

    SnapshotMemory(LedgerMemory memory) {
        this.memory = memory;
    }

    void take(long bytes) {
        recordStored(memory.take(bytes));
    }

    void give(long bytes) {
        memory.give(bytes);
    }

    /** The caller passes the result of each {@link LongPairMap#put} to {@link #recordStored}. */
    LongPairMap newMap() {
        return new LongPairMap(memory);
    }

    void recordStored(boolean stored) {
        full |= !stored;
    }

    boolean isFull() {
        return full;
    }
}
