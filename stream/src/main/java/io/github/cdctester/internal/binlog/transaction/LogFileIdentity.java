// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.failure.RunFailedException;
import java.time.Instant;

/**
 * Identifies a stream's current log file by name and creation time (in seconds, from the format description). If the log is
 * recreated, files get the same names, but positions have another meaning.
 */
public final class LogFileIdentity {

    private String name = "";
    private long createdSeconds;
    private boolean rejectsRecreated;
    private boolean isDumpStarting;

    void rejectRecreatedFile() {
        rejectsRecreated = true;
    }

    void onDumpBegin() {
        isDumpStarting = rejectsRecreated;
    }

    /**
     * @param seconds creation time since the epoch; 0 if unknown
     * @throws RunFailedException if the dump began in a different file of the same name, after {@link #rejectRecreatedFile()}
     */
    void checkFile(String file, long seconds) {
        if (isDumpStarting && file.equals(name) && createdSeconds != 0 && seconds != 0 && seconds != createdSeconds) {
            throw new RunFailedException("the stream cannot be resumed: the log was recreated, its file " + file
                    + " was begun at " + Instant.ofEpochSecond(seconds) + ", and the previous one at "
                    + Instant.ofEpochSecond(createdSeconds));
        }
        isDumpStarting = false;
        name = file;
        createdSeconds = seconds;
    }

    /** Call it if the stream continues in another server's log. */
    void forget() {
        name = "";
    }
}
