// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.bound.BoundedFile;
import io.github.cdctester.internal.workload.ShownOptions;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A workload that is written in YAML: its tables, and transactions of statements with values that are drawn. The form of the file
 * is described in {@code docs/workloads.md}.
 *
 * @param name the workload's name in results
 * @param source name of the text in messages, for example the file's name
 * @param yaml the text
 * @param options values that replace the text's {@code options}
 * @param random the seed, and the default distribution of numbers
 * @param sending how statements reach the server
 */
public record Scripted(
        String name,
        String source,
        String yaml,
        Map<String, String> options,
        RandomNumbers random,
        StatementSending sending)
        implements WorkloadSpec {

    private static final int MAX_BYTES = 1 << 20;

    /**
     * Checks the name; the text is checked where it is read.
     *
     * @throws InvalidPlanException if the name is empty or holds control characters
     */
    public Scripted {
        if (name.isBlank() || !name.matches("\\P{Cntrl}{1,64}")) {
            throw new InvalidPlanException("workload", "'" + name + "'", "a name of 1 to 64 characters");
        }
        options = Map.copyOf(options);
    }

    /**
     * Reads a file; its name without the extension is the workload's.
     *
     * @param file a file of UTF-8 text, at most 1 MiB
     * @throws InvalidPlanException if it cannot be read, is too large or no UTF-8
     */
    public static Scripted file(Path file) {
        String fileName = String.valueOf(file.getFileName());
        return of(fileName.replaceFirst("(?<=.)\\.[^.]*$", ""), file.toString(), read(file));
    }

    /** A workload of this name, written in a text. */
    public static Scripted yaml(String name, String text) {
        return of(name, name, text);
    }

    private static Scripted of(String name, String source, String text) {
        return new Scripted(name, source, text, Map.of(), RandomNumbers.DEFAULT, StatementSending.DEFAULT);
    }

    private static String read(Path file) {
        // a pipe or a device would not end, or would be gone when it is read
        if (!Files.isRegularFile(file)) {
            throw wrong(file, Files.exists(file) ? "a file, not a directory or a device" : "a file that is there");
        }
        try {
            return BoundedFile.text(file, MAX_BYTES);
        } catch (BoundedFile.TooLongException e) {
            throw wrong(file, "a file of at most 1 MiB");
        } catch (CharacterCodingException e) {
            throw wrong(file, "a file of UTF-8 text");
        } catch (IOException e) {
            throw wrong(file, "a file that can be read");
        }
    }

    private static InvalidPlanException wrong(Path file, String expected) {
        return new InvalidPlanException("workloadFile", file, expected);
    }

    /**
     * Returns the rate under {@code rate} and {@code profile}, which a learned workload has.
     *
     * @return empty for none
     * @throws InvalidPlanException if the text is wrong
     */
    @Override
    public Optional<Rate> rate() {
        return ScriptReader.read(this).rate();
    }

    @Override
    public Arrivals arrivals() {
        return ScriptReader.read(this).arrivals();
    }

    @Override
    public DisplayedSpec displayed() {
        return ShownOptions.own(source, yaml, options, random, sending, false);
    }

    /** Changes an option, by its name in the text. */
    public Scripted option(String key, String value) {
        Map<String, String> changed = new TreeMap<>(options);
        changed.put(key, value);
        return options(changed);
    }

    /** Changes all options: values by name. */
    public Scripted options(Map<String, String> changed) {
        return new Scripted(name, source, yaml, changed, random, sending);
    }

    /** Changes the seed, and the distribution of {@code random} values. */
    public Scripted random(RandomNumbers changed) {
        return new Scripted(name, source, yaml, options, changed, sending);
    }

    /** Changes the seed of all random numbers; 0 takes a new one each run. */
    public Scripted randSeed(long seed) {
        return random(random.seed(seed));
    }

    /** Changes how statements with parameters are sent: prepared, or as text. */
    public Scripted psMode(PsMode mode) {
        return sending(new StatementSending(mode, sending.skipTrx(), sending.reconnect()));
    }

    /** Changes how statements reach the server. */
    public Scripted sending(StatementSending changed) {
        return new Scripted(name, source, yaml, options, random, changed);
    }
}
