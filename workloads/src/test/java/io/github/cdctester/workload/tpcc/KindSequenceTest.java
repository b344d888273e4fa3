// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KindSequenceTest {

    private final SplittableRandom random = new SplittableRandom(11);

    @Test
    void drawsStandardMix() {
        int drawCount = 200_000;
        Map<TransactionKind, Integer> counts = count(TransactionKind.Sequence.of(Tpcc.Mix.STANDARD, random), drawCount);
        assertShare(counts, TransactionKind.NEW_ORDER, 0.45, drawCount);
        assertShare(counts, TransactionKind.PAYMENT, 0.43, drawCount);
        assertShare(counts, TransactionKind.ORDER_STATUS, 0.04, drawCount);
        assertShare(counts, TransactionKind.DELIVERY, 0.04, drawCount);
        assertShare(counts, TransactionKind.STOCK_LEVEL, 0.04, drawCount);
    }

    @Test
    void dealsWholeDeckBeforeReshuffling() {
        TransactionKind.Sequence deck = TransactionKind.Sequence.of(Tpcc.Mix.DECK, random);
        Map<List<TransactionKind>, Boolean> cardOrders = new HashMap<>();
        for (int round = 0; round < 50; round++) {
            List<TransactionKind> cards = Stream.generate(deck::next).limit(23).toList();
            Map<TransactionKind, Integer> counts = new EnumMap<>(TransactionKind.class);
            cards.forEach(card -> counts.merge(card, 1, Integer::sum));
            assertThat(counts)
                    .isEqualTo(Map.of(
                            TransactionKind.NEW_ORDER, 10,
                            TransactionKind.PAYMENT, 10,
                            TransactionKind.ORDER_STATUS, 1,
                            TransactionKind.DELIVERY, 1,
                            TransactionKind.STOCK_LEVEL, 1));
            cardOrders.put(cards, true);
        }
        assertThat(cardOrders).hasSizeGreaterThan(45);
    }

    @Test
    void omitsKindsWithoutWeight() {
        Tpcc.Mix writeMix = new Tpcc.Mix(List.of(1, 0, 0, 1, 0), false);
        assertThat(count(TransactionKind.Sequence.of(writeMix, random), 1_000))
                .containsOnlyKeys(TransactionKind.NEW_ORDER, TransactionKind.DELIVERY);
    }

    @Test
    void kindsHaveOrderOfSpec() {
        for (TransactionKind kind : TransactionKind.values()) {
            assertThat(Tpcc.TRANSACTIONS.get(kind.ordinal()))
                    .isEqualTo(kind.name().toLowerCase(Locale.ROOT));
        }
    }

    private static Map<TransactionKind, Integer> count(TransactionKind.Sequence kinds, int drawCount) {
        Map<TransactionKind, Integer> counts = new EnumMap<>(TransactionKind.class);
        for (int i = 0; i < drawCount; i++) {
            counts.merge(kinds.next(), 1, Integer::sum);
        }
        return counts;
    }

    private static void assertShare(
            Map<TransactionKind, Integer> counts, TransactionKind kind, double share, int drawCount) {
        assertThat((double) counts.get(kind) / drawCount).isBetween(share - 0.01, share + 0.01);
    }
}
