// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Server sockets that require a client certificate; the client's address is reported before the handshake, in its thread. */
final class MutualTlsSockets extends SSLSocketFactory {

    private final SSLSocketFactory factory;
    private final Consumer<SocketAddress> callers;

    MutualTlsSockets(SSLSocketFactory factory, Consumer<SocketAddress> callers) {
        this.factory = factory;
        this.callers = callers;
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        callers.accept(socket.getRemoteSocketAddress());
        SSLSocket made = (SSLSocket) factory.createSocket(socket, host, port, autoClose);
        made.setNeedClientAuth(true);
        return made;
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
