// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.result.RunResult.FaultMark;
import java.util.List;

/** What is broken in a run, as far as the run has to do with it. For the conductor's thread. */
public interface RunFaults {

    /** Nothing is broken. */
    RunFaults NONE = new RunFaults() {
        @Override
        public void begin(long nanos) {}

        @Override
        public void end() {}

        @Override
        public List<FaultMark> marks() {
            return List.of();
        }

        @Override
        public List<FaultMark> latest() {
            return List.of();
        }

        @Override
        public int inThisSecond() {
            return 0;
        }

        @Override
        public boolean throughProxy() {
            return false;
        }
    };

    /** The measured part has begun, at this time of the run's clock. */
    void begin(long nanos);

    /** The measured part has ended: everything is as it was when this returns. */
    void end();

    /** What was done so far, in the order in which it ended. */
    List<FaultMark> marks();

    /** What was done since this was asked last. */
    List<FaultMark> latest();

    /** How many faults were in force since this was asked last, which is done once a second. */
    int inThisSecond();

    /** Whether streams went through proxies that they would not have gone through otherwise. */
    boolean throughProxy();
}
