// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Tries out whether a stream could go on at another server, before it has to. */
public final class FailoverPreflight {

    private FailoverPreflight() {}

    /**
     * The other server needs, for the stream to go on there: GTIDs of the same kind, and a log that holds what it replicates.
     *
     * @return what is missing, each with what mends it; empty where all is well
     */
    public static List<String> missing(Endpoint standby, ServerInfo source) throws IOException {
        try (ServerConnection connection = ServerConnection.open(standby)) {
            ServerInspector inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM);
            ServerInfo info = inspector.info();
            List<String> missing = new ArrayList<>(StreamPreflight.missing(standby, inspector));
            if (info.flavor() != source.flavor()) {
                missing.add("it is " + info.flavor() + ", and the stream's server is " + source.flavor()
                        + ": their GTIDs are not the same; name a server of the same kind");
            } else if (!info.hasGtids()) {
                missing.add("gtid_mode is " + (info.gtidMode().isEmpty() ? "not there" : info.gtidMode())
                        + ": it must be ON");
            }
            if (logsWhatItReplicates(inspector).equals("OFF")) {
                missing.add("what it replicates is not in its log: start it with "
                        + (info.isMariaDb() ? "--log-slave-updates" : "--log-replica-updates"));
            }
            return missing;
        }
    }

    private static String logsWhatItReplicates(ServerInspector inspector) throws IOException {
        String now = inspector.onOff("log_replica_updates"); // MySQL from 8.0.26
        return now.isEmpty() ? inspector.onOff("log_slave_updates") : now;
    }
}
