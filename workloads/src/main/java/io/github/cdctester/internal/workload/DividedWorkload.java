// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.Workload;
import java.sql.SQLException;

/** A workload whose tables several processes can fill together. */
public interface DividedWorkload extends Workload {

    /**
     * How its tables are made and filled.
     *
     * @param threads how many fill them, in all processes together, from 1: it decides how they are divided
     */
    TableFilling filling(int threads);

    @Override
    default void prepare(Preparation preparation) throws SQLException, InterruptedException {
        filling(preparation.threads()).makeAll(preparation, TableFilling.Fillers.HERE);
    }
}
