// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.options.value.Converters;
import io.github.cdctester.cli.options.value.JUnitFile;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.OutDirectory;
import io.github.cdctester.cli.session.PodSession;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.CommandFailure;
import io.github.cdctester.internal.report.files.OutputLock;
import io.github.cdctester.internal.run.pod.PodOutputs;
import io.github.cdctester.internal.run.pod.PodRun;
import io.github.cdctester.stop.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class PodSessionTest {

    private static final PodOutputs NO_FILES = new PodOutputs(Optional.empty(), Optional.empty(), false);

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Interruption interruption = new Interruption();
    private final List<String> calls = new ArrayList<>();

    /** Simulates a run that prints two lines, and offers five files. Three of the files are valid outputs. */
    private final class FakeRun implements PodRun {

        private final End end;
        private String junit = "junit.xml";
        private boolean failsToFetch;
        private boolean hasLostFiles;
        private boolean isStopping;

        /** Called at the end of the output. */
        private Runnable onOutputEnd = () -> {};

        FakeRun(int exitCode, String failure) {
            end = new End(exitCode, Optional.of(failure).filter(text -> !text.isEmpty()), true);
        }

        @Override
        public String name() {
            return "cdc-tester-1";
        }

        @Override
        public PodOutputs outputs() {
            return NO_FILES;
        }

        @Override
        public Optional<End> follow(StopSignal stop, Consumer<String> toOut, Consumer<String> toErr) {
            toOut.accept("verdict");
            toErr.accept("cdc-tester: note");
            if (stop.isRaised()) {
                return Optional.empty();
            }
            onOutputEnd.run();
            return Optional.of(end);
        }

        @Override
        public boolean interrupt() {
            calls.add("interrupt");
            return !isStopping;
        }

        @Override
        public void fetch(StopSignal stop, Function<String, Optional<Path>> pathOfName) {
            if (stop.isRaised()) {
                throw new RunFailedException("stopped while the files were copied");
            }
            if (failsToFetch) {
                throw new RunFailedException("the files are lost");
            }
            calls.add("fetch");
            for (String name : List.of("out/result.json", "out/cells/1.json", "junit.xml", "stray", "out")) {
                pathOfName.apply(name).ifPresent(path -> write(path, name.equals("junit.xml") ? junit : name));
            }
        }

        private static void write(Path path, String text) {
            try {
                Files.createDirectories(path.getParent());
                Files.writeString(path, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public boolean keepsFiles() {
            return !hasLostFiles;
        }

        @Override
        public void remove() {
            calls.add("remove");
        }

        @Override
        public void close() {}
    }

    private static PodOutputs out(Path path) {
        return new PodOutputs(Optional.of(path), Optional.empty(), false);
    }

    private static PodOutputs junit(Path path) {
        return new PodOutputs(Optional.empty(), Optional.of(path), false);
    }

    private AbstractCommand command() {
        AttachCommand attach = new AttachCommand();
        attach.interruption = interruption;
        CommandLine line = new CommandLine(attach);
        Converters.register(line);
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.getCommand();
    }

    private PodSession session(FakeRun run, PodOutputs outputs) {
        return new PodSession(command(), run, outputs);
    }

    @Test
    void returnsExitCodeAndCopiesFiles() throws Exception {
        Path result = directory.resolve("new/result");
        Path junit = directory.resolve("junit.xml");
        int code = session(new FakeRun(3, ""), new PodOutputs(Optional.of(result), Optional.of(junit), false))
                .follow();
        assertThat(code).isEqualTo(3);
        assertThat(out.toString().lines()).containsExactly("verdict");
        assertThat(err.toString().lines()).containsExactly("cdc-tester: note");
        assertThat(result.resolve("cells/1.json")).hasContent("out/cells/1.json");
        assertThat(result.resolve("result.json")).exists();
        assertThat(junit).hasContent("junit.xml");
        assertThat(calls).containsExactly("fetch", "remove");
        assertThat(directory).isDirectoryNotContaining("glob:**/stray").isDirectoryNotContaining("glob:**/out");
        assertThat(result.getParent()).isDirectoryNotContaining("glob:**/stray");
    }

    @Test
    void writesOutsideOfCurrentDirectoryOnRequestOnly() {
        AttachCommand attach = (AttachCommand) command();
        PodOutputs belowCurrentDirectory = out(Path.of("target/a").toAbsolutePath());
        assertThat(attach.outputPaths(belowCurrentDirectory)).isEqualTo(belowCurrentDirectory);
        for (String path : List.of(directory.toString(), "", "..", "a/../../b")) {
            assertThatExceptionOfType(ParameterException.class)
                    .isThrownBy(() -> attach.outputPaths(junit(Path.of(path))))
                    .withMessage("--junit: " + path
                            + ", which is stored with the run, is not below the current directory: give --junit");
        }
        attach.spec.commandLine().parseArgs("cdc-tester-1", "--out=/elsewhere");
        assertThat(attach.outputPaths(out(Path.of("/tmp/a")))).isEqualTo(out(Path.of("/elsewhere")));
        assertThatExceptionOfType(ParameterException.class)
                .isThrownBy(() -> attach.outputPaths(NO_FILES))
                .withMessage("--out is given, but the run was started without it");
    }

    /** Each user with access to the Job can change the stored flag. */
    @Test
    void storedOverwriteAppliesOnlyToStoredPath() {
        PodOutputs written = new PodOutputs(Optional.of(Path.of("target/a")), Optional.empty(), true);
        AttachCommand attach = (AttachCommand) command();
        assertThat(attach.outputPaths(written).overwrites()).isTrue();
        attach.spec.commandLine().parseArgs("cdc-tester-1", "--out=b");
        assertThat(attach.outputPaths(written).overwrites()).isFalse();
        attach.spec.commandLine().parseArgs("cdc-tester-1", "--out=b", "--overwrite");
        assertThat(attach.outputPaths(written).overwrites()).isTrue();
    }

    @Test
    void returnsCodeIfOnlyFilesAreLost() throws Exception {
        FakeRun run = new FakeRun(3, "");
        run.failsToFetch = true;
        run.hasLostFiles = true;
        int code = session(run, out(directory.resolve("result"))).follow();
        assertThat(code).isEqualTo(3);
        assertThat(err.toString().lines()).endsWith("cdc-tester: the files are lost");
        assertThat(calls).containsExactly("remove");
    }

    @Test
    void fetchesOnlyRequestedFiles() throws Exception {
        assertThat(session(new FakeRun(0, ""), NO_FILES).follow()).isZero();
        assertThat(calls).containsExactly("remove");
        session(new FakeRun(0, ""), junit(directory.resolve("j.xml"))).follow();
        assertThat(directory).isDirectoryContaining("glob:**/j.xml").isDirectoryNotContaining("glob:**/out");
    }

    @Test
    void replacesEarlierResultOnRequestOnly() throws Exception {
        Files.writeString(directory.resolve("result.json"), "{}");
        Files.writeString(directory.resolve("samples.csv"), "earlier");
        CommandLine line = command().spec.commandLine();
        assertThatExceptionOfType(ParameterException.class)
                .isThrownBy(() -> OutDirectory.check(line, directory, false, false))
                .withMessageContaining("holds a result");
        PodOutputs withOverwrite = new PodOutputs(Optional.of(directory), Optional.empty(), true);
        OutDirectory.check(line, directory, true, false);
        session(new FakeRun(0, ""), withOverwrite).follow();
        assertThat(directory.resolve("result.json")).hasContent("out/result.json");
        assertThat(directory.resolve("samples.csv")).doesNotExist();
    }

    @Test
    void reportsReasonOfKubernetes() {
        FakeRun run = new FakeRun(1, "OOMKilled");
        run.failsToFetch = true;
        Path result = directory.resolve("result");
        try (OutputLock lock = OutDirectory.lock(command().spec.commandLine(), result, false, false)) {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> session(run, out(result)).follow())
                    .withMessage("Kubernetes ended the run: OOMKilled");
        }
        assertThat(err.toString().lines())
                .endsWith(
                        "cdc-tester: the files are lost",
                        "cdc-tester: the run is left in the cluster; 'cdc-tester attach cdc-tester-1' follows it");
        assertThat(calls).isEmpty();
        assertThat(result).doesNotExist();
    }

    /** For example, a process in the pod is killed for its memory after it has written its results. */
    @Test
    void addsReasonOfKubernetesToCopiedJUnitResults() throws IOException {
        Path junit = directory.resolve("j.xml");
        FakeRun run = new FakeRun(1, "OOMKilled");
        run.junit = "<testsuites>\n  <testsuite name=\"measured\"/>\n</testsuites>\n";
        AbstractCommand attach = command();
        attach.spec.commandLine().parseArgs("cdc-tester-1", "--junit=" + junit);
        JUnitFile file = attach.spec.findOption("--junit").getValue();
        Files.writeString(junit, "earlier");

        run.failsToFetch = true;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> new PodSession(attach, run, junit(junit)).follow());
        file.write(new CommandFailure("attach", Instant.EPOCH, "not fetched"));
        assertThat(junit).content().contains("not fetched").doesNotContain("earlier");

        run.failsToFetch = false;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> new PodSession(attach, run, junit(junit)).follow());
        file.write(new CommandFailure("attach", Instant.EPOCH, "OOMKilled"));
        assertThat(junit)
                .content()
                .startsWith("<testsuites>\n  <testsuite name=\"measured\"/>\n")
                .containsOnlyOnce("message=\"OOMKilled\"")
                .endsWith("\n</testsuites>\n");
    }

    @Test
    void keepsRunIfFilesCannotBeFetched() {
        FakeRun run = new FakeRun(0, "");
        run.failsToFetch = true;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> session(run, out(directory.resolve("result"))).follow())
                .withMessage("the files are lost; the run is left in the cluster; 'cdc-tester attach cdc-tester-1'"
                        + " follows it");
        assertThat(calls).isEmpty();
    }

    /** After Ctrl-C, the run ends like a local run, and its files are copied. */
    @Test
    void firstCtrlCStopsRun() throws Exception {
        interruption.raiseCtrlC();
        assertThat(session(new FakeRun(3, ""), out(directory.resolve("result"))).follow())
                .isEqualTo(3);
        assertThat(calls).containsExactly("interrupt", "fetch", "remove");
        assertThat(err.toString().lines())
                .containsExactly(
                        "cdc-tester: note",
                        "cdc-tester: stopping the run; a second Ctrl-C leaves it in the cluster",
                        "cdc-tester: note");
    }

    @Test
    void reportsEarlierCtrlC() throws Exception {
        interruption.raiseCtrlC();
        FakeRun run = new FakeRun(0, "");
        run.isStopping = true;
        assertThat(session(run, NO_FILES).follow()).isZero();
        assertThat(err.toString().lines()).contains("cdc-tester: the run is already stopping since an earlier Ctrl-C");
    }

    /** A stop signal at the end of the output stops the copying of the files. */
    @Test
    void ctrlCWhileFilesAreCopiedLeavesRun() {
        FakeRun run = new FakeRun(0, "");
        run.onOutputEnd = interruption::raiseCtrlC;
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> session(run, out(directory.resolve("result"))).follow())
                .withMessage("stopped while the files were copied; the run is left in the cluster; 'cdc-tester attach"
                        + " cdc-tester-1' follows it");
        assertThat(calls).isEmpty();
    }

    /** SIGTERM and a closed terminal raise the stop signal, but are not reported as Ctrl-C. */
    @Test
    void signalLeavesRun() throws Exception {
        interruption.stopSignal().raise();
        assertThat(session(new FakeRun(0, ""), NO_FILES).follow()).isEqualTo(1);
        assertThat(err.toString().lines())
                .endsWith("cdc-tester: the run is left in the cluster; 'cdc-tester attach cdc-tester-1' follows it");
        assertThat(calls).isEmpty();
    }

    @Test
    void signalAfterCtrlCLeavesRun() throws Exception {
        interruption.raiseCtrlC();
        interruption.terminationSignal().raise();
        assertThat(session(new FakeRun(0, ""), NO_FILES).follow()).isEqualTo(1);
        assertThat(err.toString().lines())
                .endsWith("cdc-tester: the run is left in the cluster; 'cdc-tester attach cdc-tester-1' follows it");
        assertThat(calls).containsExactly("interrupt");
    }
}
