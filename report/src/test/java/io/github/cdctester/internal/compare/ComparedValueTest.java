// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.Comparison.Better;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ComparedValueTest {

    @ParameterizedTest
    @CsvSource({
        "write.transactionsPerSecond, HIGHER",
        "write.newOrdersPerMinute, HIGHER",
        "overStreams.bytesPerSecond.min, HIGHER",
        "write.latency.p99Millis, LOWER",
        "overStreams.delayP99Millis.max, LOWER",
        "loads.main.latency.p99Millis, LOWER",
        "answer.rate, HIGHER",
        "probes.pool.climb.1.tookSeconds, LOWER",
        "probes.cpu, NEITHER",
        "probes.queue.waitMillis, NEITHER",
        "probes.readsPerSecond, NEITHER",
        "probes.pool.descent.2.sinceLoadSeconds, LOWER",
        "catchUpSeconds, LOWER",
        "tester.cpuSeconds, LOWER",
        "tester.cpuSecondsPerGigabyte, LOWER",
        "tester.maxHeapBytes, LOWER",
        "write.errorsPerCode, LOWER",
        "write.errorsPerCode.1213, LOWER",
        "write.leftOutPercent, LOWER",
        "verdict.missing, LOWER",
        "cdc.gaps, LOWER",
        "seconds, NEITHER",
        "cdc.seconds, NEITHER",
        "cdc.events, NEITHER",
        "cdc.bytes, NEITHER",
        "write.transactions, NEITHER",
        "cdc.delay.count, NEITHER",
    })
    void returnsBetterDirection(String name, Better better) {
        assertThat(ComparedValue.of(name).better()).isEqualTo(better);
    }
}
