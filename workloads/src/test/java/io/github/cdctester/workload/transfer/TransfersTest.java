// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.failure.InvalidPlanException;
import org.junit.jupiter.api.Test;

class TransfersTest {

    @Test
    void rejectsInvalidValues() {
        assertRejected(() -> Transfers.between(1), "accounts: 1, must be a whole number from 2");
        assertRejected(() -> Transfers.between(2).transfers(0), "transfers: 0, must be a whole number from 1 to 1000");
        assertRejected(
                () -> Transfers.between(2).transfers(1_001), "transfers: 1001, must be a whole number from 1 to 1000");
        assertRejected(
                () -> Transfers.between(2).sending(new StatementSending(PsMode.AUTO, true, 0)),
                "skipTrx: on, must be off with transfer: a transfer is one transaction");
    }

    @Test
    void eachMethodChangesOneProperty() {
        Transfers spec = Transfers.between(10)
                .accounts(20)
                .transfers(3)
                .random(RandomNumbers.DEFAULT.seed(7))
                .sending(new StatementSending(PsMode.DISABLE, false, 5));
        assertThat(spec.name()).isEqualTo("transfer");
        assertThat(spec.accounts()).isEqualTo(20);
        assertThat(spec.transfers()).isEqualTo(3);
        assertThat(spec.random().seed()).isEqualTo(7);
        assertThat(spec.sending().reconnect()).isEqualTo(5);
        assertThat(spec.stamped()).isFalse();
        assertThat(spec.displayed().options()).doesNotContainKey("stamp");
        Transfers stampedTransfers = Transfers.between(10)
                .stamp(true)
                .accounts(20)
                .transfers(3)
                .random(spec.random())
                .sending(spec.sending());
        assertThat(stampedTransfers).isNotEqualTo(spec).isEqualTo(spec.stamp(true));
        assertThat(stampedTransfers.displayed().options()).containsEntry("stamp", true);
    }

    private static void assertRejected(Runnable creation, String message) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(creation::run)
                .withMessage(message);
    }
}
