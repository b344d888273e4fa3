// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.JsonLines;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be undone, in a file that outlives the process: a line is on the disk before the thing is done, and another one
 * after it was undone. The file goes when nothing is left. For one thread.
 */
public final class UndoJournal {

    /** A line of the file; one of them is there. */
    public record Line(
            @Nullable Server server,
            @Nullable UndoEntry todo,
            @Nullable Integer undone) {}

    /**
     * Whose settings they are.
     *
     * @param address {@code host:port}
     * @param ours whether the server ends with the process, so that nothing is to be undone then
     */
    public record Server(String address, boolean ours) {}

    private final Path file;
    private final Server server;
    private final Deque<UndoEntry> left = new ArrayDeque<>();
    private int latest;

    private UndoJournal(Path file, Server server) {
        this.file = file;
        this.server = server;
    }

    /** Opens a journal. */
    public static UndoJournal open(Path file, String address, boolean ours) {
        UndoJournal journal = new UndoJournal(file, new Server(address, ours));
        try {
            if (Files.exists(file)) {
                journal.read(whole(file));
            }
        } catch (IOException e) {
            throw new RunFailedException("reading " + file + " failed: " + e, e);
        }
        return journal;
    }

    /** A line without an end was being written when the process ended: what it tells of was not begun. */
    private static List<String> whole(Path file) throws IOException {
        String text = Files.readString(file);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        if (whole.length() < text.length()) {
            Files.writeString(file, whole);
        }
        return whole.lines().toList();
    }

    private void read(List<String> lines) throws IOException {
        Server before = null;
        List<UndoEntry> found = new ArrayList<>();
        for (String line : lines) {
            Line read = JsonLines.read(line, Line.class)
                    .orElseThrow(() -> new RunFailedException(
                            file + " is no list of what is to be undone; remove it to go on without"));
            before = read.server() == null ? before : read.server();
            UndoEntry todo = read.todo();
            if (todo != null) {
                found.add(todo);
                latest = Math.max(latest, todo.number());
            }
            Integer undone = read.undone();
            if (undone != null) {
                found.removeIf(entry -> entry.number() == undone);
            }
        }
        boolean gone = before != null && before.ours() && !before.equals(server);
        if (gone || found.isEmpty()) {
            Files.delete(file);
            return;
        }
        if (before != null && !before.address().equals(server.address())) {
            throw new RunFailedException(file + " tells of settings of " + before.address()
                    + " that are still to be undone; give that server, or remove the file to go on without");
        }
        found.forEach(left::push);
    }

    /** Where it is. */
    public Path file() {
        return file;
    }

    /** What is left to undo, the latest first. */
    List<UndoEntry> left() {
        return List.copyOf(left);
    }

    /** Writes down something that is about to be done. */
    UndoEntry add(UndoEntry entry) {
        UndoEntry numbered = entry.numbered(latest + 1);
        if (left.isEmpty()) {
            append(new Line(server, null, null));
        }
        append(new Line(null, numbered, null));
        latest++;
        left.push(numbered);
        return numbered;
    }

    /** Writes down that something was undone. */
    void undone(UndoEntry entry) {
        left.remove(entry);
        if (!left.isEmpty()) {
            append(new Line(null, null, entry.number()));
            return;
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new RunFailedException("removing " + file + " failed: " + e, e);
        }
    }

    private void append(Line line) {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(JsonLines.line(line) + "\n");
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS)) {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        } catch (IOException e) {
            throw new RunFailedException("writing " + file + " failed: " + e, e);
        }
    }
}
