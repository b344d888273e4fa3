// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import ch.vorburger.exec.OutputStreamLogDispatcher;
import ch.vorburger.exec.OutputStreamType;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Reads along what MariaDB's programs print, and remembers why they failed. */
final class ServerLog extends OutputStreamLogDispatcher {

    private static final Pattern ERROR =
            Pattern.compile("\\bERROR\\b|error while loading|[Pp]ermission denied|not found");
    private static final Pattern PREFIX = Pattern.compile("^[-0-9]+ +[0-9:]+ \\d+ \\[\\w+] ");

    private @Nullable String error;
    private @Nullable String lastLine;
    private boolean portTaken;

    @Override
    public synchronized Level dispatch(OutputStreamType type, String line) {
        boolean isError = ERROR.matcher(line).find();
        if (isError && error == null) {
            // The first is the cause; what follows is "Aborting" and its like.
            error = PREFIX.matcher(line).replaceFirst("");
        }
        if (!line.isBlank()) {
            lastLine = line;
        }
        portTaken |= line.contains("Bind on TCP/IP port");
        return isError ? Level.WARN : Level.DEBUG;
    }

    /** Forgets everything, for one more attempt. */
    synchronized void clear() {
        error = null;
        lastLine = null;
        portTaken = false;
    }

    synchronized boolean portTaken() {
        return portTaken;
    }

    /** The line that tells best why the program ended. */
    synchronized @Nullable String failure() {
        return error != null ? error : lastLine;
    }
}
