// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class NegativeCountsTest {

    @Test
    void findsNegativeCountsButIgnoresClocks() {
        String clock = "\"clock\" : { \"offsetMicros\" : -3, \"uncertaintyMicros\" : -1 }";
        assertThat(NegativeCounts.find(JsonMapper.shared().readTree("""
                { "clock" : { "uncertaintyMicros" : -1 }, "plan" : { "seed" : -9 },
                  "summary" : { "streams" : [ { %s, "gaps" : 0 } ] } }""".formatted(clock))))
                .isEmpty();
        assertThat(NegativeCounts.find(JsonMapper.shared().readTree("""
                { "summary" : { "streams" : [ { %s, "gaps" : -1 } ] } }""".formatted(clock))))
                .contains("summary.streams.0.gaps is -1");
    }

    /** jq 1.6 writes {@code -1.0} as {@code -1}. */
    @Test
    void acceptsMeasuredValuesWithoutFraction() {
        assertThat(NegativeCounts.find(JsonMapper.shared().readTree("""
                { "summary" : { "tester" : { "readerCpuSeconds" : -1, "missedTicks" : 0 },
                  "cdc" : { "delay" : { "lowestMillis" : -2 } },
                  "probes" : [ { "series" : "celsius", "min" : -5 } ] } }"""))).isEmpty();
    }
}
