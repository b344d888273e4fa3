// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.binlog.connection.ServerInfo.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says in what a server that is written to commits otherwise than one that must not lose anything. */
final class DurabilityNotes {

    /** What a server has that nobody gave more. */
    private static final long DEFAULT_POOL_BYTES = 128L << 20;

    private DurabilityNotes() {}

    /** A note for each setting; where is empty, or tells one of several servers. */
    static List<String> of(Durability server, String where) {
        List<String> notes = new ArrayList<>();
        List<String> unsafe = new ArrayList<>();
        unsafe("sync_binlog", server.syncBinlog(), unsafe);
        unsafe("innodb_flush_log_at_trx_commit", server.flushLogAtTrxCommit(), unsafe);
        if (!unsafe.isEmpty()) {
            notes.add(String.join(", ", unsafe) + where
                    + ": not every commit waits until it is on the disk, as with 1, so that writes are faster");
        }
        if (server.bufferPoolBytes().matches("\\d{1,18}")
                && Long.parseLong(server.bufferPoolBytes()) <= DEFAULT_POOL_BYTES) {
            notes.add(String.format(
                    Locale.ROOT,
                    "innodb_buffer_pool_size is %.0f MB%s: tables that are larger are read from the disk again and again",
                    Long.parseLong(server.bufferPoolBytes()) / 1e6,
                    where));
        }
        return notes;
    }

    private static void unsafe(String variable, String value, List<String> unsafe) {
        if (!value.isEmpty() && !value.equals("1")) {
            unsafe.add(variable + " is " + value);
        }
    }
}
