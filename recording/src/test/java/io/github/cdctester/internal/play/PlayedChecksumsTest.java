// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.connection.ByteSource;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventHandler;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.position.LogPosition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log in which {@code binlog_checksum} changed. MySQL 9.7.4 sends the expected events. */
@Timeout(60)
final class PlayedChecksumsTest extends PlayFixture {

    private static final String FILES = "binlog.00000";
    private static final int FIRST_FILE = 7;

    /** 1: the file has checksums; 0: it has none. */
    @ParameterizedTest
    @ValueSource(strings = {"10", "01", "101", "010", "0", "1"})
    void artificialEventsNameFilesExactly(String files) throws IOException {
        ArtificialLog log =
                files.startsWith("1") ? ArtificialLog.in(directory) : ArtificialLog.withoutChecksums(directory, true);
        for (int i = 0; i < files.length(); i++) {
            if (i > 0) {
                log.rotate(files.charAt(i) == '1');
            }
            log.transactions(10 * i + 1, 10 * i + 2, 2_000_000 + i, 100);
        }
        play(log.end(directory), PlayServer.MAX_SPEED);

        List<String> expected = new ArrayList<>();
        String previous = "1"; // the consumer supports checksums
        for (int i = 0; i < files.length(); i++) {
            expected.add("ROTATE " + FILES + (FIRST_FILE + i) + (previous.equals("1") ? "+4" : ""));
            previous = files.substring(i, i + 1);
        }
        expected.add("HEARTBEAT " + FILES + (FIRST_FILE + files.length() - 1) + (previous.equals("1") ? "+4" : ""));
        assertThat(artificialEvents(new LogPosition(ArtificialLog.FILE, 4))).isEqualTo(expected);
    }

    /** The artificial format description shows which setting applies from now on. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void knowsChecksumsIfDumpStartsInFile(boolean hasChecksums) throws IOException {
        ArtificialLog log =
                hasChecksums ? ArtificialLog.in(directory) : ArtificialLog.withoutChecksums(directory, true);
        long headEnd = log.offset;
        log.transactions(1, 2, 2_000_000, 100);
        play(log.end(directory), PlayServer.MAX_SPEED);

        assertThat(artificialEvents(new LogPosition(ArtificialLog.FILE, headEnd)))
                .containsExactly(
                        "ROTATE " + ArtificialLog.FILE + "+4",
                        "HEARTBEAT " + ArtificialLog.FILE + (hasChecksums ? "+4" : ""));
    }

    /** Ends with the first heartbeat. */
    private List<String> artificialEvents(LogPosition from) throws IOException {
        ArtificialEventTexts texts = new ArtificialEventTexts();
        try (ServerConnection connection = connect()) {
            setUp(connection, Duration.ofMillis(1));
            ByteSource source = connection.startDump(byPosition(from, 0));
            EventFramer framer = new EventFramer(texts);
            ByteBuffer buffer = source.newBuffer();
            while (!texts.endsWithHeartbeat()) {
                buffer.compact();
                assertThat(source.read(buffer)).isPositive();
                framer.consume(buffer.flip());
            }
        }
        return texts.texts;
    }

    private static final class ArtificialEventTexts implements EventHandler {

        private final List<String> texts = new ArrayList<>();
        private final ByteArrayOutputStream event = new ByteArrayOutputStream();
        private int type;

        @Override
        public void eventBegin(ByteBuffer buffer, int offset, int prefixBytes, long length) {
            type = buffer.get(offset + 4);
            boolean isArtificial =
                    type == EventKind.HEARTBEAT || type == EventKind.ROTATE && buffer.getInt(offset) == 0;
            event.reset();
            if (isArtificial && !endsWithHeartbeat()) {
                assertThat(length).isEqualTo(prefixBytes);
                for (int i = 0; i < prefixBytes; i++) {
                    event.write(buffer.get(offset + i));
                }
                addText();
            }
        }

        @Override
        public void eventBody(ByteBuffer buffer, int offset, int count) {}

        private void addText() {
            byte[] bytes = event.toByteArray();
            int nameOffset = EventFramer.HEADER_BYTES + (type == EventKind.ROTATE ? 8 : 0);
            int nameEnd = nameOffset + FILES.length() + 1;
            texts.add(EventKind.name(type) + " "
                    + new String(bytes, nameOffset, nameEnd - nameOffset, StandardCharsets.US_ASCII)
                    + (bytes.length == nameEnd ? "" : "+" + (bytes.length - nameEnd)));
        }

        private boolean endsWithHeartbeat() {
            return !texts.isEmpty() && texts.get(texts.size() - 1).startsWith(EventKind.name(EventKind.HEARTBEAT));
        }
    }
}
