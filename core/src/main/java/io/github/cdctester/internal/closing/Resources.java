// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.closing;

import java.util.ArrayDeque;
import java.util.Deque;

/** Resources of a run, closed in reverse order, even after a failure. */
public final class Resources implements AutoCloseable {

    private final Deque<AutoCloseable> openResources = new ArrayDeque<>();

    public <T extends AutoCloseable> T add(T resource) {
        openResources.push(resource);
        return resource;
    }

    /** Adds a resource that is closed after all others. */
    public void addFirst(AutoCloseable resource) {
        openResources.addLast(resource);
    }

    /** Failures are added to {@code failures}; see {@link FirstFailure#runRemoval}. */
    public void close(FirstFailure failures) {
        while (!openResources.isEmpty()) {
            failures.runRemoval(openResources.pop()::close);
        }
    }

    @Override
    public void close() {
        FirstFailure failures = new FirstFailure();
        while (!openResources.isEmpty()) {
            failures.run(openResources.pop()::close);
        }
        failures.rethrow();
    }
}
