// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.closing;

import io.github.cdctester.failure.RunFailedException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What a run has opened, closed in the opposite order; all of it, also when closing one of them fails. */
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

    @Override
    public void close() {
        RunFailedException first = null;
        while (!opened.isEmpty()) {
            first = close(opened.pop(), first);
        }
        if (first != null) {
            throw first;
        }
    }

    private static @Nullable RunFailedException close(AutoCloseable resource, @Nullable RunFailedException first) {
        try {
            resource.close();
            return first;
        } catch (Exception e) {
            RunFailedException failure = e instanceof RunFailedException ours
                    ? ours
                    : new RunFailedException("closing: " + e.getMessage(), e);
            if (first == null) {
                return failure;
            }
            first.addSuppressed(failure);
            return first;
        }
    }
}
