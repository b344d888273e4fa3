// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import org.jspecify.annotations.Nullable;

/** What the trials of one rate say together. */
final class Tally {

    /** One that is no chance counts as much as two that may be. */
    private static final int VOTES_OF_OVERLOAD = 2;

    private int held;
    private int failed;
    private int votesAgainst;
    private boolean failedLast;
    private @Nullable Double reached;

    /** One more; {@code reachedPerSecond} is what got through instead, where that is known. */
    void add(Outcome outcome, @Nullable Double reachedPerSecond) {
        switch (outcome) {
            case HELD -> {
                held++;
                failedLast = false;
            }
            case FAILED, OVERLOADED -> {
                failed++;
                failedLast = true;
                votesAgainst += outcome == Outcome.OVERLOADED ? VOTES_OF_OVERLOAD : 1;
                reached = outcome == Outcome.OVERLOADED ? reachedPerSecond : reached;
            }
            case VOID -> {}
        }
    }

    /** One failure is outweighed by one success; of more, twice as many must be. */
    boolean isFailed() {
        return votesAgainst == 1 ? held == 0 : held < 2 * votesAgainst;
    }

    boolean isHeld() {
        return held > 0 && !isFailed() && !isWavering();
    }

    /** Whether it held, and did not when it was to hold again: the limit may be there. */
    boolean isWavering() {
        return votesAgainst == 1 && held == 1 && failedLast;
    }

    /** Whether it rests on a single trial that may have failed by chance. */
    boolean isDoubtful() {
        return votesAgainst == 1 && held == 0;
    }

    int held() {
        return held;
    }

    int failed() {
        return failed;
    }

    @Nullable
    Double reached() {
        return reached;
    }
}
