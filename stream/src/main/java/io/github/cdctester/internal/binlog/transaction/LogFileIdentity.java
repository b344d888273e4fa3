// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.failure.RunFailedException;
import java.time.Instant;

/**
 * Identifies the current log file of a stream by name and creation time. The format description event contains the
 * creation time in seconds. The creation time is the same in every dump, even after restarts and crashes. If the log is
 * recreated, files get the same names again, but positions in these files have another meaning.
 */
public final class LogFileIdentity {

    private String name = "";
    private long createdSeconds;
    private boolean rejectsRecreated;
    private boolean isDumpStarting;

    /** Makes later checks reject a different file with the same name. */
    void rejectRecreatedFile() {
        rejectsRecreated = true;
    }

    void onDumpBegin() {
        isDumpStarting = rejectsRecreated;
    }

    /**
     * Checks and stores the name and creation time of a file, at its format description.
     *
     * @param seconds creation time of the file in seconds since the epoch; 0 if unknown
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

    /** Resets the identity, because the stream continues in another server's log. */
    void forget() {
        name = "";
    }
}
