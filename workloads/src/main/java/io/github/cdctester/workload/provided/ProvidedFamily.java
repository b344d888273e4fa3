// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.provided;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.CustomFamily;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.ShownOptions;
import io.github.cdctester.workload.Workload;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** Workloads of providers on the class path, which know their options themselves. */
public final class ProvidedFamily extends CustomFamily {

    private final List<String> taken;

    /** Takes the names of the workloads that need no provider. */
    public ProvidedFamily(Collection<String> taken) {
        this.taken = List.copyOf(taken);
    }

    @Override
    public Provided spec(String name, OptionValues values) {
        return Provided.workload(name)
                .options(values.own())
                .random(values.numbers())
                .sending(values.sending())
                .stamp(values.of(RowStamp.OPTION));
    }

    @Override
    public Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers) {
        return spec instanceof Provided provided
                ? Optional.of(ProvidedWorkloads.workload(provided, taken))
                : Optional.empty();
    }

    /**
     * Refuses a name that stands for several workloads.
     *
     * @param name the name that was requested
     * @throws io.github.cdctester.failure.InvalidPlanException if more than one has it
     */
    public void refuseClash(String name) {
        ProvidedWorkloads.onClassPath().refuseClash(name, taken);
    }

    @Override
    public boolean shows(String key, ShownOptions shown) {
        return super.shows(key, shown) && shown.textOrNull("file") == null;
    }
}
