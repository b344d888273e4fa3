// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.bound.BoundedServerSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** A server's sockets that require a client certificate, and a line for each handshake that fails, which gRPC only logs. */
final class MutualTlsSockets extends SSLSocketFactory implements AutoCloseable {

    private static final Logger GRPC = Logger.getLogger("io.grpc.okhttp.OkHttpServerTransport");

    static {
        GRPC.setUseParentHandlers(false); // its lines are ours
    }

    private final SSLSocketFactory factory;
    private final Consumer<String> refused;
    private final Handler failures = new Failures();
    private volatile @Nullable BoundedServerSocket listener;

    /** Peer of the handshake in this thread, for the log message about a failure. */
    @SuppressWarnings("ThreadLocalUsage") // of this factory; a static one would be every node's
    private final ThreadLocal<@Nullable SocketAddress> caller = new ThreadLocal<>();

    MutualTlsSockets(SSLSocketFactory factory, Consumer<String> refused) {
        this.factory = factory;
        this.refused = refused;
        GRPC.addHandler(failures);
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        caller.set(socket.getRemoteSocketAddress());
        SSLSocket made = (SSLSocket) factory.createSocket(socket, host, port, autoClose);
        made.setNeedClientAuth(true);
        BoundedServerSocket from = listener;
        if (from != null) {
            made.addHandshakeCompletedListener(done -> from.loggedIn(socket));
        }
        return made;
    }

    /** Creates the listening socket, which limits connections without a handshake. */
    ServerSocketFactory servers() {
        return new ServerSocketFactory() {
            @Override
            public ServerSocket createServerSocket() throws IOException {
                BoundedServerSocket made = new BoundedServerSocket(BoundedServerSocket.LOGIN_TIME, refused);
                listener = made;
                return made;
            }

            @Override
            public ServerSocket createServerSocket(int port) {
                throw callsNobody();
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog) {
                throw callsNobody();
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
                throw callsNobody();
            }
        };
    }

    /** Stops reporting failures. */
    @Override
    public void close() {
        GRPC.removeHandler(failures);
    }

    private final class Failures extends StreamHandler {
        @Override
        public synchronized void publish(LogRecord line) {
            SocketAddress from = caller.get();
            Throwable why = line.getThrown();
            boolean isOurs = why != null && "Socket closed".equals(why.getMessage()); // which was reported before
            if (from != null && why != null && !isOurs && "Socket failed to handshake".equals(line.getMessage())) {
                caller.remove();
                // who finds our certificate to be another one may hang up before we know
                refused.accept((why instanceof SSLException
                                ? "refused a connection from " + text(from) + " that does not have this secret ("
                                : "a connection from " + text(from)
                                        + " was broken off before it had shown this secret (")
                        + why.getMessage() + ")");
            }
        }
    }

    static String text(@Nullable SocketAddress of) {
        return of instanceof InetSocketAddress internet ? WorkerNodes.text(internet) : String.valueOf(of);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return factory.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return factory.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw callsNobody();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw callsNobody();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw callsNobody();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw callsNobody();
    }

    private static UnsupportedOperationException callsNobody() {
        return new UnsupportedOperationException("a worker node is called, and calls nobody");
    }
}
