// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.bound.BoundedFile;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a course.jsonl file, up to the first incomplete line.
 *
 * @param openPhase the phase that has started but not ended; {@code null} for none
 * @param openPhaseFromSecond in seconds from the start of the first phase; 0 for none
 * @param goesOn true if the plan is known to be running
 */
public record StoredTimeline(
        Instant createdAt,
        String label,
        String text,
        List<PhaseSpan> ended,
        @Nullable String openPhase,
        double openPhaseFromSecond,
        List<ActionMark> actions,
        boolean goesOn) {

    public StoredTimeline {
        ended = List.copyOf(ended);
        actions = List.copyOf(actions);
    }

    /** Returns empty if the file is missing, or its first line is not a head of this schemaVersion. */
    public static Optional<StoredTimeline> read(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        // decodes leniently, because a truncated file may end within a character
        try (BufferedReader in = new BufferedReader(new StringReader(
                new String(BoundedFile.bytes(file, BoundedFile.MAX_OBJECT_FILE_BYTES), StandardCharsets.UTF_8)))) {
            Optional<TimelineFile.Head> head = next(in, TimelineFile.Head.class)
                    .filter(candidate -> candidate.kind().equals(TimelineFile.KIND))
                    .filter(candidate -> candidate.schemaVersion() == RunResult.SCHEMA_VERSION);
            return head.isEmpty() ? Optional.empty() : Optional.of(read(head.get(), in, isLocked(file)));
        } catch (IOException e) {
            throw new RunFailedException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static StoredTimeline read(TimelineFile.Head head, BufferedReader in, boolean isRunning)
            throws IOException {
        List<PhaseSpan> ended = new ArrayList<>();
        List<ActionMark> actions = new ArrayList<>();
        String openPhase = null;
        Instant firstStart = null;
        double openPhaseFrom = 0;
        for (Optional<TimelineFile.Entry> next = next(in, TimelineFile.Entry.class);
                next.isPresent();
                next = next(in, TimelineFile.Entry.class)) {
            TimelineFile.Entry entry = next.get();
            PhaseSpan endedPhase = entry.ended();
            ActionMark action = entry.acted();
            if (entry.begins() != null) {
                firstStart = firstStart == null ? entry.at() : firstStart;
                openPhase = entry.begins();
                openPhaseFrom = Duration.between(firstStart, entry.at()).toNanos() / 1e9;
            } else if (endedPhase != null) {
                ended.add(endedPhase);
                openPhase = null;
                openPhaseFrom = 0;
            } else if (action != null) {
                actions.add(action);
            }
        }
        return new StoredTimeline(
                head.createdAt(), head.label(), head.text(), ended, openPhase, openPhaseFrom, actions, isRunning);
    }

    private static <T extends Record> Optional<T> next(BufferedReader in, Class<T> type) throws IOException {
        String line = in.readLine();
        return line == null ? Optional.empty() : JsonRecords.read(line, type);
    }

    private static boolean isLocked(Path file) {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
                FileLock lock = in.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true; // this process has the lock
        } catch (IOException e) {
            return false; // this file system has no locks, so it is unknown whether the plan is running
        }
    }
}
