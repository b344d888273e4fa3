// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.Verdict.OfStream;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VerdictTest {

    @Test
    void worstStatusDecides() {
        assertThat(worst(
                        stream("a", Status.LOSSLESS, 10, 0L),
                        stream("b", Status.LOST, 9, 1L),
                        stream("c", Status.BEHIND, 2, null)))
                .isEqualTo("stream b: why");
        assertThat(worst(stream("a", Status.LOSSLESS, 10, 0L), stream("b", Status.LOSSLESS, 10, 0L)))
                .isEqualTo("why");
    }

    @Test
    void mostMissingDecidesIfStatusIsEqual() {
        assertThat(worst(
                        stream("a", Status.LOST, 9, 1L),
                        stream("b", Status.LOST, 7, 3L),
                        stream("c", Status.LOST, 8, 2L)))
                .isEqualTo("stream b: why");
    }

    @Test
    void fewestObservedDecidesIfNothingIsMissing() {
        assertThat(worst(stream("a", Status.BEHIND, 10, null), stream("b", Status.BEHIND, 3, null)))
                .isEqualTo("stream b: why");
    }

    @Test
    void firstDecidesAmongEqualStreams() {
        assertThat(worst(stream("a", Status.BEHIND, 3, null), stream("b", Status.BEHIND, 3, null)))
                .isEqualTo("stream a: why");
    }

    @Test
    void headlineListsOtherFaults() {
        assertThat(headline(Status.LOST, 6L, 5L, 4L)).isEqualTo("LOST 6, 5 repeated, 4 out of order");
        assertThat(headline(Status.LOST, 6L, 0L, 0L)).isEqualTo("LOST 6");
        assertThat(headline(Status.LOST, 6L, null, null)).isEqualTo("LOST 6");
        assertThat(headline(Status.DUPLICATED, 6L, 5L, 4L)).isEqualTo("DUPLICATED 5, 6 of 10 not seen, 4 out of order");
        assertThat(headline(Status.REORDERED, 6L, 0L, 4L)).isEqualTo("REORDERED 4, 6 of 10 not seen");
    }

    private static String headline(
            Status status, @Nullable Long missing, @Nullable Long duplicated, @Nullable Long outOfOrder) {
        return new Verdict(
                        status,
                        "exact",
                        "why",
                        10L,
                        4L,
                        missing,
                        duplicated,
                        outOfOrder,
                        0L,
                        null,
                        null,
                        List.of(),
                        List.of(),
                        null)
                .headline();
    }

    private static String worst(OfStream... streams) {
        return Verdict.worstOf(List.of(streams)).reason();
    }

    private static OfStream stream(String name, Status status, long observed, @Nullable Long missing) {
        return new OfStream(
                name,
                new Verdict(
                        status, "exact", "why", 10L, observed, missing, 0L, 0L, 0L, null, null, List.of(), List.of(),
                        null));
    }
}
