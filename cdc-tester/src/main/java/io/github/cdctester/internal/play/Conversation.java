// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.connection.login.LoginCheck;
import io.github.cdctester.internal.recording.Recording;
import io.github.cdctester.internal.time.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One connection of a consumer, from the greeting to its end. For one thread. */
final class Conversation {

    /** What all connections have in common. */
    record Played(
            Recording recording,
            PlayClock clock,
            Answers answers,
            PlayServer.Terms terms,
            ServerKey key,
            List<Consumption> consumptions,
            Consumer<String> told) {}

    private static final Duration LOGIN_TIME = Duration.ofSeconds(10);
    private static final int COM_QUIT = 0x01;
    private static final int COM_INIT_DB = 0x02;
    private static final int COM_QUERY = 0x03;
    private static final int COM_PING = 0x0e;
    private static final int COM_REGISTER = 0x15;
    private static final int COM_RESET = 0x1f;

    private final Socket socket;
    private final long number;
    private final Played played;
    private final ClientPackets packets;
    private final Map<String, String> variables = new HashMap<>();

    Conversation(Socket socket, long number, Played played) throws IOException {
        this.socket = socket;
        this.number = number;
        this.played = played;
        packets = new ClientPackets(socket);
    }

    void run() throws IOException {
        try (packets) {
            boolean goesOn = logIn();
            while (goesOn) {
                byte[] command = packets.read();
                try {
                    goesOn = answer(command);
                } catch (RefusedException e) {
                    refuse(e);
                }
            }
        }
    }

    private void refuse(RefusedException e) throws IOException {
        if (e.code() != RefusedException.VARIABLE) { // which the server would have refused as well
            played.told().accept("refused " + who() + ": " + e.getMessage());
        }
        packets.refuse(e);
    }

    private boolean logIn() throws IOException {
        boolean mariaDb = played.recording().server().mariaDb();
        String version = played.recording().server().variable("version");
        try (Deadline deadline = new Deadline(LOGIN_TIME, this::end)) {
            LoginCheck check = new LoginCheck(mariaDb);
            // MariaDB 10 says so before its own version, for its replicas
            packets.write(check.greeting((mariaDb && version.startsWith("10.") ? "5.5.5-" : "") + version, number));
            byte[] answer = packets.read();
            if (LoginCheck.asksForTls(answer)) {
                packets.secure(played.key());
                answer = packets.read();
            }
            if (!check.isRight(answer, played.terms().user(), played.terms().password(), packets)) {
                refuse(new RefusedException(
                        RefusedException.ACCESS,
                        "Access denied: play takes user '" + played.terms().user()
                                + "' with the password that it was given"));
                return false;
            }
            packets.ok();
            return true;
        }
    }

    private void end() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers a command; tells whether there may be another one. */
    private boolean answer(byte[] command) throws IOException, RefusedException {
        switch (command[0]) {
            case COM_QUIT -> {
                return false;
            }
            case COM_PING, COM_INIT_DB, COM_REGISTER, COM_RESET -> packets.ok();
            case COM_QUERY ->
                played.answers()
                        .answer(new String(command, 1, command.length - 1, StandardCharsets.UTF_8), variables, packets);
            case DumpRequest.BY_POSITION, DumpRequest.BY_GTIDS -> {
                return dump(command);
            }
            default ->
                throw new RefusedException(RefusedException.COMMAND, "play knows no command " + (command[0] & 0xFF));
        }
        return true;
    }

    private boolean dump(byte[] command) throws IOException, RefusedException {
        Recording recording = played.recording();
        DumpRequest request = DumpRequest.read(command, recording.server(), variables.get("slave_connect_state"));
        Consumption consumption = new Consumption(
                who() + " (server_id " + request.serverId() + ")",
                played.clock().isPaced());
        String checksum = either("binlog_checksum");
        if (checksum.isEmpty() && recording.server().variable("binlog_checksum").equals("CRC32")) {
            throw new RefusedException(
                    RefusedException.LOG, "the log has checksums: SET @master_binlog_checksum before the dump");
        }
        String heartbeat = either("heartbeat_period");
        String id = recording.server().variable("server_id");
        DumpFeed feed = new DumpFeed(
                recording,
                request,
                played.clock(),
                played.answers().all(),
                packets,
                new MadeUpEvents(id.matches("\\d{1,10}") ? (int) Long.parseLong(id) : 1, checksum.equals("CRC32")),
                heartbeat.matches("\\d{1,18}") ? Long.parseLong(heartbeat) : 0,
                consumption);
        played.consumptions().add(consumption);
        try {
            return feed.run();
        } finally {
            consumption.hasGone();
            if (consumption.hasRead()) {
                played.told().accept(consumption.toString());
            }
        }
    }

    /** By the name of MySQL from 8.0.26 on, or the one before that. */
    private String either(String name) {
        return variables.getOrDefault("source_" + name, variables.getOrDefault("master_" + name, ""));
    }

    private String who() {
        return "consumer " + number + " at " + socket.getInetAddress().getHostAddress() + ":" + socket.getPort();
    }
}
