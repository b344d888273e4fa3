// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the command lines of a document. {@code sh} runs them with a stub of {@code cdc-tester} that records its arguments. A command line
 * is inline code, or a line of a code block with its continuation lines.
 */
final class DocumentedCommands {

    private static final Pattern INVOCATION = Pattern.compile("(bin/)?cdc-tester .*");
    private static final Pattern ASSIGNMENT = Pattern.compile("(export )?[A-Za-z_]+=\\S.*");
    private static final Pattern CODE_SPAN = Pattern.compile("`([^`\n]+)`");
    private static final String PLACEHOLDER = "…";

    private final Path directory;
    private final Set<String> commands;

    DocumentedCommands(Path directory, Set<String> commands) throws IOException {
        this.directory = directory;
        this.commands = commands;
        Files.createDirectories(directory.resolve("bin"));
        // one argument per line; an empty line ends the command
        makeProgram("cdc-tester", "printf '%s\\n' \"$@\" '' >>" + log());
        makeProgram("jq", "exit 0");
    }

    private void makeProgram(String name, String script) throws IOException {
        Path program = Files.writeString(directory.resolve("bin").resolve(name), "#!/bin/sh\n" + script + "\n");
        if (!program.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + program + " executable");
        }
    }

    List<List<String>> argumentsInBlocks(Path document) throws IOException {
        List<String> script = new ArrayList<>();
        boolean isFenced = false;
        String unfinishedCommand = "";
        for (String line : Files.readAllLines(document)) {
            if (line.startsWith("```")) {
                isFenced = !isFenced;
            } else if (isFenced || line.startsWith("    ") || !unfinishedCommand.isEmpty()) {
                String fullLine = unfinishedCommand + line.strip();
                unfinishedCommand = fullLine.endsWith("\\") ? fullLine.substring(0, fullLine.length() - 1) : "";
                if (unfinishedCommand.isEmpty()) {
                    script.add(fullLine);
                }
            }
        }
        return argumentsOfLines(script);
    }

    /** Required arguments may be missing. */
    List<List<String>> argumentsInText(Path document) throws IOException {
        return argumentsOfLines(CODE_SPAN
                .matcher(Files.readString(document).replaceAll("(?m)^(```|    ).*", ""))
                .results()
                .map(this::withProgramName)
                .toList());
    }

    private List<List<String>> argumentsOfLines(List<String> lines) throws IOException {
        String script = lines.stream()
                .filter(line -> INVOCATION.matcher(line).matches()
                        || ASSIGNMENT.matcher(line).matches())
                .map(line -> line.replaceFirst(" < \\w+$", "")) // removes a redirection from a missing file
                .collect(Collectors.joining("\n"));
        return script.isEmpty() ? List.of() : recordedArguments(List.of("sh", "-c", script));
    }

    List<List<String>> argumentsOfScript(Path script, String... arguments) throws IOException {
        Path copy = Files.createDirectories(directory.resolve("examples"))
                .resolve(script.getFileName().toString());
        Files.copy(script, copy);
        List<String> command = new ArrayList<>(List.of("sh", copy.toString()));
        command.addAll(List.of(arguments));
        return recordedArguments(command);
    }

    /** Changes only code spans that start with the name of a command and an option. */
    private String withProgramName(MatchResult span) {
        String text = span.group(1);
        String[] words = text.split(" ", 3);
        boolean lacksProgram = words.length > 1 && commands.contains(words[0]) && words[1].startsWith("-");
        return lacksProgram ? "cdc-tester " + text : text;
    }

    private Path log() {
        return directory.resolve("log");
    }

    private List<List<String>> recordedArguments(List<String> command) throws IOException {
        Files.writeString(log(), "");
        ProcessBuilder shell =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        shell.environment().merge("PATH", directory.resolve("bin") + ":", (path, bin) -> bin + path);
        Process process = shell.start();
        String message = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new AssertionError(command + " ended with " + process.exitValue() + ": " + message);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return Stream.of(Files.readString(log()).split("\n\n"))
                .filter(recordedCall -> !recordedCall.isBlank())
                .map(recordedCall ->
                        withoutEllipsis(recordedCall.strip().lines().toList()))
                .filter(arguments -> !arguments.isEmpty())
                .toList();
    }

    /** The ellipsis stands for further options. */
    private static List<String> withoutEllipsis(List<String> arguments) {
        int last = arguments.size() - 1;
        return arguments.get(last).equals(PLACEHOLDER) ? arguments.subList(0, last) : arguments;
    }
}
