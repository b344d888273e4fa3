// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.writer.WriteSink;
import io.github.cdctester.workload.StatementTally;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

final class CountingSink implements WriteSink {

    final AtomicInteger transactions = new AtomicInteger();
    final AtomicInteger reconnects = new AtomicInteger();
    final AtomicInteger renewals = new AtomicInteger();
    final AtomicInteger unknownOutcomes = new AtomicInteger();
    final AtomicInteger unfinished = new AtomicInteger();
    final AtomicInteger refusals = new AtomicInteger();
    final AtomicLong longestNanos = new AtomicLong();
    final AtomicLong lastIntendedNanos = new AtomicLong();
    final ConcurrentLinkedQueue<Integer> errors = new ConcurrentLinkedQueue<>();

    @Override
    public void transaction(int kind, long intendedNanos, long startNanos, long endNanos, StatementTally tally) {
        transactions.incrementAndGet();
        lastIntendedNanos.set(intendedNanos);
        longestNanos.accumulateAndGet(endNanos - intendedNanos, Math::max);
    }

    @Override
    public void error(int code) {
        errors.add(code);
    }

    @Override
    public void transactionRefused(long fromNanos, long untilNanos) {
        refusals.incrementAndGet();
    }

    @Override
    public void reconnected() {
        reconnects.incrementAndGet();
    }

    @Override
    public void connectionRenewed() {
        renewals.incrementAndGet();
    }

    @Override
    public void transactionUnfinished(StatementTally tally) {
        unfinished.incrementAndGet();
    }

    @Override
    public void unknownOutcome() {
        unknownOutcomes.incrementAndGet();
    }
}
