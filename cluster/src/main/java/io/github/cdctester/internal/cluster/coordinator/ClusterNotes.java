// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The notes of a result on its worker nodes. For any thread. */
final class ClusterNotes {

    private final List<RemoteNode> lost = new ArrayList<>();
    private final Set<String> crowded = new LinkedHashSet<>();
    private int reportedLosses;
    private int reportedCrowds;
    private long spreadNanos;

    /** The largest delay of a report, by crew, since that was last opened. */
    private final Map<Integer, Long> latestNanos = new HashMap<>();

    synchronized void lost(RemoteNode node) {
        lost.add(node);
    }

    /** Several nodes write to rows that each was to have for itself. */
    synchronized void crowd(int nodes, String scarce) {
        crowded.add(
                nodes + " worker nodes write to " + scarce + ": workers of several nodes wait for each other's rows");
    }

    /** Notes that are new since the last call. */
    synchronized List<String> takeNew() {
        List<String> fresh =
                new ArrayList<>(crowded.stream().skip(reportedCrowds).toList());
        reportedCrowds = crowded.size();
        for (; reportedLosses < lost.size(); reportedLosses++) {
            fresh.add(String.valueOf(lost.get(reportedLosses).lost()));
        }
        return fresh;
    }

    /** The workers of a crew have begun. */
    synchronized void began(long earliestNanos, long latestNanos) {
        spreadNanos = Math.max(spreadNanos, latestNanos - earliestNanos);
    }

    /** The workers of a crew are to begin: earlier reports do not count. */
    synchronized void opens(int crew) {
        latestNanos.remove(crew);
    }

    /** A node reported a second. */
    synchronized void progress(int crew, long lateNanos) {
        latestNanos.merge(crew, Math.max(0, lateNanos), Math::max);
    }

    private String late() {
        return latestNanos.values().stream()
                .max(Long::compare)
                .map(nanos -> String.format(
                        Locale.ROOT,
                        ", and came up to %.0f ms late: from %d ms on they count in the next second",
                        nanos / 1e6,
                        WriteProgress.AHEAD_NANOS / 1_000_000))
                .orElse("");
    }

    synchronized List<String> of(List<RemoteNode> nodes) {
        List<String> notes = new ArrayList<>();
        long error = nodes.stream()
                .filter(node -> node.welcome() != null)
                .mapToLong(RemoteNode::clockErrorNanos)
                .max()
                .orElse(0);
        notes.add(String.format(
                Locale.ROOT,
                "%d worker node%s wrote, which began within %.3f ms of each other (clocks known within ±%.3f ms); each tells"
                        + " what it has done once a second, so that a sample's write figures are up to a second old%s",
                nodes.size(),
                nodes.size() == 1 ? "" : "s",
                spreadNanos / 1e6,
                error / 1e6,
                late()));
        notes.addAll(crowded);
        for (RemoteNode node : lost) {
            if (node.writes()) {
                notes.add(node.lost() + "; what it did since its last second is in the log and in no total here");
            }
        }
        return notes;
    }

    List<String> ofReaders(List<RemoteNode> nodes) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        long error = nodes.stream().mapToLong(RemoteNode::clockErrorNanos).max().orElse(0);
        return List.of(String.format(
                Locale.ROOT,
                "%d worker node%s followed the streams, each by its own clock, which is known within ±%.3f ms against the"
                        + " coordinator's; each tells five times a second what has arrived, so that a sample's stream figures"
                        + " are up to 0.3 s old",
                nodes.size(),
                nodes.size() == 1 ? "" : "s",
                error / 1e6));
    }
}
