// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

/** sysbench's {@code oltp_*} scripts as workloads. */
public final class Sysbench {

    private Sysbench() {}

    /**
     * sysbench's {@code oltp_insert}: each transaction is a single-row INSERT in autocommit mode.
     *
     * @return the workload with sysbench's default options
     */
    public static SysbenchSpec oltpInsert() {
        return SysbenchSpec.of(SysbenchScript.OLTP_INSERT);
    }

    /**
     * sysbench's {@code oltp_write_only}: an update of an indexed column, one of another column, a DELETE and an INSERT of the same id.
     *
     * @return the workload with sysbench's default options
     */
    public static SysbenchSpec oltpWriteOnly() {
        return SysbenchSpec.of(SysbenchScript.OLTP_WRITE_ONLY);
    }

    /**
     * sysbench's {@code oltp_read_write}: ten point selects, four range selects, then the writes of {@code oltp_write_only}.
     *
     * @return the workload with sysbench's default options
     */
    public static SysbenchSpec oltpReadWrite() {
        return SysbenchSpec.of(SysbenchScript.OLTP_READ_WRITE);
    }

    /**
     * sysbench's {@code oltp_read_only}: ten point selects and four range selects.
     *
     * @return the workload with sysbench's default options
     */
    public static SysbenchSpec oltpReadOnly() {
        return SysbenchSpec.of(SysbenchScript.OLTP_READ_ONLY);
    }

    /**
     * sysbench's {@code oltp_point_select}: one point select in autocommit mode.
     *
     * @return the workload with sysbench's default options
     */
    public static SysbenchSpec oltpPointSelect() {
        return SysbenchSpec.of(SysbenchScript.OLTP_POINT_SELECT);
    }

    /**
     * sysbench's {@code oltp_delete}: one DELETE in autocommit mode; the tables run empty.
     *
     * @return the workload with sysbench's default options
     */
    public static SysbenchSpec oltpDelete() {
        return SysbenchSpec.of(SysbenchScript.OLTP_DELETE);
    }

    /**
     * sysbench's {@code oltp_update_index}: one update of the indexed column in autocommit mode.
     *
     * @return the workload with sysbench's default options
     */
    public static SysbenchSpec oltpUpdateIndex() {
        return SysbenchSpec.of(SysbenchScript.OLTP_UPDATE_INDEX);
    }

    /**
     * sysbench's {@code oltp_update_non_index}: one update of a column without an index in autocommit mode.
     *
     * @return the workload with sysbench's default options
     */
    public static SysbenchSpec oltpUpdateNonIndex() {
        return SysbenchSpec.of(SysbenchScript.OLTP_UPDATE_NON_INDEX);
    }
}
