// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.fault.Fault;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Faults that are requested during a run, for example by a plan's actions. Used by one run at a time. Thread-safe. */
public final class FaultRequests {

    private final List<Fault> possibleFaults;
    private final BlockingQueue<Optional<Fault>> dueRequests = new LinkedBlockingQueue<>();
    private boolean hasEnded;

    public FaultRequests(List<Fault> possibleFaults) {
        this.possibleFaults = List.copyOf(possibleFaults);
    }

    List<Fault> possibleFaults() {
        return possibleFaults;
    }

    /** Requests these faults. Returns false, and requests none of them, if the measured part has ended. */
    public synchronized boolean request(List<Fault> faults) {
        if (!hasEnded) {
            faults.forEach(fault -> dueRequests.add(Optional.of(fault)));
        }
        return !hasEnded;
    }

    /** Removes the requests of an earlier run. */
    synchronized void clear() {
        dueRequests.clear();
        hasEnded = false;
    }

    /** Ends the queue: earlier requests are still performed, later requests are rejected. */
    synchronized void end() {
        hasEnded = true;
        dueRequests.add(Optional.empty());
    }

    BlockingQueue<Optional<Fault>> dueRequests() {
        return dueRequests;
    }
}
