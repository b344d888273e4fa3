// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BudgetTest {

    @Test
    void rejectsMoreThanRemainder() {
        Budget budget = new Budget(100);

        assertThat(budget.take(60)).isTrue();
        assertThat(budget.isExceeded()).isFalse();
        assertThat(budget.take(60)).isFalse();
        assertThat(budget.take(40)).isTrue();
        assertThat(budget.isExceeded()).isTrue();
    }
}
