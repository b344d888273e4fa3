// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.WorkloadSpec.Shown;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How workloads of one's own are shown, whether written in a file or by a provider. */
public final class OwnOptions {

    private OwnOptions() {}

    /**
     * Puts the options under {@code own}.
     *
     * @param file where the workload is written; {@code null} for that of a provider
     * @param yaml what is written there, so that it can be run again; {@code null} for that of a provider
     */
    public static Shown shown(
            @Nullable String file,
            @Nullable String yaml,
            Map<String, String> options,
            RandomNumbers random,
            StatementSending sending,
            boolean stamped) {
        Map<String, @Nullable Object> own = new LinkedHashMap<>();
        own.put("file", file);
        own.put("options", new TreeMap<>(options));
        ShownOptions.put(own, random);
        ShownOptions.put(own, sending);
        if (stamped) {
            own.put("stamp", true);
        }
        if (yaml != null) {
            own.put("yaml", yaml);
        }
        return new Shown("own", own);
    }

    /** Reads what was given by name. */
    public static Map<String, String> given(ShownOptions shown) {
        Map<String, String> options = new TreeMap<>();
        ShownOptions given = shown.within("options");
        given.values().keySet().forEach(name -> options.put(name, given.text(name)));
        return options;
    }
}
