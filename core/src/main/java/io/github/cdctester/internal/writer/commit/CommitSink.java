// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

/** Receives each commit that the server has acknowledged with a GTID. Called from all workers' threads at once. */
@FunctionalInterface
public interface CommitSink {

    /**
     * A transaction was committed; the driver has not yet returned to the worker.
     *
     * @param high of MySQL the most significant bits of the source's UUID, of MariaDB the domain
     * @param low of MySQL the least significant bits, of MariaDB the server's id
     * @param tag MySQL's tag, in lower case; the empty string for none
     * @param number the transaction's number, from 1
     */
    void committed(long high, long low, String tag, long number);
}
