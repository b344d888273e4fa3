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

/** The options and files that {@code --on=kubernetes} sends to the pod. */
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

    /** Returns the words of the option file in the pod. */
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

    /** All users with access to the Job can read its arguments. */
    @Test
    void passwordIsInSecretOnly() throws Exception {
        PodCommand given = podCommand("run", "--host=db1", "--password", "it's \" secret");
        assertThat(options(given)).containsExactlyInAnyOrder("--host=db1", "--password=it's \" secret");
        assertThat(given.arguments().toString()).doesNotContain("secret");
        PodCommand read = podCommand("run", "--host=db1", "--password-file=" + file("password", "of-a-file\n"));
        assertThat(options(read)).containsExactlyInAnyOrder("--host=db1", "--password=of-a-file");
    }

    @Test
    void filesTravel() throws Exception {
        Path plan = file("plan.yaml", "phases: []");
        Path extra = file("shop.yaml", "tables: []");
        Path password = file("cdc", "of-the-stream");
        PodCommand command = podCommand(
                "plan",
                plan.toString(),
                "--cdc-password-file=" + password,
                "--kubernetes-files=" + extra + ",pom.xml",
                "--ssl-ca=src/../pom.xml");
        assertThat(options(command))
                .containsExactly(
                        "--cdc-password-file=/files/absolute" + password, "--ssl-ca=pom.xml", "/files/absolute" + plan);
        assertThat(command.files())
                .containsOnlyKeys(
                        "absolute" + plan, "absolute" + extra, "absolute" + password, "pom.xml", "cdc-tester-options")
                .containsEntry("absolute" + plan, "phases: []".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void falseTravels() {
        PodCommand command = podCommand("run", "--quiet=false", "--out=a", "--overwrite=false");
        assertThat(options(command))
                .containsExactlyInAnyOrder("--quiet=false", "--out=/results/out", "--overwrite=false");
        assertThat(command.outputs().overwrites()).isFalse();
    }

    @Test
    void passwordTravelsForServerOfStream() {
        PodCommand command = podCommand(
                "judge", "--no-load", "--cdc-url=jdbc:mysql://db1/a", "--from-command=c", "--password=secret");
        assertThat(options(command)).contains("--password=secret");
    }

    @Test
    void outputsComeBack() {
        PodCommand command = podCommand("run", "--out=results/a", "--overwrite", "--junit=/tmp/b.xml");
        assertThat(options(command))
                .containsExactlyInAnyOrder("--out=/results/out", "--overwrite", "--junit=/results/junit.xml");
        assertThat(command.outputs())
                .isEqualTo(new PodOutputs(
                        Optional.of(Path.of("results/a").toAbsolutePath()), Optional.of(Path.of("/tmp/b.xml")), true));
    }

    @Test
    void optionsForPodsTravelWithWorkersOnly() {
        String[] pods = {"--kubernetes-context=a", "--kubernetes-namespace=load", "--kubernetes-keep=60"};
        assertThat(options(podCommand(concat(pods, "run", "--threads=1")))).containsExactly("--threads=1");
        PodCommand command = podCommand(concat(pods, "run", "--workers=kubernetes:4"));
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
    void refusesBeforeAnythingIsStarted(String line, String message) {
        CommandResult ended = CommandResult.of(line.split(" +"));
        assertThat(ended.code()).as(ended.err()).isEqualTo(2);
        assertThat(ended.err()).contains(message);
    }

    @Test
    void refusesFilesAboveLimitOfSecret() throws Exception {
        Path large = Files.write(directory.resolve("large"), new byte[2_000_000]);
        CommandResult ended = CommandResult.of("run", "--on=kubernetes", "--kubernetes-files=" + large);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.lines())
                .first()
                .asString()
                .isEqualTo(
                        "cdc-tester: --on: the files of this command contain more than 1,048,576 bytes, the limit of a"
                                + " Secret; the largest is absolute" + large);
    }

    /** Below the current directory, one file has the path that another one gets in the pod. */
    @Test
    void refusesTwoFilesWithOneName() throws Exception {
        Path file = file("shop.yaml", "tables: []");
        Path other = Path.of("absolute" + file);
        try {
            Files.createDirectories(other.getParent());
            Files.writeString(other, "tables: [a]");
            assertThatExceptionOfType(ParameterException.class)
                    .isThrownBy(() -> podCommand("run", "--kubernetes-files=" + file + "," + other))
                    .withMessage(other + ": another file has the name " + other + " in the pod: rename one of them");
            Files.writeString(other, "tables: []");
            assertThat(podCommand("run", "--kubernetes-files=" + file + "," + other)
                            .files())
                    .containsKey(other.toString());
        } finally {
            try (Stream<Path> created = Files.walk(Path.of("absolute"))) {
                created.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
    }

    @Test
    void refusesMatrix() {
        CommandResult ended = CommandResult.of(
                "plan", "../examples/plans/performance-schema-small.yaml", "--on=kubernetes", "--host=db1");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("--on: kubernetes, must be left out with a matrix");
    }

    @Test
    void printsManifest() {
        CommandResult printed =
                CommandResult.of("run", "--on=kubernetes", "--dry-run", "--host=db1", "--password=secret");
        assertThat(printed.code()).as(printed.err()).isZero();
        assertThat(printed.out())
                .contains("kind: \"Job\"", "- \"@/files/cdc-tester-options\"")
                .doesNotContain("secret\n");
    }
}
