// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.containers;

import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/** An open port says nothing about a stream: {@link StreamReadiness} waits. */
final class NoWaiting extends AbstractWaitStrategy {

    @Override
    protected void waitUntilReady() {
        // as above
    }
}
