// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

/** Receives each commit that the server has acknowledged with a GTID. Called concurrently by all workers' threads. */
@FunctionalInterface
public interface CommitSink {

    /**
     * Called before the driver returns control to the worker.
     *
     * @param high MySQL: most significant bits of the source's UUID; MariaDB: domain
     * @param low MySQL: least significant bits of the source's UUID; MariaDB: server id
     * @param tag MySQL's tag, in lower case; empty for none
     * @param number transaction number, at least 1
     */
    void onCommit(long high, long low, String tag, long number);
}
