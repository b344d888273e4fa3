// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.Verdict.Status;
import org.jspecify.annotations.Nullable;

/** The verdict on a consumer in one run. {@code delivery} is null in a matrix cell, because a cell contains only verdicts. */
record ComparedConsumer(
        String name, Status verdict, @Nullable Delivery delivery) {

    static ComparedConsumer of(ConsumerResult consumer) {
        return new ComparedConsumer(consumer.name(), consumer.verdict().status(), consumer.delivery());
    }

    /** Higher is worse. A missing consumer counts as NOT_CHECKED. */
    static int severity(@Nullable ComparedConsumer consumer) {
        Status verdict = consumer == null ? Status.NOT_CHECKED : consumer.verdict();
        Delivery delivery = consumer == null || consumer.delivery() == null ? Delivery.UNKNOWN : consumer.delivery();
        return verdict.ordinal() * Delivery.values().length + delivery.ordinal();
    }

    static String text(@Nullable ComparedConsumer consumer) {
        return consumer == null
                ? Status.NOT_CHECKED.name()
                : consumer.verdict() + (consumer.delivery() == null ? "" : ", " + consumer.delivery());
    }
}
