// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.experiment.ExperimentListener;

/** Receives events from the display. */
public interface RunWatcher extends ExperimentListener {

    RunWatcher NONE = new RunWatcher() {};

    default void beginTrial(String heading) {}
}
