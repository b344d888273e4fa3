// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.FindMaxBuilder;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.SweepBuilder;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.run.RunInterruptedException;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that a run's result stays equal when it is written as JSON and read back. */
public final class RoundTripChecks {

    private static final String FILE_NAME = "the result";

    private RoundTripChecks() {}

    public static RunResult run(PlanBuilder plan) {
        return result(plan::run);
    }

    /** Accepts settings that the public builder cannot express, such as phases. */
    static RunResult run(RunSettings settings) {
        return result(new PlannedRun(settings, new LoadWorkloads())::run);
    }

    public static RunResult drain(PlanBuilder plan) {
        return result(plan::drain);
    }

    public static SweepResult run(SweepBuilder sweep) {
        SweepResult result = sweep.run();
        assertThat(StoredResult.of(FILE_NAME, Formats.JSON.text(result)).as(SweepResult.class))
                .isEqualTo(result);
        return result;
    }

    public static FindMaxResult run(FindMaxBuilder search) {
        FindMaxResult result = search.run();
        assertThat(StoredResult.of(FILE_NAME, Formats.JSON.text(result)).as(FindMaxResult.class))
                .isEqualTo(result);
        return result;
    }

    /** The text must not change when it is read and written again. */
    static JsonNode json(String text) {
        StoredResult stored = StoredResult.of(FILE_NAME, text);
        String rewritten = Formats.JSON.text(
                stored.isOfType(SweepResult.class)
                        ? stored.as(SweepResult.class)
                        : stored.isOfType(FindMaxResult.class) ? stored.as(FindMaxResult.class) : stored.run());
        assertThat(rewritten).isEqualTo(text);
        return JsonMapper.shared().readTree(text);
    }

    private static RunResult result(Supplier<RunResult> run) {
        try {
            return assertRoundTrip(run.get());
        } catch (RunInterruptedException e) {
            assertRoundTrip(e.partialResult());
            throw e;
        }
    }

    private static RunResult assertRoundTrip(RunResult result) {
        assertThat(StoredResult.of(FILE_NAME, Formats.JSON.text(result)).run()).isEqualTo(result);
        return result;
    }
}
