// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.Percentile;
import java.util.List;

/**
 * @param intervalSeconds 0 for no lines
 * @param terminalIntervalSeconds interval on a terminal that also shows the latest second live
 */
public record LineFormat(List<Percentile> percentiles, int intervalSeconds, int terminalIntervalSeconds) {

    public static final LineFormat NONE = new LineFormat(List.of(), 0, 0);

    public boolean hasLines() {
        return intervalSeconds > 0;
    }
}
