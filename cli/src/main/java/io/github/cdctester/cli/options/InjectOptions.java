// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.internal.inject.Injection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

public final class InjectOptions {

    @Option(
            names = "--inject",
            paramLabel = "SCHEDULE",
            description =
                    "Inject faults at times of the measured part, such as 'at 10s: kill-dump; at 20s: cut 2s'; see"
                            + " docs/faults.md")
    private @Nullable String schedule;

    /** {@code measuredTime} is zero if unknown; {@code existingServer} is empty for an embedded server. */
    public void apply(PlanBuilder plan, Duration measuredTime, Optional<Endpoint> existingServer) {
        if (schedule != null) {
            FaultSchedule faults = FaultSchedule.parse(schedule);
            faults.expanded(measuredTime, Arrays.asList(FaultKind.values()));
            existingServer.ifPresent(endpoint -> Injection.of(faults, List.of(), Optional.empty())
                    .check(plan.endpoint(endpoint).build()));
            plan.inject(faults);
        }
    }
}
