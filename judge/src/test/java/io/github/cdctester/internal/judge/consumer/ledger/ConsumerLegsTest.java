// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import io.github.cdctester.result.ConsumerResult.Leg;
import io.github.cdctester.result.ConsumerResult.Moment;
import java.util.List;
import java.util.Locale;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ConsumerLegsTest {

    private static final long COMMIT = 1_795_899_115_250_000L;

    private final ConsumerTimeline timeline = new ConsumerTimeline();

    private List<Leg> legs(long source, long envelope, long record, long reported) {
        timeline.setReportTimes(new ChangeTimes(source, envelope, record));
        timeline.recordDelay(COMMIT, reported);
        timeline.setReportTimes(ChangeTimes.NONE);
        return timeline.takeLegs();
    }

    private static String text(Leg leg) {
        // rounded, because a histogram stores three digits
        return String.format(
                Locale.ROOT,
                "%s-%s %.1f of %s",
                leg.from(),
                leg.to(),
                leg.delay().maxMillis(),
                leg.resolutionMillis());
    }

    @Test
    void splitsDelayAtEachTimestamp() {
        assertThat(legs(COMMIT, COMMIT + 2_000, COMMIT + 5_000, COMMIT + 9_000))
                .extracting(ConsumerLegsTest::text)
                .containsExactly(
                        "COMMIT-SOURCE 0.0 of 1.0",
                        "SOURCE-ENVELOPE 2.0 of 1.0",
                        "ENVELOPE-RECORD 3.0 of 1.0",
                        "RECORD-REPORT 4.0 of 1.0");
    }

    @Test
    void joinsLegsAroundMissingTimestamps() {
        assertThat(legs(0, COMMIT + 2_501, 0, COMMIT + 9_001))
                .extracting(ConsumerLegsTest::text)
                .containsExactly("COMMIT-ENVELOPE 2.5 of 0.001", "ENVELOPE-REPORT 6.5 of 0.001");
    }

    @Test
    void recordsNegativeLegsAndCoarseTimestamps() {
        List<Leg> legs = legs(COMMIT - 250_000, 0, 0, COMMIT + 8_000);
        assertThat(legs).extracting(Leg::resolutionMillis).containsOnly(1_000.0);
        assertThat(legs.get(0).delay().negatives()).isOne();
        assertThat(legs.get(0).delay().lowestMillis()).isEqualTo(-250.0);
        assertThat(legs.get(1).delay().maxMillis()).isCloseTo(258, Percentage.withPercentage(0.1));
        assertThat(legs).extracting(Leg::from).containsExactly(Moment.COMMIT, Moment.SOURCE);
    }

    @Test
    void hasNoLegsWithoutTimestamps() {
        timeline.recordDelay(COMMIT, COMMIT + 1);
        assertThat(timeline.takeLegs()).isEmpty();
    }

    @Test
    void excludesWarmUp() {
        timeline.setReportTimes(new ChangeTimes(COMMIT, 0, 0));
        timeline.recordDelay(COMMIT, COMMIT + 1);
        timeline.windowOpens();
        assertThat(timeline.takeLegs()).isEmpty();
    }
}
