// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.SampleRow;
import java.util.List;

/** Each of several streams by itself; rows of a long run may have lost them. */
final class StreamsStrand implements Strand {

    private final Curves delays;
    private final Curves bytes;

    StreamsStrand(int rows) {
        delays = new Curves(rows);
        bytes = new Curves(rows);
    }

    @Override
    public void take(SampleRow row, double from, double to) {
        for (SampleRow.Stream stream : row.streams()) {
            String role = "stream " + stream.name();
            delays.put(
                    stream.name(),
                    role,
                    to,
                    DelayStrand.shown(stream.cdc().delay().p99Millis()));
            bytes.put(stream.name(), role, to, stream.cdc().bytesPerSecond() / RunWords.MB);
        }
        delays.endRow(to);
        bytes.endRow(to);
    }

    /** Nothing of a single stream. */
    List<Block> charts(Backdrop backdrop) {
        return bytes.isEmpty()
                ? List.of()
                : List.of(
                        new TimeChart("streams-dt", "DT p99 by stream")
                                .axis("DT p99", "ms", Scale.LOG)
                                .series(delays.series(Shape.LINE, 0))
                                .note(DelayStrand.OF_FEW, delays.note())
                                .over(backdrop),
                        new TimeChart("streams-bps", "BPS by stream")
                                .axis("BPS", "MB/s", Scale.LINEAR)
                                .series(bytes.series(Shape.LINE, 0))
                                .note(bytes.note())
                                .over(backdrop));
    }
}
