// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

/** Receives the versions of rows in the order of the log. */
public interface RowVersions {

    /**
     * A transaction changed a row.
     *
     * @param key the hash of its table and key
     * @param id its stamp afterwards, or {@link SnapshotRows#deletionOf} its stamp before
     * @param before its stamp before, or {@link SnapshotRows#FRESH}
     * @param order the transaction's place in the log
     * @param count changes that wrote the row: 0 for a delete
     */
    void version(long key, long id, long before, long order, long count);

    /** All versions of a transaction have been passed. */
    void transactionEnded();
}
