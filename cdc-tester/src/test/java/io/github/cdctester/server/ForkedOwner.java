// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.server.EmbeddedMariaDb.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Program that starts a server and prints a line for each step. Tests run it in a separate JVM, and end that JVM. */
final class ForkedOwner {

    private ForkedOwner() {}

    public static void main(String[] args) throws InterruptedException, IOException {
        try {
            Options options = Options.defaults();
            switch (args[0]) {
                case "wait" -> printPidAndWait(EmbeddedMariaDb.start(options));
                case "exit" -> {
                    EmbeddedMariaDb.start(options);
                    System.exit(7);
                }
                case "own-hook" -> {
                    EmbeddedMariaDb server = EmbeddedMariaDb.start(options.withShutdownHook(false));
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> queryAndClose(server)));
                    printPidAndWait(server);
                }
                case "own-hook-later" -> {
                    AtomicReference<EmbeddedMariaDb> startedServer = new AtomicReference<>();
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> closeIfStarted(startedServer.get())));
                    startedServer.set(EmbeddedMariaDb.start(options.withShutdownHook(false)));
                    printPidAndWait(startedServer.get());
                }
                case "program" -> {
                    Path script = ServerDirectory.create().resolve("program");
                    Files.writeString(script, "while sleep 0.1; do :; done");
                    Process program = new ProcessBuilder("sh", script.toString()).start();
                    System.out.println("PID " + program.pid());
                    new CountDownLatch(1).await();
                }
                case "arguments" -> EmbeddedMariaDb.start(options.withServerArguments(args[1]));
                default -> throw new IllegalArgumentException(args[0]);
            }
        } catch (RunFailedException e) {
            System.out.println("FAILED " + e.getMessage());
        }
    }

    private static void printPidAndWait(EmbeddedMariaDb server) throws InterruptedException {
        System.out.println("PID " + server.process().pid());
        new CountDownLatch(1).await();
    }

    /**
     * Closes the server if its start has finished. Otherwise {@code start()} must clean up, and this method does not wait for it.
     */
    private static void closeIfStarted(@Nullable EmbeddedMariaDb server) {
        if (server != null) {
            server.close();
        }
    }

    private static void queryAndClose(EmbeddedMariaDb server) {
        try {
            System.out.println("ANSWERED " + Sql.row(server, "SELECT 42").get(0));
        } catch (SQLException e) {
            System.out.println("SILENT " + e.getMessage());
        }
        server.close();
    }
}
