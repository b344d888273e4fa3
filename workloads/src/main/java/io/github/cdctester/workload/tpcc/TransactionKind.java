// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** In the order of {@link Tpcc#TRANSACTIONS}, with the wait times of TPC-C 5.2.5.7. */
enum TransactionKind {
    NEW_ORDER(18, 12),
    PAYMENT(3, 12),
    ORDER_STATUS(2, 10),
    DELIVERY(2, 5),
    STOCK_LEVEL(2, 5);

    /** Think times are limited to this multiple of the mean (5.2.5.4). */
    private static final int MAX_THINK_MULTIPLE = 10;

    final long keyingNanos;

    private final long meanThinkNanos;

    TransactionKind(int keyingSeconds, int meanThinkSeconds) {
        keyingNanos = keyingSeconds * 1_000_000_000L;
        meanThinkNanos = meanThinkSeconds * 1_000_000_000L;
    }

    /** The exponentially distributed time to think about the last output, plus the time to type the next input (5.2.5). */
    static long waitNanos(@Nullable TransactionKind previous, TransactionKind next, SplittableRandom random) {
        return (previous == null ? 0 : previous.thinkNanos(random)) + next.keyingNanos;
    }

    private long thinkNanos(SplittableRandom random) {
        // the argument of the logarithm is above 0
        double thinkNanos = -Math.log(1 - random.nextDouble()) * meanThinkNanos;
        return (long) Math.min(thinkNanos, (double) MAX_THINK_MULTIPLE * meanThinkNanos);
    }

    /** Chooses one worker's transactions (5.2.4). */
    @FunctionalInterface
    interface Sequence {

        TransactionKind next();

        static Sequence of(Tpcc.Mix mix, SplittableRandom random) {
            TransactionKind[] cards = cards(mix.weights());
            if (!mix.deck()) {
                return () -> cards[random.nextInt(cards.length)];
            }
            return new Sequence() {
                private int dealtCount = cards.length;

                @Override
                public TransactionKind next() {
                    if (dealtCount == cards.length) {
                        shuffle(cards, random);
                        dealtCount = 0;
                    }
                    return cards[dealtCount++];
                }
            };
        }

        private static TransactionKind[] cards(List<Integer> weights) {
            TransactionKind[] kinds = TransactionKind.values();
            int total = weights.stream().mapToInt(Integer::intValue).sum();
            TransactionKind[] cards = new TransactionKind[total];
            int count = 0;
            for (int kind = 0; kind < kinds.length; kind++) {
                for (int card = 0; card < weights.get(kind); card++) {
                    cards[count++] = kinds[kind];
                }
            }
            return cards;
        }

        private static void shuffle(TransactionKind[] cards, SplittableRandom random) {
            for (int lastIndex = cards.length - 1; lastIndex > 0; lastIndex--) {
                int otherIndex = random.nextInt(lastIndex + 1);
                TransactionKind card = cards[lastIndex];
                cards[lastIndex] = cards[otherIndex];
                cards[otherIndex] = card;
            }
        }
    }
}
