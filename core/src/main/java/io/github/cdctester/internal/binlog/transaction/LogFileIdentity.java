// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import io.github.cdctester.failure.RunFailedException;
import java.time.Instant;

/**
 * The present log file of a stream, by name and by the second of its creation. The file's format description contains that second,
 * also after restarts and crashes, and in every dump. A recreated log has files of the same names, in which the same position is
 * another place.
 */
public final class LogFileIdentity {

    private String name = "";
    private long begunSeconds;
    private boolean refusing;
    private boolean dumpHasBegun;

    /** From here on another file of the same name is refused. */
    void refuseOthers() {
        refusing = true;
    }

    void dumpBegins() {
        dumpHasBegun = refusing;
    }

    /**
     * Records a format description.
     *
     * @param seconds its time; 0 if it has none
     * @throws RunFailedException if the dump began in a different file of the same name
     */
    void described(String file, long seconds) {
        if (dumpHasBegun && file.equals(name) && begunSeconds != 0 && seconds != 0 && seconds != begunSeconds) {
            throw new RunFailedException("the stream cannot be resumed: the log was recreated, its file " + file
                    + " was begun at " + Instant.ofEpochSecond(seconds) + ", and the one that was read at "
                    + Instant.ofEpochSecond(begunSeconds));
        }
        dumpHasBegun = false;
        name = file;
        begunSeconds = seconds;
    }

    /** The stream continues in another server's log. */
    void forget() {
        name = "";
    }
}
