// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequentialOutputTest {

    private static List<String> lines(boolean wasKilled, String... outputs) throws IOException {
        Queue<InputStream> streams = new ArrayDeque<>();
        for (String output : outputs) {
            streams.add(new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8)));
        }
        try (SequentialOutput output = new SequentialOutput(streams::poll, () -> wasKilled)) {
            return new String(output.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void startsNewLineAfterLongIncompleteLine(boolean wasKilled) throws IOException {
        String incompleteLine = "x".repeat(3 << 20);
        List<String> lines = lines(wasKilled, "first\n" + incompleteLine, "next\n");
        assertThat(lines).hasSize(3).startsWith("first").endsWith("next");
        assertThat(lines.get(1)).startsWith("xx");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void dropsIncompleteLineOnlyAfterKill(boolean wasKilled) throws IOException {
        assertThat(lines(wasKilled, "first\npart", "next\n"))
                .isEqualTo(wasKilled ? List.of("first", "next") : List.of("first", "part", "next"));
    }
}
