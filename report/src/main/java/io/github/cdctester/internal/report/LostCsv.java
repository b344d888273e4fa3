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

/** Writes lost.csv: the lost transactions in the verdicts of streams and consumers, one per row. */
public final class LostCsv implements Format<RunResult> {

    public static final String FILE_NAME = "lost.csv";

    private static final String LOST_BY = "lost_by";
    private static final String TRANSACTION = "transaction";

    public record LostTransaction(String by, String transaction) {}

    @Override
    public void write(RunResult run, Writer out) throws IOException {
        Csv.write(
                List.of(LOST_BY, TRANSACTION),
                list(run).stream().map(lost -> Map.of(LOST_BY, lost.by(), TRANSACTION, lost.transaction())),
                out);
    }

    public static List<LostTransaction> list(RunResult run) {
        Verdict verdict = run.verdict();
        Stream<LostTransaction> streams = verdict.streams().isEmpty()
                ? losses("stream", verdict)
                : verdict.streams().stream().flatMap(stream -> losses("stream " + stream.name(), stream.verdict()));
        return Stream.concat(
                        streams,
                        run.consumers().stream()
                                .flatMap(consumer -> losses("consumer " + consumer.name(), consumer.verdict())))
                .toList();
    }

    private static Stream<LostTransaction> losses(String by, Verdict verdict) {
        return verdict.lost().stream().map(transaction -> new LostTransaction(by, transaction));
    }
}
