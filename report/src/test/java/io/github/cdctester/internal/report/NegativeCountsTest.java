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
}
