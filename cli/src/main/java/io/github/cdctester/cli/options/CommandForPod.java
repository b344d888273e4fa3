// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.run.pod.PodCommand;
import io.github.cdctester.internal.run.pod.PodOutputs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Translates a command line for a pod. Its options are in an option file, so that no secret is an argument. Files that they name
 * travel with it: relative paths stay, others begin with {@link #ABSOLUTE}. Output files are below {@link PodCommand#RESULTS}.
 */
final class CommandForPod {

    private static final String DIRECTORY = "/files/";
    private static final String ABSOLUTE = "absolute";
    private static final String OPTION_FILE = "cdc-tester-options";

    /** Options of the local process. */
    private static final Set<String> LOCAL =
            Set.of("--on", "--detach", "--dry-run", "--kubernetes-context", "--kubernetes-keep", "--kubernetes-files");

    private static final Map<String, String> OUTPUTS = Map.of("--out", PodOutputs.OUT, "--junit", PodOutputs.JUNIT);

    private final ParseResult line;
    private final boolean startsPods;
    private final StringBuilder words = new StringBuilder();
    private final Map<String, byte[]> files = new TreeMap<>();

    /** @param startsPods true if the command starts worker nodes as pods, with the same options for pods */
    CommandForPod(ParseResult line, boolean startsPods) {
        this.line = line;
        this.startsPods = startsPods;
    }

    /** Adds the command line, with the password of the endpoint, if there is one. */
    CommandForPod translate(String password) {
        for (OptionSpec option : new LinkedHashSet<>(line.matchedOptions())) {
            add(option);
        }
        if (!password.isEmpty()) {
            addWord("--password=" + password);
        }
        for (PositionalParamSpec parameter : line.matchedPositionals()) {
            parameter.originalStringValues().forEach(value -> addWord(value(parameter, value)));
        }
        return this;
    }

    List<String> arguments() {
        return List.of(line.commandSpec().name(), "@" + DIRECTORY + OPTION_FILE);
    }

    /** Returns the contents of all files by their path in the pod. */
    Map<String, byte[]> files() {
        Map<String, byte[]> all = new TreeMap<>(files);
        all.put(OPTION_FILE, words.toString().getBytes(StandardCharsets.UTF_8));
        return all;
    }

    /** Returns the local places of the output files. */
    PodOutputs outputs() {
        return new PodOutputs(place("--out"), place("--junit"), line.matchedOptionValue("--overwrite", false));
    }

    private Optional<Path> place(String option) {
        @Nullable Path given = line.matchedOptionValue(option, null);
        return Optional.ofNullable(given).map(place -> place.toAbsolutePath().normalize());
    }

    private void add(OptionSpec option) {
        String name = OptionGroup.nameAsGiven(option, line);
        if (name.equals("--from-stdin") || name.equals("--from-file")) {
            throw usage(name + " reads from this machine: leave it out with --on=kubernetes");
        }
        List<String> values = option.originalStringValues();
        List<String> used = option.isMultiValue() ? values : values.subList(values.size() - 1, values.size());
        List<String> travelling =
                used.stream().map(value -> value(option, value)).toList();
        boolean isOff = option.arity().max() == 0 && Boolean.FALSE.toString().equalsIgnoreCase(used.get(0));
        if (LOCAL.contains(name) || name.startsWith("--password") || name.startsWith("--kubernetes-") && !startsPods) {
            return;
        }
        if (option.arity().max() == 0) {
            addWord(isOff ? name + "=false" : name);
        } else {
            travelling.forEach(value -> addWord(name + "=" + value));
        }
    }

    /** Returns the value in the pod. */
    private String value(ArgSpec argument, String value) {
        String output = argument instanceof OptionSpec option ? OUTPUTS.get(option.longestName()) : null;
        if (output != null) {
            return PodCommand.RESULTS + "/" + output;
        }
        if (argument.auxiliaryTypes()[0] != Path.class || isPassword(argument)) {
            return value;
        }
        for (String file :
                argument.splitRegex().isEmpty() ? List.of(value) : List.of(value.split(argument.splitRegex()))) {
            addFile(argument, Path.of(file));
        }
        Path path = Path.of(value);
        return isBelowHere(path) ? inPod(path) : DIRECTORY + inPod(path);
    }

    /** The password of this option's file travels as an option, because a pipe can be read only once. */
    private static boolean isPassword(ArgSpec argument) {
        return argument instanceof OptionSpec option && option.longestName().equals("--password-file");
    }

    private void addFile(ArgSpec argument, Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(PodCommand.MAX_BYTES + 1);
            byte[] other = files.put(inPod(file), content);
            if (other != null && !Arrays.equals(other, content) || inPod(file).equals(OPTION_FILE)) {
                throw usage(file + ": another file has the name " + inPod(file) + " in the pod: rename one of them");
            }
        } catch (IOException e) {
            String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
            throw usage(name + ": " + file + ", must be a file that can be sent to the pod: " + SecretFile.reasonOf(e));
        }
    }

    private static boolean isBelowHere(Path path) {
        return !path.isAbsolute() && !path.normalize().startsWith("..");
    }

    private static String inPod(Path path) {
        return isBelowHere(path)
                ? path.normalize().toString()
                : ABSOLUTE + path.toAbsolutePath().normalize();
    }

    /** Adds a word in single quotes; a quote inside is in double quotes. */
    private void addWord(String word) {
        words.append('\'').append(word.replace("'", "'\"'\"'")).append("'\n");
    }

    private ParameterException usage(String message) {
        return new ParameterException(line.commandSpec().commandLine(), message);
    }
}
