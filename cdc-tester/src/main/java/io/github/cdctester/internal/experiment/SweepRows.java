// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.internal.value.TrialValues;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of a sweep's table: one row per step, over all repeats. */
final class SweepRows {

    private SweepRows() {}

    static List<SweepRow> of(List<Trial> runs) {
        Map<Integer, List<Trial>> steps =
                runs.stream().collect(Collectors.groupingBy(Trial::step, TreeMap::new, Collectors.toList()));
        return steps.values().stream().map(SweepRows::row).toList();
    }

    private static SweepRow row(List<Trial> runs) {
        Trial firstTrial = runs.get(0);
        Trial failedOrSkippedTrial = runs.stream()
                .filter(run -> run.status() == Status.FAILED)
                .findFirst()
                .orElse(null);
        if (failedOrSkippedTrial == null && runs.stream().allMatch(run -> run.status() == Status.SKIPPED)) {
            failedOrSkippedTrial = firstTrial;
        }
        List<Trial> countedRuns = runsToCount(runs);
        List<RunResult> results =
                countedRuns.stream().map(Trial::result).filter(Objects::nonNull).toList();
        Optional<Verdict> verdict = results.stream().map(RunResult::verdict).max(Verdict.BY_SEVERITY);
        return new SweepRow(
                firstTrial.step(),
                firstTrial.value(),
                firstTrial.label(),
                failedOrSkippedTrial == null ? Status.DONE : failedOrSkippedTrial.status(),
                failedOrSkippedTrial == null ? null : failedOrSkippedTrial.reason(),
                countedRuns.size(),
                verdict.map(Verdict::headline).orElse(null),
                verdict.map(Verdict::status).orElse(null),
                limitedBy(countedRuns),
                runs.stream()
                        .map(Trial::settling)
                        .filter(Objects::nonNull)
                        .map(Settling::seconds)
                        .max(Comparator.naturalOrder())
                        .orElse(null),
                remarks(runs),
                TrialValues.combine(countedRuns, Spread::of));
    }

    private static List<Trial> runsToCount(List<Trial> runs) {
        List<Trial> doneRuns = withResult(runs, Status.DONE);
        List<Trial> failedRuns = withResult(runs, Status.FAILED);
        return doneRuns.isEmpty() && !failedRuns.isEmpty() ? failedRuns.subList(0, 1) : doneRuns;
    }

    private static List<Trial> withResult(List<Trial> runs, Status status) {
        return runs.stream()
                .filter(run -> run.status() == status && run.result() != null)
                .toList();
    }

    /** Returns {@code null} without runs, or if a bottleneck is unknown, as in a failed run. */
    private static @Nullable LimitedBy limitedBy(List<Trial> runs) {
        LimitedBy worstBottleneck = runs.isEmpty() ? null : LimitedBy.NONE;
        for (Trial run : runs) {
            RunResult result = run.result();
            LimitedBy bottleneck = run.status() == Status.DONE && result != null ? Bottleneck.limitedBy(result) : null;
            if (bottleneck == null || worstBottleneck == null) {
                return null;
            }
            worstBottleneck = bottleneck.compareTo(worstBottleneck) > 0 ? bottleneck : worstBottleneck;
        }
        return worstBottleneck;
    }

    private static List<Note> remarks(List<Trial> runs) {
        List<Note> remarks = new ArrayList<>();
        for (Trial run : runs) {
            Integer runNumber = runs.size() == 1 ? null : (Integer) run.repeat();
            RunResult result = run.result();
            if (Boolean.FALSE.equals(run.startedIdle())) {
                remarks.add(Note.of(Code.NOT_IDLE_BEFORE, "run", runNumber));
            }
            if (run.status() == Status.FAILED && runNumber != null) {
                remarks.add(Note.of(Code.TRIAL_FAILED, "run", runNumber, "reason", run.reason()));
            }
            if (result != null) {
                result.checks().stream()
                        .filter(check -> !check.held())
                        .forEach(check -> remarks.add(Note.of(Code.LIMIT_BROKEN)
                                .with("run", runNumber)
                                .with("limit", check.expression())
                                .with("found", check.offender())));
            }
            Settling settling = run.settling();
            if (settling != null && !settling.settled()) {
                remarks.add(Note.of(Code.NOT_IDLE_AFTER, "run", runNumber, "reason", settling.reason()));
            }
        }
        return remarks;
    }
}
