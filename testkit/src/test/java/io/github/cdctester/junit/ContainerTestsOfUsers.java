// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.junit.TestsOfUsers.Container;
import org.junit.jupiter.api.RepeatedTest;

/** Fixtures with containers that fail, and with tests that disturb their containers. */
final class ContainerTestsOfUsers {

    private ContainerTestsOfUsers() {}

    /** A container whose class cannot be used, for example because a jar is missing. */
    public static final class UnusableContainer extends Container {

        int starts;

        @Override
        public void start() {
            starts++;
            throw new NoClassDefFoundError("start " + starts);
        }
    }

    @CdcTest
    static final class WithUnusableContainer {

        @CdcServer
        static UnusableContainer container = new UnusableContainer();

        @RepeatedTest(2)
        void needsServer(Endpoint endpoint) {
            assertThat(endpoint).isNotNull();
        }
    }

    /** Ignores the call if the thread is interrupted, like a client of Docker. */
    public static final class InterruptibleContainer extends Container {

        @Override
        public void stop() {
            if (!Thread.currentThread().isInterrupted()) {
                super.stop();
            }
        }
    }

    @CdcTest
    static final class InterruptedAtEnd {

        static InterruptibleContainer lastContainer;

        @CdcServer
        final InterruptibleContainer container = new InterruptibleContainer();

        @RepeatedTest(1)
        void endsInterrupted(Endpoint endpoint) {
            assertThat(endpoint).isNotNull();
            lastContainer = container;
            Thread.currentThread().interrupt();
        }
    }
}
