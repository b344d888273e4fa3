// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import java.util.List;

/**
 * What the conductor sees of the loads of a run in phases, each by its name: connected, begun, over, disconnected. Nothing here
 * waits, as the seconds of the run go on meanwhile.
 */
public interface PhasedLoads {

    /** Where somebody else writes. */
    PhasedLoads NONE = new PhasedLoads() {
        @Override
        public void connect(List<String> names) {
            // there are none
        }

        @Override
        public void disconnect(List<String> names) {
            // as above
        }

        @Override
        public boolean isSettled() {
            return true;
        }

        @Override
        public void begin(List<String> names, long nowNanos) {
            // as above
        }

        @Override
        public boolean isOver(String name) {
            return true;
        }

        @Override
        public boolean hasMadeItsNumber(String name) {
            return false;
        }

        @Override
        public void stop(String name) {
            // as above
        }
    };

    /** Has loads connect, beside the caller's thread; once {@link #isSettled()}. */
    void connect(List<String> names);

    /** Has the connections of loads that are over closed, beside the caller's thread; once {@link #isSettled()}. */
    void disconnect(List<String> names);

    /** Whether what was begun by {@link #connect} or {@link #disconnect} is done. */
    boolean isSettled();

    /** Their time begins: each writes from its start on, for its length or its number of transactions. */
    void begin(List<String> names, long nowNanos) throws InterruptedException;

    /** Whether a load has written its last, or all of its workers have failed. */
    boolean isOver(String name) throws InterruptedException;

    /** Whether a load is over because it has made its number of transactions. */
    boolean hasMadeItsNumber(String name) throws InterruptedException;

    /** Asks a load to finish the transactions that it is in. */
    void stop(String name) throws InterruptedException;
}
