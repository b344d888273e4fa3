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
import io.github.cdctester.internal.workload.StoredOptions;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A workload that is written in YAML: its tables, and transactions of statements with random values. {@code docs/workloads.md}
 * describes the format.
 *
 * @param name the workload's name in results
 * @param source name of the text in messages, for example the name of the file
 * @param yaml the text
 * @param options values that replace the text's {@code options}
 * @param random the seed, and the default distribution of numbers
 * @param sending the way to send statements
 * @param stamp true to stamp rows even if the text does not contain {@code stamp: true}
 */
public record Scripted(
        String name,
        String source,
        String yaml,
        Map<String, String> options,
        RandomNumbers random,
        StatementSending sending,
        boolean stamp)
        implements WorkloadSpec {

    private static final int MAX_BYTES = 1 << 20;

    /**
     * Checks the name. The text is checked when it is read.
     *
     * @throws InvalidPlanException if the name is empty, longer than 64 characters or contains control characters
     */
    public Scripted {
        if (name.isBlank() || !name.matches("\\P{Cntrl}{1,64}")) {
            throw new InvalidPlanException("workload", "'" + name + "'", "a name of 1 to 64 characters");
        }
        options = Map.copyOf(options);
    }

    /**
     * Reads a file. The workload's name is the name of the file without its extension.
     *
     * @param file a UTF-8 file of at most 1 MiB
     * @throws InvalidPlanException if the file cannot be read, is too large or is not UTF-8
     */
    public static Scripted file(Path file) {
        String fileName = String.valueOf(file.getFileName());
        return of(fileName.replaceFirst("(?<=.)\\.[^.]*$", ""), file.toString(), read(file));
    }

    /**
     * Returns the workload of a text.
     *
     * @param name the workload's name
     * @param text the YAML text
     */
    public static Scripted yaml(String name, String text) {
        return of(name, name, text);
    }

    private static Scripted of(String name, String source, String text) {
        return new Scripted(name, source, text, Map.of(), RandomNumbers.DEFAULT, StatementSending.DEFAULT, false);
    }

    private static String read(Path file) {
        // a pipe or a device may never end, and can be read only once
        if (!Files.isRegularFile(file)) {
            throw invalid(file, Files.exists(file) ? "a file, not a directory or a device" : "a file that is there");
        }
        try {
            return BoundedFile.text(file, MAX_BYTES);
        } catch (BoundedFile.TooLongException e) {
            throw invalid(file, "a file of at most 1 MiB");
        } catch (CharacterCodingException e) {
            throw invalid(file, "a file of UTF-8 text");
        } catch (IOException e) {
            throw invalid(file, "a file that can be read");
        }
    }

    private static InvalidPlanException invalid(Path file, String expected) {
        return new InvalidPlanException("workloadFile", file, expected);
    }

    /**
     * Returns the rate in {@code rate} and {@code profile}, which a learned workload contains.
     *
     * @return the rate; empty for none
     * @throws InvalidPlanException if the text is invalid
     */
    @Override
    public Optional<Rate> rate() {
        return ScriptReader.read(this).rate();
    }

    @Override
    public Arrivals arrivals() {
        return ScriptReader.read(this).arrivals();
    }

    /**
     * Returns true if rows are stamped by {@link #stamp()} or by the text.
     *
     * @throws InvalidPlanException if the text is invalid
     */
    @Override
    public boolean stamped() {
        return stamp || ScriptReader.read(this).stamp();
    }

    @Override
    public DisplayedSpec displayed() {
        return StoredOptions.customSpec(source, yaml, options, random, sending, stamp);
    }

    /** Returns a copy with another value of an option in the text. */
    public Scripted option(String key, String value) {
        Map<String, String> replacement = new TreeMap<>(options);
        replacement.put(key, value);
        return options(replacement);
    }

    /** Returns a copy with other options: values by name. */
    public Scripted options(Map<String, String> replacement) {
        return new Scripted(name, source, yaml, replacement, random, sending, stamp);
    }

    /** Returns a copy with another seed, and another distribution of {@code random} values. */
    public Scripted random(RandomNumbers replacement) {
        return new Scripted(name, source, yaml, options, replacement, sending, stamp);
    }

    /** Returns a copy with another seed of all random numbers; 0 for a new seed in each run. */
    public Scripted randSeed(long seed) {
        return random(random.seed(seed));
    }

    /** Returns a copy that prepares statements on the server, or sends them as text. */
    public Scripted psMode(PsMode mode) {
        return sending(new StatementSending(mode, sending.skipTrx(), sending.reconnect()));
    }

    /** Returns a copy with another way to send statements. */
    public Scripted sending(StatementSending replacement) {
        return new Scripted(name, source, yaml, options, random, replacement, stamp);
    }

    /**
     * Returns a copy with or without stamped rows. If {@code enabled} is false, rows are still stamped if the text
     * contains {@code stamp: true}.
     */
    public Scripted stamp(boolean enabled) {
        return new Scripted(name, source, yaml, options, random, sending, enabled);
    }
}
