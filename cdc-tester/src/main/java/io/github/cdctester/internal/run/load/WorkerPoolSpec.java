// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.LoadSpec.IgnoredErrors;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * What workers are wanted for.
 *
 * @param tracking follows their commits; {@code null} for nobody
 */
public record WorkerPoolSpec(
        NamedLoad load,
        Workload workload,
        int firstWorker,
        IgnoredErrors ignoredErrors,
        WriteMeter meter,
        @Nullable CommitTracking tracking) {}
