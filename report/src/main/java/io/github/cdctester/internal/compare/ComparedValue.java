// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.value.MeasuredRun;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.Comparison.Better;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.Summary.ProbeSummary;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A value of a run, a probe or an experiment. {@code runValue} is null for probes and experiments. */
record ComparedValue(String name, Better better, @Nullable ResultValue runValue) {

    static final String PROBES = "probes.";

    static final String CONSUMERS = "consumers.";

    /** Rate at which a consumer of a plan reported transactions after the measured part. */
    static final String DRAIN_RATE_SUFFIX = ".drain.transactionsPerSecond";

    /** Times of a climb: its duration, and the time from a load's start or end to the climb. */
    static final String DURATION_SUFFIX = ".tookSeconds";

    static final String SINCE_LOAD_SUFFIX = ".sinceLoadSeconds";

    static final ComparedValue HIGHEST_RATE = new ComparedValue("answer.rate", Better.HIGHER, null);

    /** Does not check the names of probes. Throws {@code IllegalArgumentException} for other unknown names. */
    static ComparedValue of(String name) {
        if (name.equalsIgnoreCase(HIGHEST_RATE.name())) {
            return HIGHEST_RATE;
        }
        if (name.startsWith(CONSUMERS) && name.endsWith(DRAIN_RATE_SUFFIX)) {
            return new ComparedValue(name, Better.HIGHER, null);
        }
        if (name.startsWith(PROBES)) {
            boolean isTime = name.endsWith(DURATION_SUFFIX) || name.endsWith(SINCE_LOAD_SUFFIX);
            return new ComparedValue(name, isTime ? Better.LOWER : Better.NEITHER, null);
        }
        return of(ResultValues.of(name));
    }

    static ComparedValue of(ResultValue value) {
        return new ComparedValue(value.name(), value.better(), value);
    }

    boolean isOfProbe() {
        return name.startsWith(PROBES);
    }

    /** Returns the delay source or the probe's unit; {@code null} if it has none, or the run does not have the value. */
    @Nullable
    String sourceIn(RunResult run) {
        if (runValue != null) {
            return runValue.sourceIn(run);
        }
        return run.summary().probes().stream()
                .filter(probe -> name.equals(PROBES + probe.series()))
                .findFirst()
                .map(probe -> probeUnit(run, probe.series()))
                .orElse(null);
    }

    /** A unit belongs to all series of a probe, except for the number of its targets. */
    private static @Nullable String probeUnit(RunResult run, String series) {
        String probe = series.split("\\.", 2)[0];
        return series.equals(probe + ".count") ? null : run.probeUnits().get(probe);
    }

    /** Returns the number of measurements if they are too few for this percentile; empty otherwise. */
    OptionalLong insufficientCountIn(RunResult run) {
        return runValue == null ? OptionalLong.empty() : runValue.insufficientCount(MeasuredRun.of(run));
    }

    /** Returns {@code null} if the run does not have the value. */
    @Nullable
    Double valueIn(RunResult run) {
        return runValue != null
                ? runValue.valueIn(run)
                : run.summary().probes().stream()
                        .filter(probe -> name.equals(PROBES + probe.series()))
                        .findFirst()
                        .map(ProbeSummary::mean)
                        .orElse(null);
    }
}
