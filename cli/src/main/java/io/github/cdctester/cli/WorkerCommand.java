// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.options.WorkersOptions.SecretFileOption;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.cluster.node.WorkerService;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A node that writes what a coordinator asks for. */
@Command(
        name = "worker",
        description = {
            "Waits for a coordinator, such as cdc-tester run --workers, and writes a part of its load. When the"
                    + " coordinator leaves, or is lost, its load ends; then the next one is waited for, until Ctrl-C."
        })
final class WorkerCommand extends AbstractCommand {

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            description = "where to listen: an address of this machine that the coordinator can reach; port "
                    + WorkerNodes.PORT + " unless said; with port 0, at any that is free")
    private @Nullable String bind;

    @Mixin
    private SecretFileOption secret;

    @Option(names = "--once", description = "end when the first coordinator has left, as in a job of Kubernetes")
    private boolean once;

    @Option(
            names = "--new-secret",
            paramLabel = "FILE",
            description = "make a secret, which is then to be copied to all nodes, and end")
    private @Nullable Path newSecret;

    WorkerCommand(Interruption interruption) {
        super(interruption);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (newSecret != null) {
            WorkerService.newSecret(newSecret);
            say("wrote " + newSecret + ": copy it to all nodes, and to nobody else");
            return 0;
        }
        if (bind == null) {
            throw usage("--bind is missing: give HOST:PORT, such as --bind=10.0.0.2:7070");
        }
        Path file = secret.required("worker");
        InetSocketAddress own = WorkerNodes.bindAddress(bind);
        interruption.begin();
        StopSignal stop = interruption.stopSignal();
        try (WorkerService service = WorkerService.start(own, file, this::say)) {
            say("listens on " + WorkerNodes.text(service.address()));
            service.serve(stop, once);
        }
        return 0;
    }

    private void say(String line) {
        spec.commandLine().getErr().println("cdc-tester worker: " + line);
    }
}
