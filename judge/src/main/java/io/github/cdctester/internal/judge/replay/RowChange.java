// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change of one row; {@code before} is null for an insert, {@code after} for a delete. A key update becomes both. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RowChange(TableImage image, byte[] key, byte @Nullable [] before, byte @Nullable [] after) {

    boolean isSameAs(RowChange other) {
        return image == other.image
                && Arrays.equals(key, other.key)
                && Arrays.equals(before, other.before)
                && Arrays.equals(after, other.after);
    }

    long bytes() {
        return 64L + key.length + (before == null ? 0 : before.length) + (after == null ? 0 : after.length);
    }

    String describeRow() {
        return "table " + image.shape().shortName() + ", " + image.shape().describeKey(key);
    }

    static long fingerprint(List<RowChange> changes) {
        long hash = changes.size();
        for (RowChange change : changes) {
            hash = RowHash.combine(hash, System.identityHashCode(change.image));
            hash = RowHash.combine(hash, RowHash.of(change.key));
            hash = RowHash.combine(hash, change.before == null ? 1 : RowHash.of(change.before));
            hash = RowHash.combine(hash, change.after == null ? 2 : RowHash.of(change.after));
        }
        return hash;
    }
}
