// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.PlayingOptions;
import io.github.cdctester.cli.options.value.Passwords;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.play.PlayServer;
import io.github.cdctester.internal.play.Recording;
import io.github.cdctester.stop.StopSignal;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "play",
        description = {
            "Serves a recorded log again, like the server that wrote it.",
            "Any consumer of a MySQL or MariaDB log can read it. Ends with Ctrl-C or --once."
        },
        footer = {
            "Examples:",
            "  cdc-tester play monday",
            "  cdc-tester play monday --speed=max --once",
            "  cdc-tester play monday --speed=10 --consumers=2 --bind=127.0.0.1:3306"
        })
final class PlayCommand extends AbstractCommand {

    private static final long POLL_NANOS = 50_000_000;

    @Parameters(paramLabel = "DIR", description = "Directory that 'record --out' wrote")
    private Path directory = Path.of("");

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            description = "Address and port to listen on (default: 127.0.0.1:3307)")
    private String bind = "127.0.0.1:3307";

    @Mixin
    private PlayingOptions playing;

    @Option(
            names = "--consumers",
            paramLabel = "N",
            description = "Number of consumers that must read before the log continues (default: 1)")
    private int consumers = 1;

    @Option(names = "--once", description = "End after these consumers have received everything, or have left")
    private boolean once;

    @Option(names = "--user", paramLabel = "USER", description = "Account that consumers log in with (default: root)")
    private String user = "root";

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "File whose first line is its password; or set CDC_TESTER_PASSWORD (default: none)")
    private @Nullable Path passwordFile;

    @Override
    public Integer call() throws InterruptedException {
        if (consumers < 1) {
            throw usageError("--consumers: " + consumers + ", must be a whole number from 1");
        }
        Password password = Passwords.choose(spec, null, passwordFile, "CDC_TESTER_PASSWORD");
        PlayServer.PlaySettings settings = new PlayServer.PlaySettings(
                playing.speedFactor(), consumers, false, user, password, playing.tlsContext());
        Recording recording = new Recording(directory);
        interruption.begin();
        StopSignal stop = interruption.stopSignal();
        try (PlayServer server = PlayServer.start(WorkerNodes.bindAddress(bind), recording, settings, this::error)) {
            error("listens on " + WorkerNodes.text(server.address()) + ", plays " + recording);
            while (!stop.isRaised() && !(once && server.hasServedConsumers())) {
                stop.await(POLL_NANOS);
            }
        }
        return interruption.isTerminated() ? Failures.FAILED : Failures.DONE;
    }
}
