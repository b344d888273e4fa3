// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.Summary.Drain;
import io.github.cdctester.result.Verdict;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What was found of a consumer: the words that every form of a result has. */
public final class ConsumerWords {

    private ConsumerWords() {}

    /**
     * Tells a promise.
     *
     * @return such as {@code at least once}; empty where it cannot be told
     */
    public static String delivery(Delivery delivery) {
        return delivery == Delivery.UNKNOWN
                ? ""
                : delivery.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The verdict on a consumer with its number, such as {@code LOST 3} or {@code BEHIND 7}. */
    public static String headline(ConsumerResult consumer) {
        return consumer.verdict().status() == Verdict.Status.BEHIND && consumer.notSeen() > 0
                ? "BEHIND " + consumer.notSeen()
                : consumer.verdict().headline();
    }

    /** What came after the measured part's end, or {@code null}. */
    public static @Nullable String drain(@Nullable Drain drain) {
        return drain == null || drain.transactions() == 0
                ? null
                : String.format(
                        Locale.ROOT,
                        "%d transaction%s came in the %.2f s after the measured part",
                        drain.transactions(),
                        drain.transactions() == 1 ? "" : "s",
                        drain.seconds());
    }

    /**
     * When a consumer was behind.
     *
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
