// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.provided;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import java.util.Map;

/** Workloads of providers on the class path. */
public final class Provided {

    private Provided() {}

    /**
     * Names a provider.
     *
     * @param name the provider's name
     * @return its workload, with the provider's defaults
     */
    public static ProvidedSpec workload(String name) {
        return new ProvidedSpec(name, Map.of(), RandomNumbers.DEFAULT, StatementSending.DEFAULT);
    }
}
