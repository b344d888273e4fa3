// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

/** A human who does what the tester cannot, such as changing a setting in a cloud's console. */
public interface HumanPause {

    /** Where nobody can be asked. */
    HumanPause NOBODY = new HumanPause() {
        @Override
        public boolean isThere() {
            return false;
        }

        @Override
        public void ask(String text) {
            throw new IllegalStateException("nobody is there to be asked");
        }
    };

    boolean isThere();

    /** Asks for something to be done, and waits until it is. */
    void ask(String text);
}
