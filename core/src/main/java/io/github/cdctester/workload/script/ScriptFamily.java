// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.OwnFamily;
import io.github.cdctester.workload.Workload;
import java.nio.file.Path;
import java.util.Optional;

/** Workloads that are written in YAML; their options are in the file. */
public final class ScriptFamily extends OwnFamily {

    /** Creates the family. */
    public ScriptFamily() {}

    @Override
    public ScriptSpec spec(String file, OptionValues values) {
        return Scripted.file(Path.of(file))
                .options(values.own())
                .random(values.numbers())
                .sending(values.sending());
    }

    @Override
    public Optional<Workload> workload(WorkloadSpec spec) {
        return spec instanceof ScriptSpec script ? Optional.of(ScriptWorkload.of(script)) : Optional.empty();
    }
}
