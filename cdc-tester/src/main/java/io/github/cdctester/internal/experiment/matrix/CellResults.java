// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.internal.experiment.TrialRun;
import io.github.cdctester.internal.experiment.VerdictNotes;
import io.github.cdctester.internal.experiment.matrix.CellOrder.Cell;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.internal.value.TrialValues;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

final class CellResults {

    private static final List<ResultValue> LATENCIES =
            List.of(ResultValues.LATENCY.p50(), ResultValues.LATENCY.p95(), ResultValues.LATENCY.p99());

    private CellResults() {}

    static CellResult withResult(Cell cell, TrialRun run, CellWatch watch, RunResult result) {
        return new CellResult(
                cell.trial()
                        .toTrial(Status.DONE, null, run.startedIdle(), null)
                        .with(remarks(run.startedIdle(), watch, result), result.checks(), values(result)),
                cell.setting().name(),
                cell.workload().name(),
                cell.consumerName(),
                run.attempts(),
                run.startedAt(),
                run.seconds(),
                watch.warmUpSeconds(),
                watch.isConditionMet(),
                result.verdict().headline(),
                result.verdict().status(),
                result.isHeld(),
                result.consumers().stream()
                        .collect(Collectors.toMap(
                                ConsumerResult::name,
                                consumer -> consumer.verdict().status())),
                result.consumers().stream()
                        .filter(ConsumerResult::isHeld)
                        .map(ConsumerResult::name)
                        .toList(),
                delaySources(result));
    }

    static CellResult withoutResult(Cell cell, Status status, @Nullable String reason, int attempts, double seconds) {
        return new CellResult(
                cell.trial().toTrial(status, reason, null, null),
                cell.setting().name(),
                cell.workload().name(),
                cell.consumerName(),
                attempts,
                null,
                seconds,
                0,
                null,
                null,
                null,
                true,
                Map.of(),
                List.of(),
                Map.of());
    }

    private static List<Note> remarks(@Nullable Boolean startedIdle, CellWatch watch, RunResult result) {
        List<Note> remarks = new ArrayList<>();
        if (Boolean.FALSE.equals(startedIdle)) {
            remarks.add(Note.of(Code.NOT_IDLE_BEFORE));
        }
        if (Boolean.FALSE.equals(watch.isConditionMet())) {
            remarks.add(Note.of(Code.NOT_WARMED_UP, "warmUpSeconds", watch.warmUpSeconds(), "state", watch.state()));
        }
        if (TrialValues.committedNothing(result)) {
            remarks.add(Note.of(Code.COMMITTED_NOTHING));
        }
        remarks.addAll(VerdictNotes.of(result, status -> true));
        result.checks().stream()
                .filter(check -> !check.held())
                .forEach(check -> remarks.add(
                        Note.of(Code.LIMIT_BROKEN, "limit", check.expression(), "found", check.offender())));
        return remarks;
    }

    private static Map<String, String> delaySources(RunResult result) {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String name : values(result).keySet()) {
            ResultValues.find(name).map(value -> value.sourceIn(result)).ifPresent(source -> sources.put(name, source));
        }
        return sources;
    }

    private static Map<String, Double> values(RunResult result) {
        Map<String, Double> values = new LinkedHashMap<>(TrialValues.of(result));
        values.putAll(TrialValues.of(result, LATENCIES));
        values.putAll(ConsumerRows.values(result));
        return values;
    }
}
