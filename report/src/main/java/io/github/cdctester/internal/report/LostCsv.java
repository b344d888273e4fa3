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

/** lost.csv: one row per lost transaction of a stream or a consumer. Only transactions that a verdict names are included. */
public final class LostCsv implements Format<RunResult> {

    public static final String NAME = "lost.csv";

    private static final String BY = "lost_by";
    private static final String TRANSACTION = "transaction";

    public record Lost(String by, String transaction) {}

    @Override
    public void write(RunResult run, Writer out) throws IOException {
        Csv.write(
                List.of(BY, TRANSACTION),
                list(run).stream().map(lost -> Map.of(BY, lost.by(), TRANSACTION, lost.transaction())),
                out);
    }

    public static List<Lost> list(RunResult run) {
        Verdict verdict = run.verdict();
        Stream<Lost> streams = verdict.streams().isEmpty()
                ? losses("stream", verdict)
                : verdict.streams().stream().flatMap(stream -> losses("stream " + stream.name(), stream.verdict()));
        return Stream.concat(
                        streams,
                        run.consumers().stream()
                                .flatMap(consumer -> losses("consumer " + consumer.name(), consumer.verdict())))
                .toList();
    }

    private static Stream<Lost> losses(String by, Verdict verdict) {
        return verdict.lost().stream().map(transaction -> new Lost(by, transaction));
    }
}
