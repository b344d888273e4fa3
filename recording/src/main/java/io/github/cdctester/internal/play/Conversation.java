// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.mysql.login.LoginCheck;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.play.Recording.RecordedServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** Serves one connection of a consumer. Not thread-safe. */
final class Conversation {

    private static final int MAX_REPORTED_REFUSALS = 100;
    private static final int COM_QUIT = 0x01;
    private static final int COM_INIT_DB = 0x02;
    private static final int COM_QUERY = 0x03;
    private static final int COM_PING = 0x0e;
    private static final int COM_REGISTER_SLAVE = 0x15;
    private static final int COM_RESET_CONNECTION = 0x1f;

    private final Socket socket;
    private final long number;
    private final PlayServer server;
    private final ClientPackets packets;
    private final Answers answers;
    private final Set<String> refusals = new HashSet<>();

    Conversation(PlayServer server, Socket socket, long number) throws IOException {
        this.socket = socket;
        this.number = number;
        this.server = server;
        packets = new ClientPackets(socket);
        answers = new Answers(server.recording, server.clock, packets);
    }

    void run() throws IOException {
        try (packets) {
            boolean isOpen = logIn();
            while (isOpen) {
                byte[] command = packets.read();
                try {
                    isOpen = answer(command);
                } catch (ServerErrorException e) {
                    refuse(e);
                }
            }
        }
    }

    private void refuse(ServerErrorException e) throws IOException {
        if (e.code() != ServerErrorException.ER_UNKNOWN_SYSTEM_VARIABLE
                && refusals.size() < MAX_REPORTED_REFUSALS
                && refusals.add(e.text())) {
            server.limitedLog.accept("refused " + consumerName() + ": " + e.text());
        }
        packets.sendError(e);
    }

    private boolean logIn() throws IOException {
        RecordedServer recordedServer = server.recording.server();
        String version = recordedServer.variable("version");
        String user = server.settings.user();
        LoginCheck check = new LoginCheck();
        // MariaDB 10 sends this prefix for compatibility with replicas
        String greetedVersion = (recordedServer.mariaDb() && version.startsWith("10.") ? "5.5.5-" : "") + version;
        packets.write(check.greeting(greetedVersion, recordedServer.mariaDb(), number));
        byte[] answer = packets.read();
        if (LoginCheck.requestsTls(answer)) {
            packets.startTls(server.tls());
            answer = packets.read();
        }
        if (check.accepts(answer, user, server.settings.password(), packets)) {
            server.loggedIn(socket);
            packets.onLoggedIn();
            packets.sendOk();
            return true;
        }
        String message = "Access denied: play takes user '" + user + "' with the password that it was given";
        refuse(new ServerErrorException(ServerErrorException.ER_ACCESS_DENIED, message));
        return false;
    }

    private boolean answer(byte[] command) throws IOException {
        switch (command[0]) {
            case COM_QUIT -> {
                return false;
            }
            case COM_PING, COM_INIT_DB, COM_REGISTER_SLAVE, COM_RESET_CONNECTION -> packets.sendOk();
            case COM_QUERY -> answers.answer(new String(command, 1, command.length - 1, StandardCharsets.UTF_8));
            case DumpRequest.BY_POSITION, DumpRequest.BY_GTIDS -> {
                return dump(DumpRequest.read(command, server.recording.server(), answers.userVariables()));
            }
            default ->
                throw new ServerErrorException(
                        ServerErrorException.ER_UNKNOWN_COM, "play knows no command " + (command[0] & 0xFF));
        }
        return true;
    }

    private boolean dump(DumpRequest request) throws IOException {
        Consumption consumption =
                new Consumption(consumerName() + " (server_id " + request.serverId() + ")", server.clock.isPaced());
        DumpFeed feed = new DumpFeed(server.recording, server.clock, request, packets, consumption);
        server.addDump(consumption);
        try {
            return feed.run();
        } finally {
            consumption.end(false);
            server.removeDump(consumption);
            if (consumption.events > 0) {
                server.messages.accept(consumption.toString());
            }
        }
    }

    private String consumerName() {
        return "consumer " + number + " at " + socket.getInetAddress().getHostAddress() + ":" + socket.getPort();
    }
}
