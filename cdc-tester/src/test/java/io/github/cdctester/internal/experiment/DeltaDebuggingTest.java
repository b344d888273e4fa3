// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DeltaDebuggingTest {

    private int tryCount;

    @Test
    void findsSingleFailingElement() {
        assertThat(shrink(1_000, List.of(), Set.of(617))).containsExactly(617);
        assertThat(tryCount).isLessThan(30);
    }

    @Test
    void findsElementsThatFailTogether() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200; i++) {
            Set<Integer> failingTogether = new TreeSet<>();
            int count = 1 + random.nextInt(5);
            while (failingTogether.size() < count) {
                failingTogether.add(random.nextInt(40));
            }
            assertThat(shrink(40, List.of(), failingTogether)).containsExactlyElementsOf(failingTogether);
        }
    }

    /** A list fails if it contains at least two multiples of 7, so two elements are the smallest result. */
    @Test
    void resultIsMinimal() {
        DeltaDebugging<Integer> search = new DeltaDebugging<>(numbers(50), List.of());
        for (Optional<List<Integer>> next = search.next(); next.isPresent(); next = search.next()) {
            search.recordOutcome(next.get().stream().filter(n -> n % 7 == 0).count() >= 2);
        }
        assertThat(search.smallestFailing()).hasSize(2).allMatch(n -> n % 7 == 0);
    }

    @Test
    void triesGuessesFirst() {
        List<List<Integer>> guesses = List.of(List.of(3, 4), numbers(100).subList(0, 12));
        assertThat(shrink(100, guesses, Set.of(3, 11))).containsExactly(3, 11);
        assertThat(tryCount).isLessThan(20);
        assertThat(shrink(100, List.of(List.of(3)), Set.of(3))).containsExactly(3);
        assertThat(tryCount).isEqualTo(1);
    }

    @Test
    void triesNothingForSingleElement() {
        assertThat(shrink(1, List.of(), Set.of(0))).containsExactly(0);
        assertThat(tryCount).isZero();
    }

    private List<Integer> shrink(int size, List<List<Integer>> guesses, Set<Integer> failingTogether) {
        DeltaDebugging<Integer> search = new DeltaDebugging<>(numbers(size), guesses);
        tryCount = 0;
        for (Optional<List<Integer>> next = search.next(); next.isPresent(); next = search.next()) {
            tryCount++;
            assertThat(next.get())
                    .isNotEmpty()
                    .hasSizeLessThan(search.smallestFailing().size());
            search.recordOutcome(new HashSet<>(next.get()).containsAll(failingTogether));
        }
        return search.smallestFailing();
    }

    private static List<Integer> numbers(int size) {
        return IntStream.range(0, size).boxed().toList();
    }
}
