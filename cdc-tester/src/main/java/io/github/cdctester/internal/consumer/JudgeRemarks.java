// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.consumer.ConsumerLines.Findings;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Second;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Remarks that help to interpret a consumer's verdict. */
public final class JudgeRemarks {

    private JudgeRemarks() {}

    /** @param stampsRows true if the workload stamps its rows */
    static List<String> of(LineSource source, Findings findings, boolean stampsRows) {
        List<String> remarks = new ArrayList<>();
        if (findings.firstUnreadable() != null) {
            remarks.add(findings.unreadable() + " of " + findings.lines()
                    + " lines could not be read and are left out; the first is "
                    + findings.firstUnreadable().text()
                    + (findings.unreadable() < findings.lines()
                            ? ""
                            : "; docs/judge.md lists the formats that can be read"));
        }
        source.remark().ifPresent(remarks::add);
        long writtenRows = findings.rows() - findings.deleted();
        if (findings.unstamped() > 0) {
            remarks.add((findings.unstamped() == writtenRows
                            ? "no row of " + writtenRows + " has"
                            : findings.unstamped() + " rows of " + writtenRows + " do not have")
                    + " a number in a column cdc_seq, and cannot be matched: "
                    + (stampsRows || findings.unstamped() < writtenRows
                            ? "their tables do not belong to the workload, or lack that column"
                            : "let the workload stamp its rows with " + Setting.STAMP
                                    + "=on, or use the identity gtid"));
        }
        return remarks;
    }

    /** Returns a remark for each {@code LOST} consumer that showed no transaction before second 2, unless its snapshot is judged. */
    public static List<String> of(RunResult result) {
        List<String> remarks = new ArrayList<>();
        for (ConsumerResult consumer : result.consumers()) {
            long firstSecond = consumer.seconds().stream()
                    .filter(second -> second.transactions() > 0)
                    .mapToLong(Second::second)
                    .findFirst()
                    .orElse(0);
            if (firstSecond > 1
                    && consumer.snapshot() == null
                    && consumer.verdict().status() == Verdict.Status.LOST) {
                remarks.add(consumer.name() + " showed its first transaction in second " + firstSecond
                        + " of the measured part; if it was still starting, use a longer warm-up");
            }
        }
        return remarks;
    }
}
