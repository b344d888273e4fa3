// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.experiment.ExperimentListener;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * A process whose matrix waits in trial 3 or later, at the setting {@code less}, until it is killed. Arguments: URL, user and password of
 * the server, and the output directory.
 */
final class MatrixProgram {

    static final String WAITING = "waiting";

    private MatrixProgram() {}

    public static void main(String[] arguments) {
        Endpoint server = Endpoint.of(arguments[0], arguments[1], arguments[2]);
        MatrixRig.onServer(server, Path.of(arguments[3]))
                .run(MatrixRig.plan(EmbeddedMatrixIT.SETTINGS, 2), new ExperimentListener() {
                    @Override
                    public void trialBegins(TrialHead trial, Remaining remaining) {
                        if (trial.number() > 2 && "less".equals(trial.values().get("setting"))) {
                            System.out.println(WAITING);
                            waitForKill();
                        }
                    }
                });
    }

    private static void waitForKill() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
