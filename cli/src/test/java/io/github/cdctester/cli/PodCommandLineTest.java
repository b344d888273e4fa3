// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.options.NodeOptions;
import io.github.cdctester.cli.options.OptionText;
import io.github.cdctester.internal.run.pod.PodCommand;
import io.github.cdctester.internal.run.pod.PodOutputs;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class PodCommandLineTest {

    @TempDir
    Path directory;

    private static PodCommand podCommand(String... arguments) {
        CommandLine commandLine = Main.commandLine(new Interruption());
        String[] line = Stream.concat(Stream.of(arguments), Stream.of("--on=kubernetes"))
                .toArray(String[]::new);
        var command = commandLine.parseArgs(line).subcommand().commandSpec();
        return NodeOptions.of(command).orElseThrow().podCommand();
    }

    private static List<String> options(PodCommand command) {
        assertThat(command.arguments()).hasSize(2).last().isEqualTo("@/files/cdc-tester-options");
        return OptionText.words(new String(command.files().get("cdc-tester-options"), StandardCharsets.UTF_8));
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    @Test
    void keepsOptions() {
        PodCommand command = podCommand(
                "run", "--host", "db1", "--threads=4", "--quiet", "--fail-if=lat.p99>'5 ms'", "--fail-if", "a>\"1\"");
        assertThat(command.arguments()).first().isEqualTo("run");
        assertThat(options(command))
                .containsExactlyInAnyOrder(
                        "--host=db1", "--threads=4", "--quiet", "--fail-if=lat.p99>'5 ms'", "--fail-if=a>\"1\"");
        assertThat(command.files()).hasSize(1);
        assertThat(command.startsPods()).isFalse();
    }

    @Test
    void passwordIsInSecretOnly() throws Exception {
        PodCommand commandWithOption = podCommand("run", "--host=db1", "--password", "it's \" secret");
        assertThat(options(commandWithOption)).containsExactlyInAnyOrder("--host=db1", "--password=it's \" secret");
        assertThat(commandWithOption.arguments().toString()).doesNotContain("secret");
        PodCommand commandWithFile =
                podCommand("run", "--host=db1", "--password-file=" + file("password", "of-a-file\n"));
        assertThat(options(commandWithFile)).containsExactlyInAnyOrder("--host=db1", "--password=of-a-file");
    }

    @Test
    void copiesFilesToPod() throws Exception {
        Path plan = file("plan.yaml", "phases: []");
        Path extra = file("shop.yaml", "tables: []");
        Path password = file("cdc", "of-the-stream");
        PodCommand command = podCommand(
                "plan",
                plan.toString(),
                "--cdc-url=jdbc:mysql://db2/",
                "--cdc-password-file=" + password,
                "--kubernetes-files=" + extra + ",pom.xml",
                "--ssl-ca=src/../pom.xml");
        assertThat(options(command))
                .containsExactly(
                        "--cdc-url=jdbc:mysql://db2/",
                        "--cdc-password-file=/files/absolute" + password,
                        "--ssl-ca=pom.xml",
                        "/files/absolute" + plan);
        assertThat(command.files())
                .containsOnlyKeys(
                        "absolute" + plan, "absolute" + extra, "absolute" + password, "pom.xml", "cdc-tester-options")
                .containsEntry("absolute" + plan, "phases: []".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void passesFalseToPod() {
        PodCommand command = podCommand("run", "--quiet=false", "--out=a", "--overwrite=false");
        assertThat(options(command))
                .containsExactlyInAnyOrder("--quiet=false", "--out=/results/out", "--overwrite=false");
        assertThat(command.outputs().overwrites()).isFalse();
    }

    @Test
    void passesPasswordForServerOfStream() {
        PodCommand command = podCommand(
                "judge", "--no-load", "--cdc-url=jdbc:mysql://db1/a", "--from-command=c", "--password=secret");
        assertThat(options(command)).contains("--password=secret");
    }

    @Test
    void mapsOutputsToLocalPaths() {
        PodCommand command = podCommand("run", "--out=results/a", "--overwrite", "--junit=/tmp/b.xml");
        assertThat(options(command))
                .containsExactlyInAnyOrder("--out=/results/out", "--overwrite", "--junit=/results/junit.xml");
        assertThat(command.outputs())
                .isEqualTo(new PodOutputs(
                        Optional.of(Path.of("results/a").toAbsolutePath()), Optional.of(Path.of("/tmp/b.xml")), true));
    }

    @Test
    void passesPodOptionsOnlyWithWorkerPods() {
        String[] podOptions = {"--kubernetes-context=a", "--kubernetes-namespace=load", "--kubernetes-keep=60"};
        assertThat(options(podCommand(concat(podOptions, "run", "--threads=1"))))
                .containsExactly("--threads=1");
        PodCommand command = podCommand(concat(podOptions, "run", "--workers=kubernetes:4"));
        assertThat(options(command)).containsExactlyInAnyOrder("--workers=kubernetes:4", "--kubernetes-namespace=load");
        assertThat(command.startsPods()).isTrue();
        assertThat(command.pod().count()).isEqualTo(1);
        assertThat(command.pod().context()).isEqualTo("a");
    }

    private static String[] concat(String[] options, String... line) {
        return Stream.concat(Stream.of(line), Stream.of(options)).toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --detach                                | --detach is given, but the command runs here: give --on=kubernetes
            run --kubernetes-keep=60 --workers=kubernetes:2 | --kubernetes-keep is given, but the command runs here
            run --kubernetes-files=pom.xml              | --kubernetes-files is given, but the command runs here
            run --kubernetes-image=a                    | --kubernetes-image is given, but no pods
            judge --no-load --cdc-url=jdbc:mysql://a/b --from-command=c --on=kubernetes --time=61 --kubernetes-deadline=60 | must be longer than the run of 66 s
            attach A                                    | 'A' must be the name of a run, such as cdc-tester-1b2c3d4e
            run --on=mars                               | --on
            run --on=kubernetes --kubernetes-keep=5     | --kubernetes-keep: 5 s, must be a duration from 1 min to 30 days
            run --on=kubernetes --threads=0             | --threads: 0, must be
            run --on=kubernetes --workload-file=absent  | --workload-file: absent
            run --on=kubernetes --probes=src            | src: cannot be read: Is a directory
            judge --on=kubernetes --from-stdin          | --from-stdin reads from this machine
            run --on=kubernetes --time=61 --kubernetes-deadline=60 | --kubernetes-deadline: 60 s, must be longer than the run of 61 s
            sweep --workers=kubernetes:2 --threads=1,2,4 --repeats=2 --time=10 --warmup-time=2 --kubernetes-deadline=60 | must be longer than the run of 72 s
            find-max --workers=kubernetes:2 --limit=delay.p99<1s --time=61 --warmup-time=0 --kubernetes-deadline=60 | must be longer than the run of 61 s
            """)
    void rejectsInvalidUsageBeforeStart(String line, String message) {
        CommandResult result = CommandResult.of(line.split(" +"));
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains(message);
    }

    @Test
    void pointsToHelpOfCommand() {
        assertThat(CommandResult.of("run", "--on=kubernetes", "--kubernetes-keep=5")
                        .errorLines())
                .last()
                .isEqualTo("try 'cdc-tester run --help'");
    }

    @Test
    void rejectsFilesAboveLimitOfSecret() throws Exception {
        Path largeFile = Files.write(directory.resolve("large"), new byte[2_000_000]);
        CommandResult result = CommandResult.of("run", "--on=kubernetes", "--kubernetes-files=" + largeFile);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errorLines())
                .first()
                .asString()
                .isEqualTo(
                        "cdc-tester: --on: the files of this command contain more than 1,048,576 bytes, the limit of a"
                                + " Secret; the largest is absolute" + largeFile);
    }

    /** In the pod, the path of the second file would equal the path of the first file's copy. */
    @Test
    void rejectsTwoFilesWithSamePathInPod() throws Exception {
        Path file = file("shop.yaml", "tables: []");
        Path conflictingFile = Path.of("absolute" + file);
        try {
            Files.createDirectories(conflictingFile.getParent());
            Files.writeString(conflictingFile, "tables: [a]");
            assertThatExceptionOfType(ParameterException.class)
                    .isThrownBy(() -> podCommand("run", "--kubernetes-files=" + file + "," + conflictingFile))
                    .withMessage(conflictingFile + ": another file has the name " + conflictingFile
                            + " in the pod: rename one of them");
            Files.writeString(conflictingFile, "tables: []");
            assertThat(podCommand("run", "--kubernetes-files=" + file + "," + conflictingFile)
                            .files())
                    .containsKey(conflictingFile.toString());
        } finally {
            try (Stream<Path> createdPaths = Files.walk(Path.of("absolute"))) {
                createdPaths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
    }

    @Test
    void rejectsMatrix() {
        CommandResult result = CommandResult.of(
                "plan", "../examples/plans/performance-schema-small.yaml", "--on=kubernetes", "--host=db1");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--on: kubernetes, must be left out with a matrix");
    }

    @Test
    void printsManifest() {
        CommandResult result =
                CommandResult.of("run", "--on=kubernetes", "--dry-run", "--host=db1", "--password=secret");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("kind: \"Job\"", "- \"@/files/cdc-tester-options\"")
                .doesNotContain("secret\n");
    }
}
