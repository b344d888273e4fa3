// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.config.WorkloadSpec;

/**
 * A workload of a matrix.
 *
 * @param name by which tables and results know it, different from all others of the matrix
 * @param spec what it writes
 */
public record MatrixWorkload(String name, WorkloadSpec spec) {

    /** Named as the workload itself is. */
    public static MatrixWorkload of(WorkloadSpec spec) {
        return new MatrixWorkload(spec.name(), spec);
    }
}
