// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.baseline;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.baseline.NightFile;
import java.nio.file.Path;

/**
 * The numbers of earlier runs, in a JSON file that is kept beside the tests: by test, class of machine, and server.
 *
 * <pre>{@code
 * BaselineCheck check = Baselines.in(Path.of("src/test/baselines.json")).of("orders").check(runs);
 * check.orThrow();
 * }</pre>
 *
 * <p>The system property {@value #UPDATE} says what is done with the file; see {@code docs/baselines.md}.
 */
public final class Baselines {

    /**
     * The system property that says what is done with the file: {@code false}, the default, compares only; {@code nightly}
     * compares, and adds what was measured unless it is worse or better; {@code true} accepts what was measured.
     */
    public static final String UPDATE = "cdctester.updateBaselines";

    /** The system property that gives this machine's class a name, for machines that are alike. */
    public static final String MACHINE = "cdctester.machine";

    private final NightFile file;

    private Baselines(NightFile file) {
        this.file = file;
    }

    /**
     * Names the file.
     *
     * @param file the file, which need not be there yet; its directory neither
     * @return its baselines
     */
    public static Baselines in(Path file) {
        return new Baselines(new NightFile(file));
    }

    /**
     * Names a test.
     *
     * @param test what is measured, in words that stay the same
     * @return its baseline, whether there is one already or not
     * @throws InvalidPlanException if the name is empty
     */
    public Baseline of(String test) {
        if (test.isBlank()) {
            throw new InvalidPlanException("test", test, "a name that stays the same");
        }
        return Baseline.of(file, test);
    }
}
