// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.ConsumerResult.Delivery;
import java.util.Locale;

/** What was found of a consumer: the words that every form of a result has. */
public final class ConsumerWords {

    private ConsumerWords() {}

    /**
     * Tells a promise.
     *
     * @param delivery what was seen of it
     * @return such as {@code at least once}; empty where it cannot be told
     */
    public static String delivery(Delivery delivery) {
        return delivery == Delivery.UNKNOWN
                ? ""
                : delivery.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * Tells when a consumer was behind.
     *
     * @param behind the time
     * @return such as {@code behind from 3.0 s to 3.5 s, by 10 transactions at most}
     */
    public static String catchUp(CatchUp behind) {
        Double to = behind.toSecond();
        return String.format(
                Locale.ROOT,
                "behind from %.1f s %s, by %d transactions at most",
                behind.fromSecond(),
                to == null ? "on" : String.format(Locale.ROOT, "to %.1f s", to),
                behind.mostTransactions());
    }
}
