// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.CustomFamily;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.StoredOptions;
import io.github.cdctester.workload.Workload;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;

/** Workloads that are written in YAML. The file defines the workload's options. */
public final class ScriptFamily extends CustomFamily {

    @Override
    public Scripted spec(String file, OptionValues values) {
        Scripted spec = Scripted.file(Path.of(file))
                .options(values.customOptions())
                .random(values.numbers())
                .sending(values.sending())
                .stamp(values.of(RowStamp.OPTION));
        if (values.userValue(RowStamp.OPTION).filter(isStamped -> !isStamped).isPresent() && spec.stamped()) {
            throw values.conflict(
                    RowStamp.OPTION.name() + ": off, must be on or left out, because " + file + " has stamp: true");
        }
        return spec;
    }

    @Override
    public Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers) {
        return spec instanceof Scripted script
                ? Optional.of(
                        ScriptWorkload.of(script, numbers.apply(script.random().seed())))
                : Optional.empty();
    }

    @Override
    public boolean ownsOptions(String key, StoredOptions storedOptions) {
        return super.ownsOptions(key, storedOptions) && storedOptions.textOrNull("file") != null;
    }

    @Override
    public Scripted fromResult(String name, StoredOptions storedOptions) {
        return new Scripted(
                name,
                storedOptions.text("file"),
                Objects.requireNonNullElse(storedOptions.textOrNull("yaml"), ""),
                storedOptions.customOptions(),
                storedOptions.numbers(),
                storedOptions.sending(),
                storedOptions.of(RowStamp.OPTION));
    }
}
