// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

public interface RowVersions {

    /**
     * Receives versions in log order.
     *
     * @param key hash of the row's table and key
     * @param id the row's stamp after the change; for a delete, {@link SnapshotRows#deletionOf} its stamp before the change
     * @param previousId the row's stamp before the change; {@link SnapshotRows#NO_ROW} if there was no row
     * @param order ordinal of the transaction, counted without transactions that change no followed row
     * @param count 1 for an insert or update, 0 for a delete
     */
    void addVersion(long key, long id, long previousId, long order, long count);

    void transactionEnded();
}
