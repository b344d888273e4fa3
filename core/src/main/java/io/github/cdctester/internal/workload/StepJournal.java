// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a workload: to which of them each of the last transactions belongs, and, where a file is wanted, what was sent for
 * them, as SQL. Workers tell of their steps in their own threads, and are told of their commits there.
 */
public final class StepJournal {

    /** Those that a verdict can name are among the last ones, as far as one can ask for them by hand. */
    private static final int MOST = 1 << 17;

    private static final int FIRST = 1 << 10;

    /** A step. */
    public record Step(long number, String kind, String table) {}

    /**
     * A transaction of a step.
     *
     * @param tag MySQL's tag; {@code null} where {@code number} is a stamp of rows and no GTID
     */
    public record Commit(long high, long low, @Nullable String tag, long number, Step step) {}

    /** What a worker is at. */
    private static final class Present {
        final Step step;
        final StringBuilder text = new StringBuilder();
        final StringBuilder names = new StringBuilder();

        Present(Step step) {
            this.step = step;
        }
    }

    private final Optional<Path> file;
    private final ThreadLocal<AtomicReference<@Nullable Present>> present =
            ThreadLocal.withInitial(AtomicReference::new);

    private @Nullable Commit[] ring = new Commit[FIRST];
    private long told;
    private boolean begun;

    /** Writes into a file, in place of what is there; or nowhere. */
    public StepJournal(Optional<Path> file) {
        this.file = file;
    }

    /** What it is about, in a line. */
    public void about(String what) {
        write("-- " + what + "\n");
    }

    /** The calling worker begins a step. */
    public void begins(long number, String kind, String table) {
        present.get().set(new Present(new Step(number, kind, table)));
    }

    /** A statement of the step was sent. */
    public void sent(String sql) {
        Present step = present.get().get();
        if (step != null && file.isPresent()) {
            step.text.append(sql).append(";\n");
        }
    }

    /** A transaction of the calling worker was acknowledged. */
    public void committed(long high, long low, String tag, long number) {
        Present step = present.get().get();
        if (step != null) {
            step.names.append(' ').append(number);
            add(new Commit(high, low, tag, number, step.step));
        }
    }

    /** Rows of the step have a stamp. */
    public void stamped(long sequence) {
        Present step = present.get().get();
        if (step != null && sequence != 0) {
            add(new Commit(0, 0, null, sequence, step.step));
        }
    }

    /** The step is done. */
    public void ends() {
        Present step = present.get().getAndSet(null);
        if (step != null) {
            write("-- step " + step.step.number() + ' ' + step.step.kind() + ' ' + step.step.table() + ", transactions"
                    + (step.names.length() == 0 ? " not told" : step.names) + '\n' + step.text);
        }
    }

    private synchronized void add(Commit commit) {
        if (told == ring.length && ring.length < MOST) {
            ring = Arrays.copyOf(ring, 2 * ring.length);
        }
        ring[(int) (told++ % ring.length)] = commit;
    }

    /** The last transactions, in no order. */
    public synchronized List<Commit> commits() {
        return Stream.of(ring).filter(Objects::nonNull).toList();
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
