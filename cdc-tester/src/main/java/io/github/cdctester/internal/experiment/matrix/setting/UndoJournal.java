// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.JsonRecords;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file with the changes to undo. Not thread-safe. It survives a crash: a line is synced to disk before each change, and another line
 * after its undo.
 */
public final class UndoJournal {

    /** Exactly one component is set. */
    public record Line(
            @Nullable Server server,
            @Nullable UndoEntry todo,
            @Nullable Integer undone) {}

    /**
     * @param address {@code host:port}
     * @param ours true if this process started the server. Changes of the server itself need no undo after a kill, because the
     *     server ends with the process
     */
    public record Server(String address, boolean ours) {}

    private final JournalFile journal;
    private final Server server;
    private final Deque<UndoEntry> remainingEntries = new ArrayDeque<>();
    private int lastNumber;

    private UndoJournal(JournalFile journal, Server server) {
        this.journal = journal;
        this.server = server;
    }

    public static UndoJournal open(Path file, String address, boolean ours) {
        UndoJournal journal = new UndoJournal(new JournalFile(file), new Server(address, ours));
        journal.read();
        return journal;
    }

    private void read() {
        Server recordedServer = null;
        List<UndoEntry> entries = new ArrayList<>();
        for (String line : journal.lines()) {
            Line parsed = JsonRecords.read(line, Line.class)
                    .orElseThrow(() -> new RunFailedException(
                            file() + " is not an undo journal; remove it to continue without it"));
            recordedServer = parsed.server() == null ? recordedServer : parsed.server();
            UndoEntry todo = parsed.todo();
            if (todo != null) {
                entries.add(todo);
                lastNumber = Math.max(lastNumber, todo.number());
            }
            Integer undone = parsed.undone();
            if (undone != null) {
                entries.removeIf(entry -> entry.number() == undone);
            }
        }
        boolean hasServerEnded = recordedServer != null && recordedServer.ours() && !recordedServer.equals(server);
        if (hasServerEnded) {
            entries.removeIf(entry -> !entry.kind().outlivesServer());
        }
        if (entries.isEmpty()) {
            journal.remove();
            return;
        }
        if (!hasServerEnded
                && recordedServer != null
                && !recordedServer.address().equals(server.address())) {
            throw new RunFailedException(file() + " has settings of " + recordedServer.address()
                    + " to undo; use that server, or remove the file to continue without it");
        }
        entries.forEach(remainingEntries::push);
    }

    public Path file() {
        return journal.file();
    }

    List<UndoEntry> remainingEntries() {
        return List.copyOf(remainingEntries);
    }

    UndoEntry add(UndoEntry entry) {
        UndoEntry numberedEntry = entry.withNumber(lastNumber + 1);
        if (remainingEntries.isEmpty()) {
            journal.append(new Line(server, null, null));
        }
        journal.append(new Line(null, numberedEntry, null));
        lastNumber++;
        remainingEntries.push(numberedEntry);
        return numberedEntry;
    }

    void markUndone(UndoEntry entry) {
        remainingEntries.remove(entry);
        if (!remainingEntries.isEmpty()) {
            journal.append(new Line(null, null, entry.number()));
            return;
        }
        journal.remove();
    }
}
