// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.options.value.JUnitFile;
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
 * Translates a command line for a pod. All options are in an option file, so that no argument contains a secret. Relative paths below
 * the current directory are unchanged; other files are below {@code /files/absolute}.
 */
final class CommandForPod {

    private static final String POD_DIRECTORY = "/files/";
    private static final String ABSOLUTE_DIRECTORY = "absolute";
    private static final String OPTION_FILE = "cdc-tester-options";

    private static final Set<String> LOCAL_OPTIONS =
            Set.of("--on", "--detach", "--dry-run", "--kubernetes-context", "--kubernetes-keep", "--kubernetes-files");

    private static final Map<String, String> OUTPUT_NAMES =
            Map.of("--out", PodOutputs.OUT, "--junit", PodOutputs.JUNIT);

    private final ParseResult line;
    private final boolean startsPods;
    private final StringBuilder optionFileText = new StringBuilder();
    private final Map<String, byte[]> files = new TreeMap<>();

    CommandForPod(ParseResult line, boolean startsPods) {
        this.line = line;
        this.startsPods = startsPods;
    }

    /** Omits an empty password. */
    CommandForPod translate(String password) {
        for (OptionSpec option : new LinkedHashSet<>(line.matchedOptions())) {
            addOption(option);
        }
        if (!password.isEmpty()) {
            addArgument("--password=" + password);
        }
        for (PositionalParamSpec parameter : line.matchedPositionals()) {
            parameter.originalStringValues().forEach(value -> addArgument(podValue(parameter, value)));
        }
        return this;
    }

    List<String> arguments() {
        return List.of(line.commandSpec().name(), "@" + POD_DIRECTORY + OPTION_FILE);
    }

    /** The keys are paths below {@link #POD_DIRECTORY}. */
    Map<String, byte[]> files() {
        Map<String, byte[]> contents = new TreeMap<>(files);
        contents.put(OPTION_FILE, optionFileText.toString().getBytes(StandardCharsets.UTF_8));
        return contents;
    }

    PodOutputs outputs() {
        @Nullable JUnitFile junit = line.matchedOptionValue("--junit", null);
        return new PodOutputs(
                outputPath(line.matchedOptionValue("--out", null)),
                outputPath(junit == null ? null : junit.path()),
                line.matchedOptionValue("--overwrite", false));
    }

    private static Optional<Path> outputPath(@Nullable Path optionValue) {
        return Optional.ofNullable(optionValue)
                .map(path -> path.toAbsolutePath().normalize());
    }

    private void addOption(OptionSpec option) {
        String name = OptionGroup.nameAsGiven(option, line);
        if (name.equals("--from-stdin") || name.equals("--from-file")) {
            throw error(name + " reads from this machine: leave it out with --on=kubernetes");
        }
        List<String> values = option.originalStringValues();
        List<String> usedValues = option.isMultiValue() ? values : values.subList(values.size() - 1, values.size());
        List<String> podValues =
                usedValues.stream().map(value -> podValue(option, value)).toList();
        boolean isOff = option.arity().max() == 0 && Boolean.FALSE.toString().equalsIgnoreCase(usedValues.get(0));
        if (LOCAL_OPTIONS.contains(name)
                || name.startsWith("--password")
                || name.startsWith("--kubernetes-") && !startsPods) {
            return;
        }
        if (option.arity().max() == 0) {
            addArgument(isOff ? name + "=false" : name);
        } else {
            podValues.forEach(value -> addArgument(name + "=" + value));
        }
    }

    /** Also adds the files that the value names. */
    private String podValue(ArgSpec argument, String value) {
        String output = argument instanceof OptionSpec option ? OUTPUT_NAMES.get(option.longestName()) : null;
        if (output != null) {
            return PodCommand.RESULT_DIRECTORY + "/" + output;
        }
        if (argument.auxiliaryTypes()[0] != Path.class || isPasswordFile(argument)) {
            return value;
        }
        for (String file :
                argument.splitRegex().isEmpty() ? List.of(value) : List.of(value.split(argument.splitRegex()))) {
            addFile(argument, Path.of(file));
        }
        Path path = Path.of(value);
        return isBelowCurrentDirectory(path) ? podPath(path) : POD_DIRECTORY + podPath(path);
    }

    /** The pod gets the password as an option, because the file may be a pipe. */
    private static boolean isPasswordFile(ArgSpec argument) {
        return argument instanceof OptionSpec option && option.longestName().equals("--password-file");
    }

    private void addFile(ArgSpec argument, Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(PodCommand.MAX_SECRET_BYTES + 1);
            byte[] previousContent = files.put(podPath(file), content);
            if (previousContent != null && !Arrays.equals(previousContent, content)
                    || podPath(file).equals(OPTION_FILE)) {
                throw error(file + ": another file has the name " + podPath(file) + " in the pod: rename one of them");
            }
        } catch (IOException e) {
            String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
            throw error(name + ": " + file + ", must be a file that can be sent to the pod: " + SecretFile.reasonOf(e));
        }
    }

    private static boolean isBelowCurrentDirectory(Path path) {
        return !path.isAbsolute() && !path.normalize().startsWith("..");
    }

    private static String podPath(Path path) {
        return isBelowCurrentDirectory(path)
                ? path.normalize().toString()
                : ABSOLUTE_DIRECTORY + path.toAbsolutePath().normalize();
    }

    /** Single quotes inside the argument are put in double quotes. */
    private void addArgument(String argument) {
        optionFileText.append('\'').append(argument.replace("'", "'\"'\"'")).append("'\n");
    }

    private ParameterException error(String message) {
        return new ParameterException(line.commandSpec().commandLine(), message);
    }
}
