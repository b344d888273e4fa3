// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.StartPosition;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import org.jspecify.annotations.Nullable;

/** Start position of a stream. */
public record LogStart(LogEnd startPosition) {

    static LogStart of(StartPosition from, LogServer server) {
        if (from instanceof StartPosition.At position) {
            if (server.isGtidsOnly()) {
                throw new RunFailedException(Setting.FROM + " " + position + ": "
                        + server.endpoint().address() + " sends its log by GTIDs only; give GTIDs, earliest or now");
            }
            return new LogStart(new LogEnd(new LogPosition(position.file(), position.position()), ""));
        }
        if (from instanceof StartPosition.AtGtidSet gtids) {
            check(gtids, server);
            return new LogStart(new LogEnd(LogPosition.NOWHERE, gtids.gtids()));
        }
        if (from instanceof StartPosition.Earliest) {
            return new LogStart(server.logBegin());
        }
        LogEnd currentEnd = server.logEnd(server.initialServer());
        return new LogStart(server.isGtidsOnly() ? new LogEnd(LogPosition.NOWHERE, currentEnd.gtidSet()) : currentEnd);
    }

    LogPosition position() {
        return startPosition.position();
    }

    /** Returns {@code null} if the position is known; otherwise, the server must find it. */
    @Nullable
    String excludedGtids() {
        return position().equals(LogPosition.NOWHERE) ? startPosition.gtidSet() : null;
    }

    /** For a run that does not write. */
    WindowMark windowMark() {
        return excludedGtids() == null ? new WindowMark.AtPosition(position(), 0) : new WindowMark.AtFirstTransaction();
    }

    private static void check(StartPosition.AtGtidSet gtids, LogServer logServer) {
        ServerInfo server = logServer.info();
        String address = logServer.endpoint().address();
        if (gtids.isMariaDb() != server.isMariaDb()) {
            throw new RunFailedException(
                    Setting.FROM + " " + gtids + " is " + (gtids.isMariaDb() ? "MariaDB's" : "MySQL's")
                            + " form of GTIDs, but " + address + " is " + server.flavor() + " " + server.version());
        }
        if (!server.isMariaDb() && !server.gtidMode().equals("ON")) {
            throw new RunFailedException(Setting.FROM + " " + gtids + " needs gtid_mode=ON, but " + address + " has "
                    + (server.gtidMode().isEmpty() ? "none" : server.gtidMode()) + "; start at FILE:POS");
        }
    }
}
