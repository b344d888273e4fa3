// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.binlog.connection.ServerInfo.Durability;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.List;

/** Says in what a server that is written to commits otherwise than one that must not lose anything. */
final class DurabilityNotes {

    /** What a server has that nobody gave more. */
    private static final long DEFAULT_POOL_BYTES = 128L << 20;

    private DurabilityNotes() {}

    /** A note for each setting; {@code where} is empty, or one of several servers. */
    static List<Note> of(Durability server, String where) {
        List<Note> notes = new ArrayList<>();
        List<String> unsafe = new ArrayList<>();
        unsafe("sync_binlog", server.syncBinlog(), unsafe);
        unsafe("innodb_flush_log_at_trx_commit", server.flushLogAtTrxCommit(), unsafe);
        if (!unsafe.isEmpty()) {
            notes.add(Note.of(Code.COMMITS_NOT_DURABLE, "settings", unsafe, "server", where));
        }
        if (server.bufferPoolBytes().matches("\\d{1,18}")
                && Long.parseLong(server.bufferPoolBytes()) <= DEFAULT_POOL_BYTES) {
            double megabytes = Long.parseLong(server.bufferPoolBytes()) / 1e6;
            notes.add(Note.of(Code.BUFFER_POOL_SMALL, "bufferPoolMegabytes", megabytes, "server", where));
        }
        return notes;
    }

    private static void unsafe(String variable, String value, List<String> unsafe) {
        if (!value.isEmpty() && !value.equals("1")) {
            unsafe.add(variable + "=" + value);
        }
    }
}
