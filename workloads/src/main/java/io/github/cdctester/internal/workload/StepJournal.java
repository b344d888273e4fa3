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

/** The steps of a workload's last transactions, and optionally a file with the SQL of all steps. Workers report from their own threads. */
public final class StepJournal {

    /** Stored GTIDs and stamps. A verdict can name only the steps of these transactions. */
    private static final int MAX_TRANSACTIONS = 1 << 17;

    public record JournalStep(long number, String kind, String table) {}

    private static final class CurrentStep {

        private final JournalStep step;
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder transactionNumbers = new StringBuilder();
        private int unitStart;

        private CurrentStep(JournalStep step) {
            this.step = step;
        }
    }

    private final Optional<Path> file;
    private final ThreadLocal<Optional<CurrentStep>> currentStep = ThreadLocal.withInitial(Optional::empty);
    private final Map<String, JournalStep> steps = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, JournalStep> eldest) {
            return size() > MAX_TRANSACTIONS;
        }
    };
    private boolean hasWritten;

    /** Overwrites {@code file} with the SQL of all steps; empty to write no SQL. */
    public StepJournal(Optional<Path> file) {
        this.file = file;
    }

    public void writeComment(String comment) {
        write("-- " + comment + "\n");
    }

    public void startStep(JournalStep step) {
        currentStep.set(Optional.of(new CurrentStep(step)));
    }

    /** Removes the statements since the last {@link #endUnit()}: their attempt has failed, and they are sent again. */
    public void startUnit() {
        currentStep.get().ifPresent(step -> step.text.setLength(step.unitStart));
    }

    /** Records that the statements since {@link #startUnit()} were executed. */
    public void endUnit() {
        currentStep.get().ifPresent(step -> step.unitStart = step.text.length());
    }

    public void recordStatement(String sql) {
        if (file.isPresent()) {
            currentStep.get().ifPresent(step -> step.text.append(sql).append(";\n"));
        }
    }

    /** The transaction was acknowledged to the calling worker. {@code number} is the sequence number in its GTID. */
    public void recordCommit(String gtid, long number) {
        currentStep.get().ifPresent(step -> {
            step.transactionNumbers.append(' ').append(number);
            addStep(gtid, step.step);
        });
    }

    public void recordStamp(long sequence) {
        if (sequence != 0) {
            currentStep.get().ifPresent(step -> addStep("cdc_seq " + sequence, step.step));
        }
    }

    public void endStep() {
        currentStep
                .get()
                .ifPresent(step -> write("-- step " + step.step.number() + ' '
                        + step.step.kind() + ' '
                        + step.step.table() + ", transactions"
                        + (step.transactionNumbers.length() == 0 ? " unknown" : step.transactionNumbers) + '\n'
                        + step.text));
        currentStep.remove();
    }

    private synchronized void addStep(String transaction, JournalStep step) {
        steps.put(transaction, step);
    }

    /** {@code transaction} is a GTID or a stamp, such as {@code cdc_seq 7}. */
    public synchronized @Nullable JournalStep stepOf(String transaction) {
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
                    hasWritten ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
            hasWritten = true;
        } catch (IOException e) {
            throw new RunFailedException("writing " + file.get() + " failed: " + e.getMessage(), e);
        }
    }
}
