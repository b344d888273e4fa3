// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message.Beat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What a reader of the numbers must know of the worker nodes. For any thread. */
final class FleetNotes {

    private final List<FleetNode> lost = new ArrayList<>();
    private final Set<String> crowded = new LinkedHashSet<>();
    private int told;
    private int toldOfCrowds;
    private long spreadNanos;

    /** How late the latest second was told of, by crew, since that was last opened: in the measured part. */
    private final Map<Integer, Long> latestNanos = new HashMap<>();

    synchronized void lost(FleetNode node) {
        lost.add(node);
    }

    /** Nodes have to share what each of them was to have some of. */
    synchronized void crowd(int nodes, String scarce) {
        crowded.add(
                nodes + " worker nodes write to " + scarce + ": workers of several nodes wait for each other's rows");
    }

    /** What is new since the last call: who was lost, and who has to share. */
    synchronized List<String> untold() {
        List<String> untold =
                new ArrayList<>(crowded.stream().skip(toldOfCrowds).toList());
        toldOfCrowds = crowded.size();
        for (; told < lost.size(); told++) {
            untold.add(String.valueOf(lost.get(told).lost()));
        }
        return untold;
    }

    /** Workers of one load have begun. */
    synchronized void began(long earliestNanos, long latestNanos) {
        spreadNanos = Math.max(spreadNanos, latestNanos - earliestNanos);
    }

    /** Workers of one load are to go: what was before is not measured. */
    synchronized void opens(int crew) {
        latestNanos.remove(crew);
    }

    /** A node told of a second. */
    synchronized void beat(int crew, long lateNanos) {
        latestNanos.merge(crew, Math.max(0, lateNanos), Math::max);
    }

    private String late() {
        return latestNanos.values().stream()
                .max(Long::compare)
                .map(nanos -> String.format(
                        Locale.ROOT,
                        ", and came up to %.0f ms late: from %d ms on they count in the next second",
                        nanos / 1e6,
                        Beat.AHEAD_NANOS / 1_000_000))
                .orElse("");
    }

    synchronized List<String> of(List<FleetNode> nodes) {
        List<String> notes = new ArrayList<>();
        long error = nodes.stream()
                .filter(node -> node.welcome() != null)
                .mapToLong(FleetNode::clockErrorNanos)
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
        for (FleetNode node : lost) {
            if (node.writes()) {
                notes.add(node.lost() + "; what it did since its last second is in the log and in no total here");
            }
        }
        return notes;
    }

    List<String> ofReaders(List<FleetNode> nodes) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        long error = nodes.stream().mapToLong(FleetNode::clockErrorNanos).max().orElse(0);
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
