// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SessionRandomsTest {

    @Test
    void numbersDependOnlyOnWorker() {
        SessionRandoms oneProcess = new SessionRandoms(5);
        SessionRandoms otherProcess = new SessionRandoms(5);
        SplittableRandom workerSeven = oneProcess.nextSessionRandom(7);
        otherProcess.nextSessionRandom(3);
        assertThat(otherProcess.nextSessionRandom(7).nextLong()).isEqualTo(workerSeven.nextLong());
        assertThat(oneProcess.sharedRandom().nextLong())
                .isEqualTo(otherProcess.sharedRandom().nextLong());
    }

    @Test
    void sessionsDrawDifferentNumbers() {
        SessionRandoms randoms = new SessionRandoms(5);
        Set<Long> numbers = new HashSet<>();
        numbers.add(randoms.sharedRandom().nextLong());
        for (int worker = 0; worker < 1_000; worker++) {
            for (int session = 0; session < 3; session++) {
                numbers.add(randoms.nextSessionRandom(worker).nextLong());
            }
        }
        assertThat(numbers).hasSize(3_001);
    }

    @Test
    void takeoverRepeatsNoNumbers() {
        SessionRandoms randoms = new SessionRandoms(5);
        SessionRandoms randomsAfterTakeover = new SessionRandoms(5);
        randomsAfterTakeover.takeOver(3, 2, 1);
        long firstNumber = randoms.nextSessionRandom(3).nextLong();
        assertThat(randomsAfterTakeover.nextSessionRandom(3).nextLong()).isNotEqualTo(firstNumber);
        randomsAfterTakeover.takeOver(3, 2, 2);
        assertThat(randomsAfterTakeover.nextSessionRandom(3).nextLong()).isNotEqualTo(firstNumber);
        assertThat(randomsAfterTakeover.nextSessionRandom(5).nextLong())
                .isEqualTo(randoms.nextSessionRandom(5).nextLong());
    }
}
