// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is known of connections on another machine. */
class CommitTrackingTest {

    private final CommitSink sink = (high, low, tag, number) -> {};
    private final CommitTracking tracking = new CommitTracking(sink);

    @Test
    void knowsNothingBeforeItIsTold() {
        assertThat(tracking.refusal()).isEmpty();
        assertThat(tracking.isMariaDb()).isFalse();
        assertThat(tracking.sink()).isSameAs(sink);
    }

    @Test
    void takesWhoseGtidsTheyAre() {
        tracking.told(true, null);
        assertThat(tracking.isMariaDb()).isTrue();
        assertThat(tracking.refusal()).isEmpty();
    }

    @Test
    void takesWhyTheyAreNotFollowed() {
        tracking.told(false, "the server that is written to has gtid_mode OFF");
        assertThat(tracking.refusal()).contains("the server that is written to has gtid_mode OFF");
        assertThat(tracking.isMariaDb()).isFalse();
    }

    @Test
    void oneThatCannotIsEnough() {
        tracking.told(true, "the driver does not tell");
        tracking.told(true, null);
        assertThat(tracking.refusal()).contains("the driver does not tell");
    }
}
