// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.provided;

import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import java.sql.SQLException;
import java.util.List;

/** A provider's workload with conditions. */
final class ProvidedConsistentWorkload extends ProvidedWorkload implements ConsistentWorkload {

    private final ConsistentWorkload workload;

    ProvidedConsistentWorkload(Provided spec, ConsistentWorkload workload) {
        super(spec, workload);
        this.workload = workload;
    }

    @Override
    public List<Condition> conditions(Preparation work, Condition.Moment moment)
            throws SQLException, InterruptedException {
        try {
            return workload.conditions(work, moment);
        } catch (RuntimeException | LinkageError e) {
            throw failed("conditions", e);
        }
    }
}
