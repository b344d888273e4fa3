// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.transfer;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;

/** The workload of transfers between accounts. */
public final class Transfers {

    private Transfers() {}

    /**
     * One transfer a transaction, between accounts that are all drawn alike.
     *
     * @param count how many accounts there are, from 2
     * @return the workload
     */
    public static TransferSpec between(int count) {
        return new TransferSpec(count, 1, RandomNumbers.DEFAULT, StatementSending.DEFAULT);
    }
}
