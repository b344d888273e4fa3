// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.WorkersOptions.SecretFileOption;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.cluster.node.WorkerNode;
import io.github.cdctester.internal.cluster.transport.GrpcWorkerTransport;
import io.github.cdctester.internal.cluster.transport.SharedSecret;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.stop.StopSignal;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "worker",
        description = {
            "Writes a part of the load for a coordinator on another machine.",
            "Waits for a coordinator, such as 'cdc-tester run --workers=…', until Ctrl-C."
        },
        footer = {
            "Examples:",
            "  cdc-tester worker --new-secret=secret",
            "  cdc-tester worker --bind=10.0.0.2:7070 --secret-file=secret"
        })
final class WorkerCommand extends AbstractCommand {

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            description = "Address and port to listen on, reachable by the coordinator (default port: 7070)")
    private @Nullable String bind;

    @Mixin
    private SecretFileOption secret;

    @Option(names = "--once", description = "End after the first coordinator disconnects")
    private boolean once;

    @Option(
            names = "--idle-timeout",
            paramLabel = "SECONDS",
            description = "End after this time without a coordinator (default: wait forever)")
    private @Nullable Duration idleTimeout;

    @Option(names = "--new-secret", paramLabel = "FILE", description = "Write a new shared secret to FILE, and exit")
    private @Nullable Path newSecret;

    @Override
    public Integer call() throws InterruptedException {
        if (newSecret != null) {
            SharedSecret.create(newSecret);
            print("wrote " + newSecret + ": copy it to all nodes, and nowhere else");
            return 0;
        }
        if (bind == null) {
            throw usageError("--bind is missing: give HOST:PORT, such as --bind=10.0.0.2:7070");
        }
        Path file = secret.requiredFile("worker");
        InetSocketAddress address = WorkerNodes.bindAddress(bind);
        interruption.begin();
        StopSignal stop = interruption.stopSignal();
        WorkerNode node = new WorkerNode(ToolInfo.current("").version(), NanoClock.SYSTEM, this::print);
        try (GrpcWorkerTransport transport =
                        new GrpcWorkerTransport(address, SharedSecret.read(file), node, this::print);
                node) { // closed before the transport, to notify the coordinator
            node.setTransport(transport);
            print("listens on " + WorkerNodes.text(new InetSocketAddress(address.getAddress(), transport.port())));
            if (!node.serve(stop, once, idleTimeout)) {
                print("stopped: no coordinator connected within --idle-timeout");
            }
            // Kubernetes replaces failed pods: a stop by a signal is a failure, but an idle timeout is not
            return interruption.isTerminated() ? Failures.FAILED : Failures.DONE;
        }
    }

    private void print(String line) {
        String text = PlainText.line(line.substring(0, Math.min(1_000, line.length()))); // the text may come from peers
        spec.commandLine().getErr().println("cdc-tester worker: " + text);
    }
}
