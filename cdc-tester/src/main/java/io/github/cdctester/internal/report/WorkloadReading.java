// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.catalog.Workloads;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The workload that a plan shows in one of its places. */
final class WorkloadReading {

    private WorkloadReading() {}

    static WorkloadSpec of(String name, Map<String, @Nullable Map<String, @Nullable Object>> places) {
        return places.entrySet().stream()
                .filter(place ->
                        place.getValue() != null && !place.getValue().isEmpty()) // a place is null where another has it
                .findFirst()
                .map(place -> Workloads.shown(name, place.getKey(), place.getValue()))
                .orElseThrow(() -> new IllegalArgumentException("the workload " + name + " has no options"));
    }
}
