// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.util.List;
import java.util.Set;

/** Workloads that users define, in a workload file or a provider. */
public abstract class CustomFamily implements WorkloadFamily {

    @Override
    public final String label() {
        return "workloads of your own";
    }

    @Override
    public final List<String> names() {
        return List.of();
    }

    @Override
    public final String key() {
        return "own";
    }

    @Override
    public final List<FamilyOption<?>> options() {
        return List.of(RowStamp.OPTION);
    }

    @Override
    public final Set<String> sharedOptions() {
        return WorkloadFamily.randomOptionsAnd(
                "--workload-file", "--workload-option", "--db-ps-mode", "--skip-trx", "--reconnect", "--check");
    }
}
