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

/** Creates server sockets that require a client certificate. Reports failed handshakes, which gRPC only logs. */
final class MutualTlsSockets extends SSLSocketFactory implements AutoCloseable {

    private static final Logger GRPC_LOGGER = Logger.getLogger("io.grpc.okhttp.OkHttpServerTransport");

    static {
        GRPC_LOGGER.setUseParentHandlers(false); // this class handles the log records
    }

    private final SSLSocketFactory factory;
    private final Consumer<String> onRefused;
    private final Handler failureHandler = new HandshakeFailureHandler();
    private volatile @Nullable BoundedServerSocket listener;

    /** Peer of the handshake in this thread, for the message about a failure. */
    @SuppressWarnings(
            "ThreadLocalUsage") // per instance, because a static field would be shared by all nodes of the process
    private final ThreadLocal<@Nullable SocketAddress> caller = new ThreadLocal<>();

    MutualTlsSockets(SSLSocketFactory factory, Consumer<String> onRefused) {
        this.factory = factory;
        this.onRefused = onRefused;
        GRPC_LOGGER.addHandler(failureHandler);
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        caller.set(socket.getRemoteSocketAddress());
        SSLSocket tlsSocket = (SSLSocket) factory.createSocket(socket, host, port, autoClose);
        tlsSocket.setNeedClientAuth(true);
        BoundedServerSocket serverSocket = listener;
        if (serverSocket != null) {
            tlsSocket.addHandshakeCompletedListener(done -> serverSocket.markLoggedIn(socket));
        }
        return tlsSocket;
    }

    ServerSocketFactory serverSocketFactory() {
        return new ServerSocketFactory() {
            @Override
            public ServerSocket createServerSocket() throws IOException {
                BoundedServerSocket serverSocket = new BoundedServerSocket(BoundedServerSocket.LOGIN_TIME, onRefused);
                listener = serverSocket;
                return serverSocket;
            }

            @Override
            public ServerSocket createServerSocket(int port) {
                throw unsupported();
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog) {
                throw unsupported();
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
                throw unsupported();
            }
        };
    }

    @Override
    public void close() {
        GRPC_LOGGER.removeHandler(failureHandler);
    }

    private final class HandshakeFailureHandler extends StreamHandler {
        @Override
        public synchronized void publish(LogRecord logRecord) {
            SocketAddress from = caller.get();
            Throwable why = logRecord.getThrown();
            // if this side closed the socket, the reason was already reported
            boolean isClosedByThisSide = why != null && "Socket closed".equals(why.getMessage());
            if (from != null
                    && why != null
                    && !isClosedByThisSide
                    && "Socket failed to handshake".equals(logRecord.getMessage())) {
                caller.remove();
                // a peer with another certificate may close the connection before this side detects the mismatch
                onRefused.accept((why instanceof SSLException
                                ? "refused a connection from " + text(from) + " that does not have this secret ("
                                : "a connection from " + text(from)
                                        + " was broken off before it had shown this secret (")
                        + why.getMessage() + ")");
            }
        }
    }

    static String text(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress internet ? WorkerNodes.text(internet) : String.valueOf(address);
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
        throw unsupported();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw unsupported();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw unsupported();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw unsupported();
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException("a worker node only accepts connections");
    }
}
