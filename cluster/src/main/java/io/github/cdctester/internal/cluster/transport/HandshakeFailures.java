// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.link;

import java.net.SocketAddress;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Who does not know the secret, which the library tells nobody but its log. */
final class Strangers extends Handler {

    private static final String TRANSPORT = "io.grpc.okhttp.OkHttpServerTransport";
    private static final String HANDSHAKE = "Socket failed to handshake";

    private final Logger logger = Logger.getLogger(TRANSPORT);
    private final Consumer<String> told;
    private final boolean parents = logger.getUseParentHandlers();

    /** Who shakes hands in this thread, which also logs how that failed. */
    @SuppressWarnings("ThreadLocalUsage") // of this link; a static one would be every link's
    private final ThreadLocal<@Nullable SocketAddress> caller = new ThreadLocal<>();

    private Strangers(Consumer<String> told) {
        this.told = told;
    }

    static Strangers toldTo(Consumer<String> told) {
        Strangers strangers = new Strangers(told);
        strangers.logger.addHandler(strangers);
        strangers.logger.setUseParentHandlers(false);
        strangers.logger.setLevel(Level.INFO);
        return strangers;
    }

    /** Somebody is about to show the secret, or another one. */
    void calling(SocketAddress from) {
        caller.set(from);
    }

    @Override
    public void publish(LogRecord line) {
        Throwable why = line.getThrown();
        if (HANDSHAKE.equals(line.getMessage()) && why != null) {
            String from = GrpcWorkerLink.text(caller.get());
            // who finds our certificate to be another one may hang up before we know
            told.accept((why instanceof SSLException
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
