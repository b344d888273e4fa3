// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a workload: the step of each of the last transactions, and optionally a file with the SQL of all steps. Workers
 * report steps and commits in their own threads.
 */
public final class StepJournal {

    /** Number of the last transactions kept; a verdict names only these. */
    private static final int MAX = 1 << 17;

    public record JournalStep(long number, String kind, String table) {}

    /** The current step of a worker. */
    private record Present(JournalStep step, StringBuilder text, StringBuilder numbers) {}

    private final Optional<Path> file;
    private final ThreadLocal<Optional<Present>> present = ThreadLocal.withInitial(Optional::empty);
    private final Map<String, JournalStep> steps = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, JournalStep> eldest) {
            return size() > MAX;
        }
    };
    private boolean begun;

    /** Writes into a file, replacing its contents, or nowhere. */
    public StepJournal(Optional<Path> file) {
        this.file = file;
    }

    public void about(String what) {
        write("-- " + what + "\n");
    }

    public void begins(JournalStep step) {
        present.set(Optional.of(new Present(step, new StringBuilder(), new StringBuilder())));
    }

    /** A statement of the step was sent. */
    public void sent(String sql) {
        if (file.isPresent()) {
            present.get().ifPresent(at -> at.text().append(sql).append(";\n"));
        }
    }

    /** A transaction of the calling worker was acknowledged: its GTID, and the number in that. */
    public void committed(String gtid, long number) {
        present.get().ifPresent(at -> {
            at.numbers().append(' ').append(number);
            add(gtid, at.step());
        });
    }

    public void stamped(long sequence) {
        if (sequence != 0) {
            present.get().ifPresent(at -> add("cdc_seq " + sequence, at.step()));
        }
    }

    public void ends() {
        present.get()
                .ifPresent(at ->
                        write("-- step " + at.step().number() + ' ' + at.step().kind() + ' '
                                + at.step().table() + ", transactions"
                                + (at.numbers().length() == 0 ? " not told" : at.numbers()) + '\n' + at.text()));
        present.remove();
    }

    private synchronized void add(String transaction, JournalStep step) {
        steps.put(transaction, step);
    }

    /** The step of one of the last transactions, by its GTID, or by its stamp: {@code cdc_seq 7}. */
    public synchronized @Nullable JournalStep of(String transaction) {
        return steps.get(transaction);
    }

    private synchronized void write(String text) {
        if (file.isEmpty()) {
            return;
        }
        try {
            Files.writeString(
                    file.get(),
                    text,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    begun ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
            begun = true;
        } catch (IOException e) {
            throw new RunFailedException("writing " + file.get() + " failed: " + e.getMessage(), e);
        }
    }
}
