// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import java.net.SocketAddress;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Reports failed TLS handshakes, which gRPC only writes to its log. */
final class HandshakeFailures extends Handler {

    private static final String TRANSPORT = "io.grpc.okhttp.OkHttpServerTransport";
    private static final String HANDSHAKE = "Socket failed to handshake";

    private final Logger logger = Logger.getLogger(TRANSPORT);
    private final Consumer<String> lines;
    private final boolean parents = logger.getUseParentHandlers();

    /** The peer of the handshake in this thread, which also logs how it failed. */
    @SuppressWarnings("ThreadLocalUsage") // of this transport; a static one would be every transport's
    private final ThreadLocal<@Nullable SocketAddress> caller = new ThreadLocal<>();

    private HandshakeFailures(Consumer<String> lines) {
        this.lines = lines;
    }

    static HandshakeFailures report(Consumer<String> lines) {
        HandshakeFailures failures = new HandshakeFailures(lines);
        failures.logger.addHandler(failures);
        failures.logger.setUseParentHandlers(false);
        failures.logger.setLevel(Level.INFO);
        return failures;
    }

    void begins(SocketAddress from) {
        caller.set(from);
    }

    @Override
    public void publish(LogRecord line) {
        Throwable why = line.getThrown();
        if (HANDSHAKE.equals(line.getMessage()) && why != null) {
            String from = GrpcWorkerTransport.text(caller.get());
            // who finds our certificate to be another one may hang up before we know
            lines.accept((why instanceof SSLException
                            ? "refused a connection from " + from + " that does not have this secret ("
                            : "a connection from " + from + " was broken off before it had shown this secret (")
                    + why.getMessage() + ")");
        }
    }

    @Override
    public void flush() {
        // nothing is kept
    }

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(parents);
    }
}
