// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Sources of the commit times for a run's delays. All streams use the same sources, so that their values can be combined.
 *
 * @param sideBySide all measured sources; empty if only {@code main} is measured
 * @param unavailable notes on requested sources
 */
public record DelayChoice(DelaySource main, Set<DelaySource> sideBySide, List<Note> unavailable) {

    static DelayChoice of(SubscriberSpec spec, Collection<ServerInfo> servers, boolean writes, boolean isDrain) {
        ServerInfo serverWithoutTimestamps = servers.stream()
                .filter(server -> !server.hasCommitTimestamps())
                .findFirst()
                .orElse(null);
        DelaySource requestedSource = spec.delaySource().orElse(null);
        // PolarDB-X logs commit times in a proprietary form
        if (requestedSource == DelaySource.COMMIT_TIMESTAMP
                && serverWithoutTimestamps != null
                && serverWithoutTimestamps.flavor() != ServerInfo.Flavor.POLARDBX) {
            throw new RunFailedException(Setting.DELAY_SOURCE + " commit-timestamp: " + serverWithoutTimestamps.flavor()
                    + " " + serverWithoutTimestamps.version()
                    + " sends none; use " + (isDrain ? "" : "heartbeat (µs) or ") + "event-header (0 to 1 s too long)");
        }
        Set<DelaySource> sideBySide = EnumSet.noneOf(DelaySource.class);
        sideBySide.addAll(spec.sideBySide());
        List<Note> unavailableNotes = new ArrayList<>();
        if (serverWithoutTimestamps != null && sideBySide.remove(DelaySource.COMMIT_TIMESTAMP)) {
            unavailableNotes.add(Note.of(
                    Code.NO_COMMIT_TIMESTAMPS,
                    "server",
                    serverWithoutTimestamps.flavor() + " " + serverWithoutTimestamps.version()));
        }
        boolean isHeartbeatRequested = requestedSource == DelaySource.HEARTBEAT;
        if (isDrain && (sideBySide.remove(DelaySource.HEARTBEAT) || isHeartbeatRequested)) {
            unavailableNotes.add(Note.of(Code.NO_HEARTBEATS_IN_DRAIN));
            requestedSource = isHeartbeatRequested ? null : requestedSource;
        }
        if (requestedSource != null) {
            return new DelayChoice(requestedSource, sideBySide, unavailableNotes);
        }
        if (!sideBySide.isEmpty()) {
            // the best source comes first in the order of the constants
            return new DelayChoice(sideBySide.iterator().next(), sideBySide, unavailableNotes);
        }
        return new DelayChoice(bestSource(serverWithoutTimestamps == null, writes), sideBySide, unavailableNotes);
    }

    boolean needsHeartbeats() {
        return main == DelaySource.HEARTBEAT || sideBySide.contains(DelaySource.HEARTBEAT);
    }

    private static DelaySource bestSource(boolean hasTimestamps, boolean writes) {
        if (hasTimestamps) {
            return DelaySource.COMMIT_TIMESTAMP;
        }
        // a run without loads writes heartbeats only on request
        return writes ? DelaySource.HEARTBEAT : DelaySource.EVENT_HEADER;
    }
}
