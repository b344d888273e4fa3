// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.List;
import java.util.Objects;

/**
 * A step of a workload with a wrong transaction.
 *
 * @param reporter the stream or the consumer whose verdict names the transaction
 */
public record WrongStep(String reporter, long number, String table) {

    private static final String REPORTER = "by";
    private static final String STEP = "step";
    private static final String TABLE = "table";

    public static List<WrongStep> of(List<Note> notes) {
        return notes.stream()
                .filter(note -> note.code() == Code.WRONG_TRANSACTION_IN_STEP)
                .map(note -> new WrongStep(
                        (String) argument(note, REPORTER), (Long) argument(note, STEP), (String) argument(note, TABLE)))
                .toList();
    }

    private static Object argument(Note note, String name) {
        return Objects.requireNonNull(note.arguments().get(name), name);
    }

    Note note(String transaction, String kind) {
        return Note.of(Code.WRONG_TRANSACTION_IN_STEP)
                .with("transaction", transaction)
                .with(REPORTER, reporter)
                .with(STEP, number)
                .with("kind", kind)
                .with(TABLE, table);
    }
}
