// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SharedNumbersTest {

    @Test
    void processesReturnEachNumberOnce() {
        SharedNumbers numbers = SharedNumbers.forSingleProcess(7).withValuesFromTables(Map.of("t.id", 40L));
        List<LongSupplier> counters = Stream.of(0, 1, 2)
                .map(index -> numbers.forProcess(index, 3).counterFrom(41))
                .toList();
        assertThat(LongStream.range(0, 30)
                        .map(i -> counters.get((int) (i % 3)).getAsLong())
                        .toArray())
                .containsExactly(LongStream.range(41, 71).toArray());
        LongSupplier singleProcess = numbers.counterFrom(41);
        assertThat(LongStream.range(0, 4).map(i -> singleProcess.getAsLong()).toArray())
                .containsExactly(41, 42, 43, 44);
    }

    @Test
    void usesUserSeedOrRandomSeed() {
        assertThat(SharedNumbers.forSingleProcess(7).seed()).isEqualTo(7);
        assertThat(SharedNumbers.forSingleProcess(0).seed())
                .isNotEqualTo(SharedNumbers.forSingleProcess(0).seed());
        assertThat(SharedNumbers.forSingleProcess(7).forProcess(1, 2).withValuesFromTables(Map.of("a", 1L)))
                .isEqualTo(new SharedNumbers(7, 1, 2, Map.of("a", 1L)));
    }

    @Test
    void rejectsInvalidProcessNumber() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SharedNumbers.forSingleProcess(1).forProcess(2, 2))
                .withMessage("there is no process 2 of 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SharedNumbers.forSingleProcess(1).forProcess(-1, 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SharedNumbers.forSingleProcess(1).forProcess(0, 0));
    }
}
