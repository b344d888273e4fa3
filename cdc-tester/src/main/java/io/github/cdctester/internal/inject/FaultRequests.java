// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.fault.Fault;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Faults that are requested during a run, for example by actions of a plan. For one run at a time. Thread-safe. */
public final class FaultRequests {

    private final List<Fault> possible;
    private final BlockingQueue<Optional<Fault>> due = new LinkedBlockingQueue<>();

    /** @param possible all faults that may be requested */
    public FaultRequests(List<Fault> possible) {
        this.possible = List.copyOf(possible);
    }

    List<Fault> possible() {
        return possible;
    }

    public void request(Fault fault) {
        due.add(Optional.of(fault));
    }

    /** Removes the requests of an earlier run. */
    void clear() {
        due.clear();
    }

    /** Signals that no more requests follow. */
    void end() {
        due.add(Optional.empty());
    }

    BlockingQueue<Optional<Fault>> due() {
        return due;
    }
}
