// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class LogCursorTest {

    private static final long FOUR_GIB = 1L << 32;

    private static final int COMPILED_AFTER = 100_000;

    private final LogCursor cursor = new LogCursor();

    @Test
    void countsOffsetsInEventLengths() {
        cursor.moveTo("binlog.000001", 4);
        step(cursor, 123, 127);
        step(cursor, 71, 198);
        assertThat(cursor.offset()).isEqualTo(198);
        assertThat(cursor.omittedBytes()).isZero();
    }

    @Test
    void continuesBeyond32Bits() {
        cursor.moveTo("binlog.000001", FOUR_GIB - 100);
        step(cursor, 300, 200);
        step(cursor, 3 * FOUR_GIB, 200);
        assertThat(cursor.offset()).isEqualTo(4 * FOUR_GIB + 200);
        assertThat(cursor.omittedBytes()).isZero();
    }

    @Test
    void ignoresZeroEndPosition() {
        cursor.moveTo("mariadb-bin.000001", 342);
        step(cursor, 42, 384);
        step(cursor, 50, 0);
        step(cursor, 31, 465);
        assertThat(cursor.offset()).isEqualTo(465);
        assertThat(cursor.omittedBytes()).isZero();
    }

    @Test
    void countsOmittedBytes() {
        cursor.moveTo("mariadb-bin.000001", 1_000);
        step(cursor, 42, 1_042);
        step(cursor, 50, 1_192);
        assertThat(cursor.offset()).isEqualTo(1_192);
        assertThat(cursor.omittedBytes()).isEqualTo(100);
    }

    @Test
    void goesBackIfStreamRepeats() {
        cursor.moveTo("binlog.000001", 1_000);
        step(cursor, 100, 1_100);
        step(cursor, 100, 1_200);
        step(cursor, 100, 1_100);
        assertThat(cursor.offset()).isEqualTo(1_100);
        step(cursor, 100, 1_300);
        assertThat(cursor.offset()).isEqualTo(1_300);
        assertThat(cursor.omittedBytes()).as("all bytes had arrived before").isZero();
        step(cursor, 100, 1_450);
        assertThat(cursor.omittedBytes()).isEqualTo(50);
    }

    @Test
    void countsBytesThatArriveLateAsOmitted() {
        cursor.moveTo("binlog.000001", 1_000);
        step(cursor, 100, 1_200);
        step(cursor, 100, 1_100);
        step(cursor, 100, 1_300);
        assertThat(cursor.offset()).isEqualTo(1_300);
        assertThat(cursor.omittedBytes()).isEqualTo(100);
    }

    @Test
    void goesBackAcross32BitWrap() {
        cursor.moveTo("binlog.000001", FOUR_GIB - 50);
        step(cursor, 100, 50);
        step(cursor, 100, 50);
        assertThat(cursor.offset()).isEqualTo(FOUR_GIB + 50);
        assertThat(cursor.omittedBytes()).isZero();
    }

    @Test
    void countsOmittedBytesAcross32BitWrap() {
        cursor.moveTo("binlog.000001", FOUR_GIB - 10);
        step(cursor, 5, 20);
        assertThat(cursor.offset()).isEqualTo(FOUR_GIB + 20);
        assertThat(cursor.omittedBytes()).isEqualTo(25);
    }

    /** The state of a stream is read by other threads. A thread that never sees the new value fails by the time limit. */
    @Test
    @Timeout(20)
    void otherThreadsSeeOmittedBytes() throws InterruptedException {
        cursor.moveTo("binlog.000001", 4);
        for (int round = 0; round < COMPILED_AFTER; round++) { // only compiled code keeps a value in a register
            assertThat(awaitOmittedBytes(1)).isZero();
        }
        CountDownLatch waits = new CountDownLatch(1);
        AtomicLong seenBytes = new AtomicLong();
        Thread observer = new Thread(() -> {
            waits.countDown();
            seenBytes.set(awaitOmittedBytes(Long.MAX_VALUE));
        });
        observer.setDaemon(true);
        observer.start();
        waits.await();
        long position = 4;
        for (int event = 0; event < 10 * COMPILED_AFTER; event++) {
            position += 100;
            step(cursor, 100, position);
        }
        step(cursor, 100, position + 150);
        observer.join();
        assertThat(seenBytes).hasValue(50);
    }

    private long awaitOmittedBytes(long maxReads) {
        long omittedBytes = cursor.omittedBytes();
        for (long reads = 1; omittedBytes == 0 && reads < maxReads; reads++) {
            omittedBytes = cursor.omittedBytes();
        }
        return omittedBytes;
    }

    /** The event may lack the checksum that the cursor expects ({@code checksumBytes}), or have an unexpected checksum. */
    @ParameterizedTest
    @CsvSource({"true, 4", "true, 0", "false, 4", "false, 0"})
    void readsFileNameOfRotation(boolean hasChecksum, int checksumBytes) throws Exception {
        for (String name : new String[] {"binlog.000001", "mysql-bin.1000000", "a.b.000002"}) {
            EventBytes withChecksum = EventBytes.fakeRotate(name, FOUR_GIB + 4);
            EventBytes event = hasChecksum ? withChecksum : withChecksum.withoutChecksum();
            cursor.rotate(event.buffer(), 0, event.length(), checksumBytes);
            if (!hasChecksum && checksumBytes == 4) {
                // the cursor takes the last four characters for a checksum, so it reads only the start of the name
                assertThat(name).startsWith(cursor.file());
            } else {
                assertThat(cursor.file()).isEqualTo(name);
            }
            assertThat(cursor.offset()).isEqualTo(FOUR_GIB + 4);
        }
    }

    @Test
    void rejectsRotationWithoutName() {
        EventBytes nameless = EventBytes.fakeRotate("", 4);
        assertThatThrownBy(() -> cursor.rotate(nameless.buffer(), 0, nameless.length(), 4))
                .isInstanceOf(StreamProtocolException.class);
        EventBytes empty = EventBytes.of(EventKind.ROTATE, 0);
        assertThatThrownBy(() -> cursor.rotate(empty.buffer(), 0, empty.length(), 4))
                .isInstanceOf(StreamProtocolException.class);
        assertThat(cursor.file()).isEmpty();
    }

    private static void step(LogCursor cursor, long length, long endPosition) {
        cursor.skipTo(length, endPosition);
        cursor.advance(length);
    }
}
