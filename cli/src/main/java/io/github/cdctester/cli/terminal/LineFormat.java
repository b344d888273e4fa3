// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.cli.terminal.view.Percentile;
import java.util.List;

/**
 * Which lines there are while a run goes on: of which percentiles, and how many seconds apart; 0 for none.
 *
 * @param everySecondsLive the same where the newest second stands below them anyway
 */
public record LineFormat(List<Percentile> percentiles, int everySeconds, int everySecondsLive) {

    public static final LineFormat NONE = new LineFormat(List.of(), 0, 0);

    public boolean hasLines() {
        return everySeconds > 0;
    }
}
