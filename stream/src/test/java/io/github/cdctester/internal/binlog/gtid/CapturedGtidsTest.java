// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventHandler;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each log file starts with a list of the GTIDs of all earlier files. */
public class CapturedGtidsTest {

    @ParameterizedTest
    @CsvSource({"mysql-inserts, true", "mysql-mix, true", "mysql-anonymous, false"})
    void collectedGtidsEqualListOfEachMySqlFile(String name, boolean hasGtids) throws Exception {
        CapturedStream stream = CapturedStream.load(name);
        CollectedGtids collected = collect(stream);
        assertThat(collected.listCount).isEqualTo(stream.expectedCounts("kind.PREVIOUS_GTIDS"));
        assertThat(collected.gtidCount).isEqualTo(hasGtids ? stream.expectedCounts("transactions") : 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb-10.11", "mariadb-10.11-compressed", "mariadb-10.11-no-checksum", "mariadb-11.4"})
    void collectedGtidsEqualListOfEachMariaDbFile(String name) throws Exception {
        CapturedStream stream = CapturedStream.load(name);
        CollectedGtids collected = collect(stream);
        assertThat(collected.listCount).isEqualTo(stream.expectedCounts("kind.MARIADB_GTID_LIST"));
        assertThat(collected.gtidCount).isEqualTo(stream.expectedCounts("transactions"));
    }

    @Test
    void findsTagsInCapturedStream() throws Exception {
        assertThat(collect(CapturedStream.load("mysql-mix")).set.toString()).containsPattern(":[a-z_]");
    }

    private static CollectedGtids collect(CapturedStream stream) throws IOException {
        CollectedGtids collected = new CollectedGtids(stream.checksumBytes());
        try {
            new EventFramer(collected).consume(ByteBuffer.wrap(stream.bytes()).order(ByteOrder.LITTLE_ENDIAN));
        } catch (StreamEndedException e) {
            // every captured stream ends with an EOF packet
        }
        return collected;
    }

    private static final class CollectedGtids implements EventHandler {

        private final EventHeader header = new EventHeader();
        private final GtidReader mySql = new GtidReader(false);
        private final GtidReader mariaDb = new GtidReader(true);
        private final int checksumBytes;

        GtidSet set = new GtidSet();
        MariaDbGtidState state = new MariaDbGtidState();
        int listCount;
        long gtidCount;

        CollectedGtids(int checksumBytes) {
            this.checksumBytes = checksumBytes;
        }

        @Override
        public void eventBegin(ByteBuffer buffer, int offset, int prefixBytes, long eventLength)
                throws StreamProtocolException {
            header.read(buffer, offset, eventLength, checksumBytes);
            int bodyIndex = offset + EventFramer.HEADER_BYTES;
            int end = offset + (int) Math.min(prefixBytes, eventLength - checksumBytes);
            if (mySql.read(buffer, offset, end, header.type())) {
                assertThat(set.numbersOf(mySql.high(), mySql.low(), mySql.tag()).contains(mySql.number()))
                        .isFalse();
                set.add(mySql.high(), mySql.low(), mySql.tag(), mySql.number());
                gtidCount++;
            } else if (mariaDb.read(buffer, offset, end, header.type())) {
                state.add(mariaDb.high(), mariaDb.low(), mariaDb.tag(), mariaDb.number());
                gtidCount++;
            } else if (header.type() == EventKind.PREVIOUS_GTIDS) {
                GtidSet listedGtids = GtidSetDecoder.decode(buffer, bodyIndex, offset + prefixBytes - checksumBytes);
                assertThat(listCount++ == 0 ? set = listedGtids : set).isEqualTo(listedGtids);
            } else if (header.type() == EventKind.MARIADB_GTID_LIST && !header.isArtificial()) {
                MariaDbGtidState listedState = readList(buffer, bodyIndex);
                assertThat(listCount++ == 0 ? state = listedState : state).isEqualTo(listedState);
            }
        }

        private static MariaDbGtidState readList(ByteBuffer buffer, int offset) {
            MariaDbGtidState listedState = new MariaDbGtidState();
            for (int i = 0; i < (buffer.getInt(offset) & 0xFFF_FFFF); i++) {
                int entryAt = offset + 4 + 16 * i;
                listedState.add(buffer.getInt(entryAt), buffer.getInt(entryAt + 4), "", buffer.getLong(entryAt + 8));
            }
            return listedState;
        }

        @Override
        public void eventBody(ByteBuffer buffer, int offset, int count) {}

        @Override
        public void eventEnd() {}
    }
}
