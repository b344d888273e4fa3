// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples;

import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadParameters;
import io.github.cdctester.workload.WorkloadProvider;

/**
 * Provides {@code --workload queue}, with {@code --workload-option body=BYTES} and {@code --stamp}. Registered in
 * META-INF/services.
 */
public final class QueueProvider implements WorkloadProvider {

    @Override
    public String name() {
        return "queue";
    }

    @Override
    public Workload workload(WorkloadParameters parameters) {
        return new QueueWorkload(parameters, (int) parameters.wholeNumber("body", 200, 1, 60_000));
    }
}
