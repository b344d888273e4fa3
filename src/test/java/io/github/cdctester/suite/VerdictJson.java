// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import tools.jackson.databind.JsonNode;

final class VerdictJson {

    private VerdictJson() {}

    static void assertClean(JsonNode verdict) {
        assertVerdict(verdict, "LOSSLESS", 0, 0, 0);
        assertThat(verdict.get("firstOffender").isNull()).as(verdict.toString()).isTrue();
    }

    static void assertVerdict(JsonNode verdict, String status, long missingCount, long duplicated, long outOfOrder) {
        assertThat(List.of(
                        verdict.get("status").asString(),
                        verdict.get("missing").asLong(),
                        verdict.get("duplicated").asLong(),
                        verdict.get("outOfOrder").asLong()))
                .as(verdict.toString())
                .containsExactly(status, missingCount, duplicated, outOfOrder);
    }
}
