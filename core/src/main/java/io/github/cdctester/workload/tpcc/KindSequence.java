// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import java.util.List;
import java.util.SplittableRandom;

/** Chooses one worker's transactions (5.2.4). */
@FunctionalInterface
interface KindSequence {

    /** The next one. */
    TransactionKind next();

    static KindSequence of(Tpcc.Mix mix, SplittableRandom random) {
        TransactionKind[] cards = cards(mix.weights());
        if (!mix.deck()) {
            return () -> cards[random.nextInt(cards.length)];
        }
        return new KindSequence() {
            private int dealt = cards.length;

            @Override
            public TransactionKind next() {
                if (dealt == cards.length) {
                    shuffle(cards, random);
                    dealt = 0;
                }
                return cards[dealt++];
            }
        };
    }

    private static TransactionKind[] cards(List<Integer> weights) {
        TransactionKind[] kinds = TransactionKind.values();
        int total = weights.stream().mapToInt(Integer::intValue).sum();
        TransactionKind[] cards = new TransactionKind[total];
        int at = 0;
        for (int kind = 0; kind < kinds.length; kind++) {
            for (int card = 0; card < weights.get(kind); card++) {
                cards[at++] = kinds[kind];
            }
        }
        return cards;
    }

    private static void shuffle(TransactionKind[] cards, SplittableRandom random) {
        for (int last = cards.length - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            TransactionKind card = cards[last];
            cards[last] = cards[other];
            cards[other] = card;
        }
    }
}
