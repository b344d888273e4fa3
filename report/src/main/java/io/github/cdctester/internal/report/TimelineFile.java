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
 * Writes course.jsonl, the progress of a plan. The first line contains the plan's text. Each later line is an entry. The file
 * is locked while it is open, so that a running plan can be distinguished from a killed plan. Thread-safe.
 */
public final class TimelineFile implements AutoCloseable {

    public static final String FILE_NAME = "course.jsonl";

    static final String KIND = "course";

    record Head(int schemaVersion, String kind, ToolInfo tool, Instant createdAt, String label, String text) {}

    /** The start of a phase, the end of a phase, or an action. Exactly one of the three is set. */
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

    /** Returns empty if the file system has no locks. Some network file systems have none. */
    private static Optional<FileLock> lock(FileChannel file) {
        try {
            return Optional.ofNullable(file.tryLock());
        } catch (IOException e) {
            return Optional.empty(); // without a lock, a running plan looks like a killed plan
        }
    }

    /** Replaces an existing file or symbolic link. */
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
