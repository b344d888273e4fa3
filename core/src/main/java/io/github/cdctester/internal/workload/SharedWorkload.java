// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.workload.Workload;
import java.util.Optional;

/** A workload whose workers have numbers in common, which have to be divided where these are in several processes. */
public interface SharedWorkload extends Workload {

    /**
     * What they have in common.
     *
     * @return the numbers; with what was found in the tables, once they were {@linkplain #check checked}
     */
    SharedNumbers numbers();

    /**
     * What there is too little of for many processes, where each of them is to have some of its own.
     *
     * @return such as {@code 2 warehouses}; empty where there is enough
     */
    default Optional<String> scarceFor(int processes) {
        return Optional.empty();
    }

    /**
     * What the tables have other than the options say, where that may be, once they were {@linkplain #check checked}.
     *
     * @return one sentence; empty where nothing is known to differ
     */
    default Optional<String> doubtOnTables() {
        return Optional.empty();
    }
}
