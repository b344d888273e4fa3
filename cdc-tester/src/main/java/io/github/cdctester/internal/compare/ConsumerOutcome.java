// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.Verdict.Status;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The verdict on a consumer and its delivery guarantee; of several runs, the worst of each. */
record ConsumerOutcome(Status status, Delivery delivery) {

    /** A consumer that one side does not have. */
    static final ConsumerOutcome NOT_JUDGED = new ConsumerOutcome(Status.NOT_CHECKED, Delivery.UNKNOWN);

    static Map<String, ConsumerOutcome> worst(Collection<ConsumerResult> consumers) {
        Map<String, ConsumerOutcome> worst = new HashMap<>();
        consumers.forEach(one -> worst.merge(
                one.name(), new ConsumerOutcome(one.verdict().status(), one.delivery()), ConsumerOutcome::plus));
        return worst;
    }

    ConsumerOutcome plus(ConsumerOutcome other) {
        return new ConsumerOutcome(
                status.compareTo(other.status) > 0 ? status : other.status,
                delivery.compareTo(other.delivery) > 0 ? delivery : other.delivery);
    }

    /** Returns true if the verdict is worse, or is the same with a weaker delivery. */
    boolean isWorseThan(ConsumerOutcome before) {
        int verdict = status.compareTo(before.status);
        return verdict > 0 || verdict == 0 && delivery.compareTo(before.delivery) > 0;
    }

    @Override
    public String toString() {
        return delivery == Delivery.UNKNOWN ? status.name() : status + ", " + delivery;
    }
}
