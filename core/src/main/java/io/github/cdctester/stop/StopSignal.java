// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.stop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Requests the early end of a run. A raised signal is never reset. */
public final class StopSignal {

    private final CountDownLatch raisedLatch = new CountDownLatch(1);

    /** Creates a signal that is not raised. */
    public StopSignal() {}

    /** Requests the end. May be called from any thread, including a shutdown hook. */
    public void raise() {
        raisedLatch.countDown();
    }

    /** Returns true if the signal was raised. */
    public boolean isRaised() {
        return raisedLatch.getCount() == 0;
    }

    /**
     * Waits for the signal, up to a maximum time.
     *
     * @param nanos time to wait, in ns; returns immediately if it is not positive
     * @return true if the signal is raised
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public boolean await(long nanos) throws InterruptedException {
        return raisedLatch.await(nanos, TimeUnit.NANOSECONDS);
    }
}
