// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.SampleRow;
import java.util.List;

/** BPS, and TPS beside what was written. */
final class RateStrand implements Strand {

    private final Curves bytes;
    private final Curves transactions;
    private boolean heartbeats;

    RateStrand(int rows) {
        bytes = new Curves(rows);
        transactions = new Curves(rows);
    }

    @Override
    public void take(SampleRow row, double from, double to) {
        SampleRow.Write write = row.write();
        bytes.put("BPS", "bytes", to, row.cdc().bytesPerSecond() / RunWords.MB);
        bytes.endRow(to);
        transactions.put("TPS", "transactions", to, row.cdc().transactionsPerSecond());
        if (write != null) {
            transactions.put("write TPS", "write", to, write.transactionsPerSecond());
        }
        transactions.endRow(to);
        heartbeats |= row.cdc().heartbeats() > 0;
    }

    List<Block> charts(Backdrop backdrop) {
        return List.of(
                new TimeChart("bps", "BPS")
                        .axis("BPS", "MB/s", Scale.LINEAR)
                        .series(bytes.series(Shape.LINE, 0))
                        .note(bytes.note())
                        .over(backdrop),
                new TimeChart("tps", "TPS")
                        .axis("transactions", "1/s", Scale.LINEAR)
                        .series(transactions.series(Shape.LINE, 0))
                        .note(
                                heartbeats ? "The stream's TPS has the tester's heartbeats in it." : "",
                                transactions.note())
                        .over(backdrop));
    }
}
