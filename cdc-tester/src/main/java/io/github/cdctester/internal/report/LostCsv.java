// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.text.Csv;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** lost.csv: a row for each transaction that a stream or a consumer has lost, as far as verdicts name them. */
public final class LostCsv implements Format<RunResult> {

    public static final String NAME = "lost.csv";

    private static final String BY = "lost_by";
    private static final String TRANSACTION = "transaction";

    public static boolean hasRows(RunResult run) {
        return rows(run).findAny().isPresent();
    }

    @Override
    public void write(RunResult run, Writer out) throws IOException {
        Csv.write(List.of(BY, TRANSACTION), rows(run), out);
    }

    private static Stream<Map<String, String>> rows(RunResult run) {
        Verdict verdict = run.verdict();
        Stream<Map<String, String>> streams = verdict.streams().isEmpty()
                ? rows("stream", verdict)
                : verdict.streams().stream().flatMap(of -> rows("stream " + of.name(), of.verdict()));
        return Stream.concat(
                streams, run.consumers().stream().flatMap(of -> rows("consumer " + of.name(), of.verdict())));
    }

    private static Stream<Map<String, String>> rows(String by, Verdict verdict) {
        return verdict.lost().stream().map(transaction -> Map.of(BY, by, TRANSACTION, transaction));
    }
}
