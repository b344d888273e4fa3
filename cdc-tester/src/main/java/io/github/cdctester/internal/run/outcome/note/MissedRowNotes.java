// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome.note;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notes about loads whose statements found no row, and so wrote less than configured. */
public final class MissedRowNotes {

    /** Share of a load's statements. */
    private static final double NO_ROW_SHARE = 0.01;

    private MissedRowNotes() {}

    /**
     * A busy load does not hide another load.
     *
     * @param increment the server's auto_increment_increment; {@code null} if it is 1 or unknown
     */
    public static List<Note> of(Plan plan, WriteSummary write, @Nullable String increment) {
        List<Note> notes = new ArrayList<>();
        if (plan.loads().size() == 1 || write.workloads().isEmpty()) {
            addNote(null, plan.loads(), write, increment, notes);
            return notes;
        }
        for (WorkloadSummary load : write.workloads()) {
            List<NamedLoad> specs = plan.loads().stream()
                    .filter(spec -> spec.name().equals(load.name()))
                    .toList();
            addNote(load.name(), specs, load.write(), increment, notes);
        }
        return notes;
    }

    private static void addNote(
            @Nullable String name,
            List<NamedLoad> loads,
            WriteSummary write,
            @Nullable String increment,
            List<Note> notes) {
        long statementCount = write.reads() + write.writes();
        if (write.foundNoRow() == 0 || write.foundNoRow() < NO_ROW_SHARE * statementCount) {
            return;
        }
        List<String> workloads =
                loads.stream().map(load -> load.workload().name()).toList();
        boolean hasDeletes = workloads.contains("oltp_delete");
        boolean usesSysbench = workloads.stream().anyMatch(workload -> workload.startsWith("oltp_"));
        notes.add(Note.of(Code.STATEMENTS_FOUND_NO_ROW)
                .with("percent", 100.0 * write.foundNoRow() / statementCount)
                .with("foundNoRow", write.foundNoRow())
                .with("statements", statementCount)
                .with("load", name)
                .with("deletedBy", hasDeletes ? "oltp_delete" : null)
                .with("setting", usesSysbench && !hasDeletes ? Setting.TABLE_SIZE : null)
                .with("workloads", usesSysbench ? null : workloads)
                .with("increment", usesSysbench ? increment : null));
    }
}
