// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.closing;

import java.util.ArrayDeque;
import java.util.Deque;

/** Resources of a run, closed in the opposite order; all of them, also when closing one of them fails. */
public final class Resources implements AutoCloseable {

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    public <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Takes something that was opened before all others, and is closed after them. */
    public void addFirst(AutoCloseable resource) {
        opened.addLast(resource);
    }

    /** Closes everything; failures of the tester's own types describe the remaining objects. */
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
