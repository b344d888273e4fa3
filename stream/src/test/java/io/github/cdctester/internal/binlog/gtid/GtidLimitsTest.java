// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import org.junit.jupiter.api.Test;

/** A server cannot send endless GTIDs, but many real GTIDs are accepted. */
class GtidLimitsTest {

    private final GtidSet gtids = new GtidSet();
    private final MariaDbGtidState mariaDbGtids = new MariaDbGtidState();

    @Test
    void limitsSources() {
        for (int source = 0; source < GtidSet.MAX_SOURCES; source++) {
            gtids.add(source, 7, "", 1);
        }
        assertAccepted();
        gtids.add(-1, 7, "", 1);
        assertRejected("more than 16384 sources");
    }

    @Test
    void limitsTags() {
        for (int tag = 0; tag <= GtidSet.MAX_SOURCES; tag++) {
            gtids.add(1, 7, "t" + tag, 1);
        }
        assertRejected("more than 16384 sources");
    }

    @Test
    void limitsGaps() {
        for (int number = 1; number <= GtidSet.MAX_INTERVALS; number++) {
            gtids.add(1, 7, "", 2L * number);
        }
        assertAccepted();
        gtids.add(1, 7, "", 1);
        assertAccepted();
        gtids.add(1, 7, "", 4L * GtidSet.MAX_INTERVALS);
        assertRejected("more than 524288 gaps");
    }

    @Test
    void limitsGapsOfManySources() {
        for (int number = 0; number <= GtidSet.MAX_INTERVALS; number++) {
            gtids.add(number % 1_000, 7, "", 1 + 2L * (number / 1_000));
        }
        assertRejected("more than 524288 gaps");
    }

    @Test
    void ignoresFilledGaps() {
        for (long number = 1; number <= 3L * GtidSet.MAX_INTERVALS; number++) {
            gtids.add(1, 7, "", number);
        }
        assertAccepted();
    }

    @Test
    void limitsDomains() {
        for (int domain = 0; domain < MariaDbGtidState.MAX_DOMAINS; domain++) {
            mariaDbGtids.add(domain, 1, "", 5);
            mariaDbGtids.add(domain, 1, "", 500);
        }
        assertAccepted();
        mariaDbGtids.add(MariaDbGtidState.MAX_DOMAINS, 1, "", 5);
        assertRejected("more than 65536 domains");
    }

    private void assertAccepted() {
        assertThatCode(this::check).doesNotThrowAnyException();
    }

    private void assertRejected(String message) {
        assertThatExceptionOfType(StreamProtocolException.class)
                .isThrownBy(this::check)
                .withMessageContaining(message);
    }

    private void check() throws StreamProtocolException {
        gtids.checkLimits();
        mariaDbGtids.checkLimits();
    }
}
