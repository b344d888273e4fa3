// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.value.JUnitFile;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.run.pod.PodOutputs;
import io.github.cdctester.internal.run.pod.PodRun;
import io.github.cdctester.internal.run.pod.PodRun.End;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.stop.StopSignal;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** @param outputs local paths */
public record PodSession(AbstractCommand command, PodRun run, PodOutputs outputs) {

    /** A command in a pod ends within 90 s after Ctrl-C. */
    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(3);

    /** Returns the run's exit code; 1 if this process stops earlier. */
    public int follow() throws InterruptedException {
        String remainsMessage = "the run is left in the cluster; 'cdc-tester attach " + run.name() + "' follows it";
        command.interruption.setRemainsAndTimeout(remainsMessage, STOP_TIMEOUT);
        StopSignal stop = command.interruption.stopSignal();
        Optional<End> end;
        try {
            end = follow(stop);
            if (end.isEmpty() && command.interruption.isCtrlC()) {
                interruptRun();
                stop = command.interruption.terminationSignal(); // a second Ctrl-C ends this process
                end = follow(stop);
            }
            if (end.isPresent()) {
                boolean hasAllOutput = fetch(end.get(), stop) && end.get().outputComplete();
                if (hasAllOutput) {
                    run.remove();
                } else {
                    command.error(remainsMessage);
                }
            }
        } catch (RunFailedException e) {
            throw new RunFailedException(e.getMessage() + "; " + remainsMessage, e);
        }
        if (end.isEmpty()) {
            command.error(remainsMessage);
            return Failures.FAILED;
        }
        end.get().failure().ifPresent(reason -> {
            throw new RunFailedException("Kubernetes ended the run: " + reason);
        });
        return end.get().exitCode();
    }

    private void interruptRun() throws InterruptedException {
        command.error("stopping the run; a second Ctrl-C leaves it in the cluster");
        if (!run.interrupt()) {
            command.error("the run is already stopping since an earlier Ctrl-C");
        }
    }

    private Optional<End> follow(StopSignal stop) throws InterruptedException {
        return run.follow(
                stop,
                line -> print(command.spec.commandLine().getOut(), line),
                line -> print(command.spec.commandLine().getErr(), line));
    }

    private static void print(PrintWriter writer, String line) {
        writer.println(PlainText.lines(line));
        writer.flush();
    }

    /** Returns false if Kubernetes ended the run, and the files still exist in the cluster. Lost files are only reported. */
    private boolean fetch(End end, StopSignal stop) throws InterruptedException {
        if (outputs.isEmpty()) {
            return true;
        }
        Optional<ResultFiles> files =
                outputs.out().map(directory -> OutDirectory.open(directory, outputs.overwrites()));
        try {
            AtomicBoolean hasJUnit = new AtomicBoolean();
            run.fetch(stop, name -> {
                if (name.equals(PodOutputs.JUNIT)) {
                    hasJUnit.set(true);
                    return outputs.junit();
                }
                Path root = Path.of(PodOutputs.OUT);
                Path file = Path.of(name).normalize();
                if (!name.startsWith(PodOutputs.OUT + "/") || !file.startsWith(root) || file.equals(root)) {
                    return Optional.empty();
                }
                files.ifPresent(ResultFiles::begin);
                return outputs.out().map(directory -> directory.resolve(root.relativize(file)));
            });
            if (hasJUnit.get()) {
                junitFile().ifPresent(JUnitFile::markCopied);
            }
            return true;
        } catch (RunFailedException e) {
            boolean isKept = run.keepsFiles();
            if (isKept && end.failure().isEmpty()) {
                throw e;
            }
            command.error(String.valueOf(e.getMessage())); // the caller reports how the run ended
            return !isKept;
        }
    }

    /** Returns the file of this command's own {@code --junit}, to which a failure of this command is written. */
    private Optional<JUnitFile> junitFile() {
        return Optional.ofNullable(command.spec.findOption("--junit"))
                .flatMap(option -> Optional.ofNullable(option.getValue()));
    }
}
