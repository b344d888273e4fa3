// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Window;
import io.github.cdctester.junit.CdcTest;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;

/** A new user's first test, with few dependencies. {@link NewcomersIT} runs it. */
final class Newcomer {

    @CdcTest
    void runIsLossless(PlanBuilder plan) {
        RunResult result = plan.workload(Sysbench.oltpInsert().tableSize(10))
                .window(new Window(Duration.ZERO, Duration.ZERO, 20, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter()
                .run();
        assertEquals(Verdict.Status.LOSSLESS, result.verdict().status());
    }
}
