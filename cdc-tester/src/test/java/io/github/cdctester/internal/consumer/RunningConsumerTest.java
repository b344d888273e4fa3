// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.result.ConsumerResult.Identity;
import org.junit.jupiter.api.Test;

class RunningConsumerTest {

    @Test
    void stampsIdentifyRowsOfStampedLoad() {
        assertThat(RunningConsumer.withIdentity(Shape.DEFAULT, false, true).identity())
                .isEqualTo(Identity.ROW);
        assertThat(RunningConsumer.withIdentity(Shape.DEFAULT, true, false).identity())
                .isEqualTo(Identity.ROW);
        assertThat(RunningConsumer.withIdentity(Shape.DEFAULT, false, false).identity())
                .isNull();
    }

    @Test
    void linesWithoutRowsKeepTheirIdentity() {
        Shape gtids = Shape.DEFAULT.withFormat(Format.GTID);
        assertThat(RunningConsumer.withIdentity(gtids, false, true).identity()).isNull();
        assertThat(RunningConsumer.withIdentity(gtids.withIdentity(Identity.ROW), false, true)
                        .identity())
                .isEqualTo(Identity.ROW);
    }
}
