// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Drops, repeats and swaps random transactions, and counts these faults. */
public final class RandomFaults implements StreamFault {

    private final SplittableRandom random;
    private final Predicate<StreamTransaction> condition;
    private final double probability;
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private final AtomicLong swapped = new AtomicLong();
    private final long lastNumber;
    private long matchCount;
    private @Nullable StreamTransaction delayed;

    RandomFaults(SplittableRandom random, Predicate<StreamTransaction> condition, double probability, long lastNumber) {
        this.random = random;
        this.condition = condition;
        this.probability = probability;
        this.lastNumber = lastNumber;
    }

    @Override
    public void dumpBegins() {
        delayed = null;
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        if (!condition.test(transaction)) {
            out.transaction(transaction);
            return;
        }
        matchCount++;
        if (delayed != null) {
            out.transaction(transaction);
            out.transaction(delayed);
            delayed = null;
            swapped.incrementAndGet();
            return;
        }
        if (matchCount > lastNumber || random.nextDouble() >= probability) {
            out.transaction(transaction);
            return;
        }
        switch (random.nextInt(3)) {
            case 0 -> dropped.incrementAndGet();
            case 1 -> {
                out.transaction(transaction);
                out.transaction(transaction);
                repeated.incrementAndGet();
            }
            default -> delayed = transaction;
        }
    }

    /** Returns the number of transactions dropped so far. */
    public long dropped() {
        return dropped.get();
    }

    /** Returns the number of transactions sent twice so far. */
    public long repeated() {
        return repeated.get();
    }

    /** Returns the number of transactions swapped with the next matching transaction so far. */
    public long swapped() {
        return swapped.get();
    }
}
