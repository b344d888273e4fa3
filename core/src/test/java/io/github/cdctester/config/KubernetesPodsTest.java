// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.InvalidPlanException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesPodsTest {

    private static final KubernetesPods ONE_WRITER = KubernetesPods.writers(1, "image");

    @Test
    void acceptsZeroToMaximumSubscribers() {
        assertThat(KubernetesPodsCopy.of(ONE_WRITER).subscribers(0).build().count())
                .isEqualTo(1);
        assertThat(KubernetesPodsCopy.of(ONE_WRITER).subscribers(1_000).build().count())
                .isEqualTo(1_001);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1_001})
    void rejectsSubscribersOutOfRange(int subscribers) {
        KubernetesPodsCopy invalidPods = KubernetesPodsCopy.of(ONE_WRITER).subscribers(subscribers);
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(invalidPods::build)
                .withMessage("subscribers: " + subscribers + ", must be a number of pods up to 1000");
    }

    @Test
    void returnsReservedCpus() {
        KubernetesPodsCopy pods = KubernetesPodsCopy.of(ONE_WRITER);
        assertThat(pods.build().reservedCpus()).hasValue(2);
        assertThat(pods.requests(Map.of("cpu", "250m")).build().reservedCpus()).hasValue(0.25);
        assertThat(pods.requests(Map.of("memory", "1Gi")).build().reservedCpus())
                .isEmpty();
    }

    @Test
    void rejectsScheduleTimeoutAboveMaximum() {
        KubernetesPodsCopy invalidPods = KubernetesPodsCopy.of(ONE_WRITER).scheduleTimeout(Duration.ofMinutes(11));
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(invalidPods::build)
                .withMessage("kubernetesScheduleTimeout: 660 s, must be a duration up to 10 min");
    }
}
