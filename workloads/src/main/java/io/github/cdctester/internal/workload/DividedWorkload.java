// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.Workload;
import java.sql.SQLException;

public interface DividedWorkload extends Workload {

    /** {@code threads} is the number of filling threads in all processes, from 1; it determines how the work is divided. */
    TableFilling filling(int threads);

    @Override
    default void prepare(Preparation preparation) throws SQLException, InterruptedException {
        filling(preparation.threads()).createAndFill(preparation, TableFilling.Fillers.THIS_PROCESS);
    }
}
