// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

/** sysbench's {@code oltp_*} scripts as workloads. */
public final class Sysbench {

    private Sysbench() {}

    /** Returns {@code oltp_insert}: each transaction is a single-row INSERT in autocommit mode. */
    public static SysbenchSpec oltpInsert() {
        return SysbenchSpec.of(SysbenchScript.OLTP_INSERT);
    }

    /**
     * Returns {@code oltp_write_only}: an update of an indexed column, an update of another column, a DELETE, and an INSERT of
     * the deleted id.
     */
    public static SysbenchSpec oltpWriteOnly() {
        return SysbenchSpec.of(SysbenchScript.OLTP_WRITE_ONLY);
    }

    /** Returns {@code oltp_read_write}: ten point selects, four range selects, then the writes of {@code oltp_write_only}. */
    public static SysbenchSpec oltpReadWrite() {
        return SysbenchSpec.of(SysbenchScript.OLTP_READ_WRITE);
    }

    /** Returns {@code oltp_read_only}: ten point selects and four range selects. */
    public static SysbenchSpec oltpReadOnly() {
        return SysbenchSpec.of(SysbenchScript.OLTP_READ_ONLY);
    }

    /** Returns {@code oltp_point_select}: one point select in autocommit mode. */
    public static SysbenchSpec oltpPointSelect() {
        return SysbenchSpec.of(SysbenchScript.OLTP_POINT_SELECT);
    }

    /** Returns {@code oltp_delete}: one DELETE in autocommit mode. The tables become empty over time. */
    public static SysbenchSpec oltpDelete() {
        return SysbenchSpec.of(SysbenchScript.OLTP_DELETE);
    }

    /** Returns {@code oltp_update_index}: one update of the indexed column in autocommit mode. */
    public static SysbenchSpec oltpUpdateIndex() {
        return SysbenchSpec.of(SysbenchScript.OLTP_UPDATE_INDEX);
    }

    /** Returns {@code oltp_update_non_index}: one update of a column without an index in autocommit mode. */
    public static SysbenchSpec oltpUpdateNonIndex() {
        return SysbenchSpec.of(SysbenchScript.OLTP_UPDATE_NON_INDEX);
    }
}
