// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import java.util.List;
import java.util.function.Function;

/** A run of an experiment, with its name in tables. */
public record NamedRun(String name, RunResult result) {

    public static List<NamedRun> of(List<Trial> trials, Function<Trial, String> name) {
        return trials.stream()
                .filter(trial -> trial.result() != null)
                .map(trial -> new NamedRun(name.apply(trial), RunWarnings.result(trial)))
                .toList();
    }
}
