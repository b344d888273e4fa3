// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.PsMode;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.workload.OwnOptions;
import java.util.Map;
import java.util.TreeMap;

/**
 * A workload that is written in YAML: its tables, and transactions of statements with values that are drawn. The form of the
 * file is described in {@code docs/workloads-own.md}.
 *
 * @param name the workload's name in results
 * @param source what messages call the text, such as the file's name
 * @param yaml the text
 * @param options values in place of those that the text gives under {@code options}
 * @param random the seed, and how numbers are drawn where the text does not say it
 * @param sending how statements reach the server
 */
public record ScriptSpec(
        String name,
        String source,
        String yaml,
        Map<String, String> options,
        RandomNumbers random,
        StatementSending sending)
        implements WorkloadSpec {

    /**
     * Checks the name; the text is checked where it is read.
     *
     * @throws InvalidPlanException if the name is empty or holds control characters
     */
    public ScriptSpec {
        if (name.isBlank() || !name.matches("\\P{Cntrl}{1,64}")) {
            throw new InvalidPlanException("workload", "'" + name + "'", "a name of 1 to 64 characters");
        }
        options = Map.copyOf(options);
    }

    @Override
    public Shown shown() {
        return OwnOptions.shown(source, yaml, options, random, sending);
    }

    /**
     * Changes an option.
     *
     * @param key its name in the text
     * @param value what it stands for
     * @return the changed workload
     */
    public ScriptSpec option(String key, String value) {
        Map<String, String> changed = new TreeMap<>(options);
        changed.put(key, value);
        return options(changed);
    }

    /**
     * Changes all options.
     *
     * @param changed values by name
     * @return the changed workload
     */
    public ScriptSpec options(Map<String, String> changed) {
        return new ScriptSpec(name, source, yaml, changed, random, sending);
    }

    /**
     * Changes the random numbers.
     *
     * @param changed the seed, and the distribution of {@code random} values
     * @return the changed workload
     */
    public ScriptSpec random(RandomNumbers changed) {
        return new ScriptSpec(name, source, yaml, options, changed, sending);
    }

    /**
     * Changes the seed.
     *
     * @param seed seed of all random numbers; 0 takes a new one each run
     * @return the changed workload
     */
    public ScriptSpec randSeed(long seed) {
        return random(random.seed(seed));
    }

    /**
     * Changes how statements with parameters are sent.
     *
     * @param mode prepared, or as text
     * @return the changed workload
     */
    public ScriptSpec psMode(PsMode mode) {
        return sending(new StatementSending(mode, sending.skipTrx(), sending.reconnect()));
    }

    /**
     * Changes how statements reach the server.
     *
     * @param changed how they do
     * @return the changed workload
     */
    public ScriptSpec sending(StatementSending changed) {
        return new ScriptSpec(name, source, yaml, options, random, changed);
    }
}
