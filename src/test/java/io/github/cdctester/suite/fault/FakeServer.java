// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public final class FakeServer implements Closeable {

    /** The connection closes when the script ends. */
    public interface Script {
        void play(FakeConversation client) throws IOException;
    }

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Script script;

    private FakeServer(Script script) throws IOException {
        this.script = script;
    }

    public static FakeServer start(Script script) {
        try {
            FakeServer server = new FakeServer(script);
            server.start(server::accept);
            return server;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    public int clientCount() {
        return sockets.size();
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket client : sockets) {
                client.close();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                sockets.add(client);
                start(() -> play(client));
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private void play(Socket client) {
        try (client) {
            script.play(new FakeConversation(client));
        } catch (IOException e) {
            return; // the client closed the connection
        }
    }

    private void start(Runnable task) {
        Thread thread = new Thread(task, "fake-server");
        thread.setDaemon(true);
        thread.start();
    }
}
