// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.Percentile;
import java.util.List;

/**
 * The lines during a run: their percentiles, and their interval in seconds; 0 for none.
 *
 * @param everySecondsLive the same if the newest second is shown below them
 */
public record LineFormat(List<Percentile> percentiles, int everySeconds, int everySecondsLive) {

    public static final LineFormat NONE = new LineFormat(List.of(), 0, 0);

    public boolean hasLines() {
        return everySeconds > 0;
    }
}
