// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.failure.Interruption;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OptionFilesTest {

    @TempDir
    private Path directory;

    @Test
    void readsCommentsAndQuotesAndSeveralOptions() throws IOException {
        CommandLine run = startRun(file("""
                # a comment
                --host=127.0.0.1 --port=1
                --workload oltp_write_only   # another one

                "--create-table-options=/* two words */"
                '--rate=0..20 over 2s'
                """));
        assertThat(value(run, "--workload")).isEqualTo("oltp_write_only");
        assertThat(value(run, "--port")).isEqualTo("1");
        assertThat(value(run, "--create-table-options")).isEqualTo("/* two words */");
        assertThat(value(run, "--rate")).isEqualTo("0..20 over 2s");
    }

    @Test
    void quotesWorkLikeInShell() throws IOException {
        CommandLine run = startRun(
                file("--host='127.0.0.1' --port=\"1\" --tables='2' --rand_type=uni'form' --mysql-user='a#b c'"));
        assertThat(value(run, "--tables")).isEqualTo("2");
        assertThat(value(run, "--rand-type")).isEqualToIgnoringCase("uniform");
        assertThat(value(run, "--user")).isEqualTo("a#b c");
    }

    /** The published command line of PolarDB-X's CDC node test, with an option file in the format of sysbench. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsSysbenchFile(boolean isFileFirst) throws IOException {
        Path configFile = file("""
                # sysb.conf
                [mysql]
                mysql-host='127.0.0.1'
                mysql-port=1
                mysql-user="cdc"
                mysql_db = sbtest   # the schema
                rand-type=uniform
                threads=2
                """);
        String option = "--config-file=" + configFile;
        List<String> line =
                new ArrayList<>(List.of("--db-ps-mode=disable", "--skip-trx=on", "--mysql-ignore-errors=all"));
        line.addAll(List.of("--tables=16", "--table-size=10000000", "oltp_insert", "run", "--threads=64"));
        line.add(isFileFirst ? 0 : line.indexOf("run"), option);
        CommandLine commandLine = CommandResult.commandLine(new Interruption(), new StringWriter());
        assertThat(Main.start(commandLine, line.toArray(String[]::new))).isEqualTo(Failures.FAILED);
        CommandLine run = commandLine.getSubcommands().get("run");
        assertThat(value(run, "--host")).isEqualTo("127.0.0.1");
        assertThat(value(run, "--user")).isEqualTo("cdc");
        assertThat(value(run, "--database")).isEqualTo("sbtest");
        assertThat(value(run, "--threads")).isEqualTo("64");
    }

    @Test
    void rejectsEndlessFile() {
        CommandResult result = CommandResult.of("run", "--config-file=/dev/zero");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith("cdc-tester: cannot read the option file '/dev/zero': ");
    }

    @Test
    void laterOptionsOverrideFile() throws IOException {
        Path file = file("--host=127.0.0.1 --port=1 --tables=3 --table-size=100");
        CommandLine run = startRun(file, "--tables=5");
        assertThat(value(run, "--tables")).isEqualTo("5");
        assertThat(value(run, "--table-size")).isEqualTo("100");
    }

    @Test
    void rejectsRepeatedOptionWithoutFile() {
        CommandResult result = CommandResult.of("run", "--host=127.0.0.1", "--port=1", "--tables=3", "--tables=5");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errorLines()).hasSize(2);
        assertThat(result.err()).startsWith("cdc-tester: --tables=3 and --tables=5 are given: ");
    }

    @Test
    void reportsInvalidOptionOfFile() throws IOException {
        Path file = file("--host=127.0.0.1\n--no-such-option=5");
        CommandResult result = CommandResult.of("run", "@" + file);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errorLines()).hasSize(2);
        assertThat(result.err())
                .startsWith("cdc-tester: unknown option or argument '--no-such-option'")
                .contains("; options were also read from " + file);
    }

    @Test
    void errorNamesOptionAsWrittenInFile() throws IOException {
        assertThat(value(startRun(file("--host=127.0.0.1 --port=1 --threads=4")), "--threads"))
                .isEqualTo("4");

        CommandResult result = CommandResult.of("run", "@" + file("--host=127.0.0.1 --port=1 --terminals=4"));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errorLines().get(0)).startsWith("cdc-tester: --terminals: 4, must be left out");
    }

    @Test
    void reportsMissingFile() {
        CommandResult result = CommandResult.of("run", "@" + directory.resolve("missing.options"));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errorLines()).hasSize(2);
        assertThat(result.err())
                .startsWith("cdc-tester: cannot read the option file '" + directory.resolve("missing.options") + "'");
    }

    @Test
    void rejectsOtherCharset() throws IOException {
        Path file = Files.write(directory.resolve("u.opt"), "--user=m\u00fcller".getBytes(StandardCharsets.ISO_8859_1));
        CommandResult result = CommandResult.of("run", "@" + file);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errorLines().get(0))
                .isEqualTo("cdc-tester: cannot read the option file '" + file + "': it is not UTF-8");
    }

    @Test
    void rejectsDirectory() {
        CommandResult result = CommandResult.of("run", "@" + directory);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errorLines()).hasSize(2);
        assertThat(result.err())
                .startsWith("cdc-tester: the option file '" + directory + "' is a directory: give a file\n");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "some", ".options"), text);
    }

    /** No server listens on the port, so the command fails on connect. */
    private CommandLine startRun(Path file, String... furtherOptions) {
        CommandLine commandLine = CommandResult.commandLine(new Interruption(), new StringWriter());
        String[] arguments = new String[furtherOptions.length + 2];
        arguments[0] = "run";
        arguments[1] = "@" + file;
        System.arraycopy(furtherOptions, 0, arguments, 2, furtherOptions.length);
        assertThat(Main.start(commandLine, arguments)).isEqualTo(Failures.FAILED);
        return commandLine.getSubcommands().get("run");
    }

    private static String value(CommandLine command, String option) {
        Object value = command.getParseResult().matchedOption(option).getValue();
        return String.valueOf(value);
    }
}
