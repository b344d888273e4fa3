// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.binlog.position.LogEnd;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a run has come to, beside the meters. Confined to the conductor's thread. */
final class RunState {

    String jdbcDriver = "";
    boolean prepared;
    Instant startedAt = Instant.now();
    long openedNanos;
    long closedNanos;
    long missedTicks;
    boolean interrupted;
    boolean behind;

    /** Whether the run ends at the end that the log had at its beginning. */
    boolean endKnownBefore;

    @Nullable
    Long scheduled;

    @Nullable
    Long notStarted;

    @Nullable
    LogEnd end;

    TesterUsage usage = TesterUsage.now();
    TesterUsage usageAtEnd = usage;
}
