// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.fault.Fault;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A queue of faults that are requested during a run, for example by actions of a plan. Used by one run at a time. Thread-safe.
 */
public final class FaultRequests {

    private final List<Fault> possibleFaults;
    private final BlockingQueue<Optional<Fault>> dueRequests = new LinkedBlockingQueue<>();

    /** @param possibleFaults all faults that may be requested */
    public FaultRequests(List<Fault> possibleFaults) {
        this.possibleFaults = List.copyOf(possibleFaults);
    }

    List<Fault> possibleFaults() {
        return possibleFaults;
    }

    public void request(Fault fault) {
        dueRequests.add(Optional.of(fault));
    }

    /** Removes the requests of an earlier run. */
    void clear() {
        dueRequests.clear();
    }

    /** Signals that no more requests follow. */
    void end() {
        dueRequests.add(Optional.empty());
    }

    BlockingQueue<Optional<Fault>> dueRequests() {
        return dueRequests;
    }
}
