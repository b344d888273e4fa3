// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload;

/** Statements counted as sysbench counts them. Confined to one worker's thread, which reads and clears it. */
public final class StatementTally {

    private long reads;
    private long writes;
    private long other;

    /** Creates an empty tally. */
    public StatementTally() {}

    /** Counts a SELECT. */
    public void read() {
        reads++;
    }

    /** Counts an INSERT, UPDATE or DELETE. */
    public void write() {
        writes++;
    }

    /** Counts a BEGIN, COMMIT or anything else. */
    public void other() {
        other++;
    }

    /**
     * Tells the number of SELECTs.
     *
     * @return statements since the last {@link #clear()}
     */
    public long reads() {
        return reads;
    }

    /**
     * Tells the number of INSERTs, UPDATEs and DELETEs.
     *
     * @return statements since the last {@link #clear()}
     */
    public long writes() {
        return writes;
    }

    /**
     * Tells the number of other statements.
     *
     * @return statements since the last {@link #clear()}
     */
    public long others() {
        return other;
    }

    /** Sets all counts to zero. */
    public void clear() {
        reads = 0;
        writes = 0;
        other = 0;
    }
}
