// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.cluster.message.Usage;
import io.github.cdctester.internal.run.outcome.TesterUsage;
import io.github.cdctester.internal.time.NanoClock;

/** What this process has used. */
final class OwnUsage {

    private OwnUsage() {}

    static Usage now(NanoClock clock) {
        TesterUsage used = TesterUsage.now();
        return new Usage(clock.nanoTime(), used.cpuNanos(), used.gcMillis(), TesterUsage.maxHeapBytes());
    }
}
