// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.failure.InvalidPlanException;
import org.junit.jupiter.api.Test;

class DrainTest {

    @Test
    void rejectsHeartbeatsBeforeItConnects() {
        PlanBuilder plan = CdcTester.plan()
                .endpoint(Endpoint.of("jdbc:mysql://127.0.0.1:1/cdctest", "root", ""))
                .subscriber(
                        SubscriberSpec.DEFAULT.from(StartPosition.earliest()).delaySource(DelaySource.HEARTBEAT));

        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(plan::drain)
                .withMessage("delaySource: heartbeat, must be commit-timestamp, event-header or auto for a drain, which"
                        + " writes nothing");
    }
}
