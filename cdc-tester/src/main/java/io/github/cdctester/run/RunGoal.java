// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** What all streams must have shown: at the end of a run, everything that was committed. For one thread. */
final class RunGoal {

    private record Missing(FollowedStream stream, StreamGoal goal) {
        boolean isReached() {
            return stream.hasReached(goal);
        }
    }

    private final Queue<Missing> missing = new ArrayDeque<>();

    void add(FollowedStream stream, StreamGoal goal) {
        missing.add(new Missing(stream, goal));
    }

    /** Whether all have got there. Asked a thousand times a second: a stream that has is not asked again. */
    boolean isReached() {
        while (!missing.isEmpty() && missing.peek().isReached()) {
            missing.remove();
        }
        return missing.isEmpty();
    }

    /** The names of the streams that have not. */
    List<String> missing() {
        return missing.stream()
                .filter(one -> !one.isReached())
                .map(one -> one.stream().name())
                .toList();
    }
}
