// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples;

import static io.github.cdctester.assertj.CdcAssertions.assertThat;
import static java.time.Duration.ofSeconds;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.junit.CdcTest;
import io.github.cdctester.workload.sysbench.Sysbench;

class OrdersStreamTest {
    @CdcTest
    void carriesEverything(PlanBuilder plan) {
        var result = plan.workload(Sysbench.oltpInsert()).prepareFirst().run();
        assertThat(result).isLossless().delay().p99IsBelow(ofSeconds(1));
    }
}
