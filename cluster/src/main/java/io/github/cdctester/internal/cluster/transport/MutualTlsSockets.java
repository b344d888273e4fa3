// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.function.Consumer;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** A server's sockets that require a client certificate, and a line for each handshake that fails, which gRPC only logs. */
final class MutualTlsSockets extends SSLSocketFactory {

    private record Handshake(SocketAddress from, Consumer<String> refused) {}

    private static final Logger GRPC = Logger.getLogger("io.grpc.okhttp.OkHttpServerTransport");

    /** The handshake of this thread, which also logs how it failed. */
    private static final ThreadLocal<@Nullable Handshake> UNDER_WAY = new ThreadLocal<>();

    static {
        GRPC.setFilter(MutualTlsSockets::report);
    }

    private final SSLSocketFactory factory;
    private final Consumer<String> refused;

    MutualTlsSockets(SSLSocketFactory factory, Consumer<String> refused) {
        this.factory = factory;
        this.refused = refused;
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        UNDER_WAY.set(new Handshake(socket.getRemoteSocketAddress(), refused));
        SSLSocket made = (SSLSocket) factory.createSocket(socket, host, port, autoClose);
        made.setNeedClientAuth(true);
        return made;
    }

    private static boolean report(LogRecord line) {
        Handshake handshake = UNDER_WAY.get();
        Throwable why = line.getThrown();
        if (handshake != null && why != null && "Socket failed to handshake".equals(line.getMessage())) {
            // who finds our certificate to be another one may hang up before we know
            handshake.refused.accept((why instanceof SSLException
                            ? "refused a connection from " + text(handshake.from) + " that does not have this secret ("
                            : "a connection from " + text(handshake.from)
                                    + " was broken off before it had shown this secret (")
                    + why.getMessage() + ")");
        }
        return false;
    }

    static String text(@Nullable SocketAddress of) {
        return of instanceof InetSocketAddress internet
                ? internet.getAddress().getHostAddress() + ":" + internet.getPort()
                : String.valueOf(of);
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
