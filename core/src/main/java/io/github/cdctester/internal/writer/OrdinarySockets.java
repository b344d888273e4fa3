// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** The JDK's ordinary sockets, for MariaDB's driver, which finds this class by its name; see {@link BreakableSockets}. */
public final class OrdinarySockets extends SocketFactory {

    /** Creates the factory; for the driver. */
    public OrdinarySockets() {}

    @Override
    public Socket createSocket() throws IOException {
        return BreakableSockets.made(new Socket());
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return BreakableSockets.made(new Socket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return BreakableSockets.made(new Socket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return BreakableSockets.made(new Socket(host, port, localHost, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return BreakableSockets.made(new Socket(host, port, localHost, localPort));
    }
}
