// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** What all streams must have shown: at the end of a run, everything that was committed. For one thread. */
final class RunGoal implements Goal {

    private record Missing(FollowedStream stream, StreamGoal goal) {
        boolean isReached() {
            return stream.hasReached(goal);
        }
    }

    private final Queue<Missing> missing = new ArrayDeque<>();

    void add(FollowedStream stream, StreamGoal goal) {
        missing.add(new Missing(stream, goal));
    }

    /** Whether all have got there. A stream that has is not asked again. */
    @Override
    public boolean isReached() {
        while (!missing.isEmpty() && missing.peek().isReached()) {
            missing.remove();
        }
        return missing.isEmpty();
    }

    /** Bytes of the log before the goals, or {@link #UNKNOWN} where a server does not tell. */
    @Override
    public long bytesLeft() {
        long bytes = 0;
        for (Missing one : missing) {
            long left = one.stream().bytesBefore(one.goal());
            if (left == UNKNOWN) {
                return UNKNOWN;
            }
            bytes += left;
        }
        return bytes;
    }

    /** The names of the streams that have not. */
    @Override
    public List<String> missing() {
        return missing.stream()
                .filter(one -> !one.isReached())
                .map(one -> one.stream().name())
                .toList();
    }
}
