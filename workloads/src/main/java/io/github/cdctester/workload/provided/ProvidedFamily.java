// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.provided;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.CustomFamily;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.StoredOptions;
import io.github.cdctester.workload.Workload;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** Workloads from providers on the class path, which define their own options. */
public final class ProvidedFamily extends CustomFamily {

    private final List<String> builtInNames;

    /** Creates the family; a provider cannot use the name of a built-in workload. */
    public ProvidedFamily(Collection<String> builtInNames) {
        this.builtInNames = List.copyOf(builtInNames);
    }

    @Override
    public Provided spec(String name, OptionValues values) {
        return Provided.workload(name)
                .options(values.customOptions())
                .random(values.numbers())
                .sending(values.sending())
                .stamp(values.of(RowStamp.OPTION));
    }

    @Override
    public Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers) {
        return spec instanceof Provided provided
                ? Optional.of(ProvidedWorkloads.workload(provided, builtInNames))
                : Optional.empty();
    }

    /**
     * Rejects an ambiguous name.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if more than one workload has this name
     */
    public void rejectAmbiguousName(String name) {
        ProvidedWorkloads.onClassPath().rejectAmbiguousName(name, builtInNames);
    }

    @Override
    public boolean ownsOptions(String key, StoredOptions storedOptions) {
        return super.ownsOptions(key, storedOptions) && storedOptions.textOrNull("file") == null;
    }
}
