// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests faults that are requested while a run injects faults, and after it has ended them. */
@Timeout(60)
class FaultInjectorTest {

    private static final Fault KILL_DUMP = Fault.parse("kill-dump");

    private final FaultRequests requests = new FaultRequests(List.of(KILL_DUMP));

    private FaultInjector injector() {
        return new FaultInjector(
                Injection.NONE.requesting(requests),
                RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)),
                List::of,
                NanoClock.SYSTEM);
    }

    @Test
    void performsEachRequestThatItAccepts() {
        try (FaultInjector injector = injector()) {
            injector.begin(System.nanoTime());
            assertThat(requests.request(List.of(KILL_DUMP, KILL_DUMP))).isTrue();
            injector.end();
            assertThat(injector.marks()).extracting(FaultMark::fault).containsExactly("kill-dump", "kill-dump");
        }
    }

    @Test
    void rejectsRequestsAfterTheMeasuredPart() {
        try (FaultInjector injector = injector()) {
            injector.begin(System.nanoTime());
            injector.end();
            assertThat(requests.request(List.of(KILL_DUMP))).isFalse();
            assertThat(injector.marks()).isEmpty();
        }
        try (FaultInjector nextRun = injector()) {
            nextRun.begin(System.nanoTime());
            assertThat(requests.request(List.of(KILL_DUMP)))
                    .as("in the next run")
                    .isTrue();
        }
    }
}
