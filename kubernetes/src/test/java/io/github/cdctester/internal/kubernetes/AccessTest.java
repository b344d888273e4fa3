// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AccessTest {

    private static final KubernetesClientException REFUSAL = new KubernetesClientException("Unauthorized");

    private final AtomicLong nanos = new AtomicLong();
    private final Access access = new Access(nanos::get);

    private void sleep(int seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    private void assertFails() {
        assertThatThrownBy(access::failIfRefused).isSameAs(REFUSAL);
    }

    private void assertContinues() {
        assertThatCode(access::failIfRefused).doesNotThrowAnyException();
    }

    @Test
    void firstRefusalFails() {
        assertContinues();
        access.recordRefusal(REFUSAL);
        assertFails();
    }

    @Test
    void laterRefusalFailsAfterThirtySeconds() {
        access.recordAllowed();
        access.recordRefusal(REFUSAL);
        sleep(30);
        access.recordRefusal(REFUSAL);
        assertContinues();
        sleep(1);
        assertFails();
    }

    @Test
    void allowedRequestEndsRefusal() {
        access.recordAllowed();
        access.recordRefusal(REFUSAL);
        sleep(20);
        access.recordAllowed();
        sleep(20);
        assertContinues();
        access.recordRefusal(REFUSAL);
        sleep(20);
        assertContinues();
    }

    @Test
    void reportsFirstRefusalAfterAllowedRequest() {
        assertThat(access.recordRefusal(REFUSAL)).isTrue();
        assertThat(access.recordRefusal(REFUSAL)).isFalse();
        access.recordAllowed();
        assertThat(access.recordRefusal(REFUSAL)).isTrue();
    }

    /** At the start, an allowed list of the pods does not excuse a refused watch. */
    @Test
    void remembersRefusalAtStart() {
        access.recordRefusal(REFUSAL);
        access.recordAllowed();
        assertThatThrownBy(access::failIfEverRefused).isSameAs(REFUSAL);
    }
}
