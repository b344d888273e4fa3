// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.closing;

import java.util.ArrayDeque;
import java.util.Deque;

/** Resources of a run, closed in reverse order. After a failure, the remaining resources are still closed. */
public final class Resources implements AutoCloseable {

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    public <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Adds a resource that is closed after all other resources. */
    public void addFirst(AutoCloseable resource) {
        opened.addLast(resource);
    }

    /** Closes all resources, and adds failures to {@code failures}; see {@link FirstFailure#runRemoval}. */
    public void close(FirstFailure failures) {
        while (!opened.isEmpty()) {
            failures.runRemoval(opened.pop()::close);
        }
    }

    @Override
    public void close() {
        FirstFailure failures = new FirstFailure();
        while (!opened.isEmpty()) {
            failures.run(opened.pop()::close);
        }
        failures.rethrow();
    }
}
