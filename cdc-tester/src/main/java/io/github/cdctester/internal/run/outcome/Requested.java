// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.Plan;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.ReplaySummary;
import io.github.cdctester.result.Verdict.Status;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Failed checks for verifications that the plan asks for and that did not take place. */
final class Requested {

    private Requested() {}

    static Stream<Check> notDone(Plan plan, Verdict verdict) {
        boolean exact = verdict.method().equals("exact") && verdict.status() != Status.NOT_CHECKED;
        boolean done = switch (plan.verification()) {
            case EXACT -> exact;
            case COUNTS -> !verdict.method().equals("none");
            case AUTO, OFF -> true;
        };
        String verify = done ? null : "the verdict is " + verdict.headline() + ": " + verdict.reason();
        return Stream.of(
                        failed("verify=" + plan.verification().name().toLowerCase(Locale.ROOT), verify),
                        failed("replay", plan.replay() ? notReplayed(verdict) : null))
                .flatMap(Stream::ofNullable);
    }

    private static @Nullable String notReplayed(Verdict verdict) {
        ReplaySummary replay = verdict.replay();
        boolean written = verdict.committed() == null || verdict.committed() > 0;
        return replay == null
                ? "the rows were not replayed"
                : replay.reason() != null
                        ? "the replay ended early: " + replay.reason()
                        : replay.transactions() == 0 && written ? "no transaction was replayed" : null;
    }

    private static @Nullable Check failed(String what, @Nullable String why) {
        return why == null ? null : new Check(what, null, false, why);
    }
}
