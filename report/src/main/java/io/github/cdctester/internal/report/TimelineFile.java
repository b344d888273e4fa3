// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.RunResult.ToolInfo;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes course.jsonl, the progress of a plan. The first line contains the plan's text. Each later line is the start or end of a
 * phase, or an action, as JSON. {@link StoredTimeline} reads the file. The file is locked while it is open, so that a running
 * plan can be distinguished from a killed plan. Thread-safe.
 */
public final class TimelineFile implements AutoCloseable {

    public static final String FILE_NAME = "course.jsonl";

    static final String KIND = "course";

    record Head(int schemaVersion, String kind, ToolInfo tool, Instant createdAt, String label, String text) {}

    /**
     * An entry of the file: the name of a phase that begins, a phase that ended, or an action. Exactly one of the three is set.
     */
    record Entry(
            Instant at,
            @Nullable String begins,
            @Nullable PhaseSpan ended,
            @Nullable ActionMark acted) {}

    private final JsonLinesFile out;

    @SuppressWarnings({"unused", "UnusedVariable"}) // prevents garbage collection of the lock
    private final Optional<FileLock> lock;

    private TimelineFile(JsonLinesFile out) {
        this.out = out;
        lock = lock(out.channel());
    }

    /**
     * Locks the file until it is closed or this process ends. Returns empty if the file system has no locks, such as some network
     * file systems.
     */
    private static Optional<FileLock> lock(FileChannel file) {
        try {
            return Optional.ofNullable(file.tryLock());
        } catch (IOException e) {
            return Optional.empty(); // without a lock, a running plan looks like a killed plan
        }
    }

    /** Creates the file. An existing file is replaced; a symbolic link is replaced, not followed. */
    public static TimelineFile create(Path directory, String label, String text) {
        Head head = new Head(RunResult.SCHEMA_VERSION, KIND, ToolInfo.current(""), Instant.now(), label, text);
        return new TimelineFile(JsonLinesFile.create(directory.resolve(FILE_NAME), head));
    }

    public void writePhaseStart(String phase) {
        write(new Entry(Instant.now(), phase, null, null));
    }

    public void writePhaseEnd(PhaseSpan phase) {
        write(new Entry(Instant.now(), null, phase, null));
    }

    public void writeAction(ActionMark mark) {
        write(new Entry(Instant.now(), null, null, mark));
    }

    private synchronized void write(Entry entry) {
        out.write(entry);
    }

    @Override
    public synchronized void close() {
        out.close();
    }
}
