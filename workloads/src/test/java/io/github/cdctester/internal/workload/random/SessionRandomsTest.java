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
        SessionRandoms first = new SessionRandoms(5);
        SessionRandoms second = new SessionRandoms(5);
        SplittableRandom seventh = first.next(7);
        second.next(3);
        assertThat(second.next(7).nextLong()).isEqualTo(seventh.nextLong());
        assertThat(first.shared().nextLong()).isEqualTo(second.shared().nextLong());
    }

    @Test
    void sessionsDrawDifferentNumbers() {
        SessionRandoms randoms = new SessionRandoms(5);
        Set<Long> numbers = new HashSet<>();
        numbers.add(randoms.shared().nextLong());
        for (int worker = 0; worker < 1_000; worker++) {
            for (int session = 0; session < 3; session++) {
                numbers.add(randoms.next(worker).nextLong());
            }
        }
        assertThat(numbers).hasSize(3_001);
    }

    @Test
    void takeoverRepeatsNoNumbers() {
        SessionRandoms randoms = new SessionRandoms(5);
        SessionRandoms takenOver = new SessionRandoms(5);
        takenOver.takeOver(3, 2, 1);
        long first = randoms.next(3).nextLong();
        assertThat(takenOver.next(3).nextLong()).isNotEqualTo(first);
        takenOver.takeOver(3, 2, 2);
        assertThat(takenOver.next(3).nextLong()).isNotEqualTo(first);
        assertThat(takenOver.next(5).nextLong()).isEqualTo(randoms.next(5).nextLong());
    }
}
