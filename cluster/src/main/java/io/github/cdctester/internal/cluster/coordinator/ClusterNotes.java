// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Collects notes about worker nodes for the result. Thread-safe. */
final class ClusterNotes {

    private final Set<Note> added = new LinkedHashSet<>();
    private final Set<RemoteNode> notCounted = new LinkedHashSet<>();
    /** Notes for the listener. The note of a loss waits for the platform's reason. */
    private final Deque<CompletableFuture<Note>> newNotes = new ArrayDeque<>();

    /** Maximum delay of a node's first transaction since the pool was last opened, by pool number. */
    private final Map<Integer, Long> maxStartDelayNanos = new HashMap<>();

    /** Maximum delay of the reports since the pool was last opened, by pool number. */
    private final Map<Integer, Long> maxDelayNanos = new HashMap<>();

    synchronized void addLostNode(RemoteNode node) {
        NodeLoss loss = Objects.requireNonNull(node.loss());
        newNotes.add(loss.reasonOrTimeout().thenApply(reason -> loss.note()));
    }

    /** Notes that a lost node has done work since its last report. */
    synchronized void addWorkNotCounted(RemoteNode node) {
        notCounted.add(node);
    }

    /** Adds a note if it is new. */
    synchronized void add(Note note) {
        if (added.add(note)) {
            newNotes.add(CompletableFuture.completedFuture(note));
        }
    }

    /** Returns the notes that were added since the last call, in their order, up to the first incomplete note. */
    synchronized List<Note> takeNew() {
        List<Note> taken = new ArrayList<>();
        while (!newNotes.isEmpty() && newNotes.getFirst().isDone()) {
            taken.add(newNotes.removeFirst().join());
        }
        return taken;
    }

    /** Returns the notes that are left at the end of the run. Waits a few seconds for the reasons of recent losses. */
    List<Note> takeLast() {
        List<CompletableFuture<Note>> left;
        synchronized (this) {
            left = List.copyOf(newNotes);
            newNotes.clear();
        }
        return left.stream().map(CompletableFuture::join).toList();
    }

    private static @Nullable Double maxMillis(Map<Integer, Long> nanosByPool) {
        return nanosByPool.isEmpty() ? null : Collections.max(nanosByPool.values()) / 1e6;
    }

    /** Discards the delays of a pool, because its workers start again. */
    synchronized void resetDelays(int pool) {
        maxStartDelayNanos.remove(pool);
        maxDelayNanos.remove(pool);
    }

    /** Records the delay of a node's first transaction. */
    synchronized void recordStart(int pool, long delayNanos) {
        maxStartDelayNanos.merge(pool, delayNanos, Math::max);
    }

    /** Records the delay of a node's report. */
    synchronized void recordDelay(int pool, long lateNanos) {
        maxDelayNanos.merge(pool, Math.max(0, lateNanos), Math::max);
    }

    synchronized List<Note> writerNotes(List<RemoteNode> nodes) {
        List<Note> notes = new ArrayList<>();
        long homes = nodes.stream().map(node -> node.home).distinct().count();
        Double lateMillis = maxMillis(maxDelayNanos);
        notes.add(Note.of(Code.NODES_WROTE)
                .with("nodes", homes)
                .with("startDelayMillis", homes == 1 ? null : maxMillis(maxStartDelayNanos))
                .with("clockMillis", clockMillis(nodes))
                .with("lateMillis", lateMillis)
                .with("shiftedFromMillis", lateMillis == null ? null : Message.WriteProgress.AHEAD_NANOS / 1_000_000));
        notes.addAll(added);
        notCounted.forEach(node -> notes.add(new Note(
                Code.NODE_WORK_NOT_COUNTED,
                Objects.requireNonNull(node.loss()).note().arguments())));
        return notes;
    }

    List<Note> readerNotes(List<RemoteNode> nodes) {
        return nodes.isEmpty()
                ? List.of()
                : List.of(Note.of(Code.NODES_READ, "nodes", nodes.size(), "clockMillis", clockMillis(nodes)));
    }

    private static double clockMillis(List<RemoteNode> nodes) {
        return nodes.stream()
                        .filter(node -> node.clock.roundTrips() > 0)
                        .mapToLong(node -> node.clock.errorNanos())
                        .max()
                        .orElse(0)
                / 1e6;
    }
}
