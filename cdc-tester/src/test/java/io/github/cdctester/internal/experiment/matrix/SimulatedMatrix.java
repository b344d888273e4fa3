// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.OnError;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

abstract class SimulatedMatrix {

    static final ExperimentListener NO_LISTENER = new ExperimentListener() {};

    @TempDir
    Path directory;

    final FakeRuns runs = new FakeRuns();

    static MatrixPlan plan(OnError onError) {
        return FakeRuns.plan(FakeRuns.TWO_SETTINGS, 2, onError, Duration.ZERO);
    }
}
