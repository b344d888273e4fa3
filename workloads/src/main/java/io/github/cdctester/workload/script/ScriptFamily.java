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

/** The family of workloads that are written in YAML. Their options are defined in the file. */
public final class ScriptFamily extends CustomFamily {

    @Override
    public Scripted spec(String file, OptionValues values) {
        Scripted spec = Scripted.file(Path.of(file))
                .options(values.customOptions())
                .random(values.numbers())
                .sending(values.sending())
                .stamp(values.of(RowStamp.OPTION));
        if (values.given(RowStamp.OPTION).filter(on -> !on).isPresent() && spec.stamped()) {
            throw values.wrong(
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
    public boolean shows(String key, StoredOptions shown) {
        return super.shows(key, shown) && shown.textOrNull("file") != null;
    }

    @Override
    public Scripted displayed(String name, StoredOptions shown) {
        return new Scripted(
                name,
                shown.text("file"),
                Objects.requireNonNullElse(shown.textOrNull("yaml"), ""),
                shown.customOptions(),
                shown.numbers(),
                shown.sending(),
                shown.of(RowStamp.OPTION));
    }
}
