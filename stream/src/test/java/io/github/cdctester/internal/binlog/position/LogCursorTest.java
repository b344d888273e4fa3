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
    void bytesThatArriveLateAreNotOmitted() {
        cursor.moveTo("binlog.000001", 1_000);
        step(cursor, 100, 1_200);
        assertThat(cursor.omittedBytes()).isEqualTo(100);
        step(cursor, 100, 1_100);
        step(cursor, 100, 1_300);
        assertThat(cursor.offset()).isEqualTo(1_300);
        assertThat(cursor.omittedBytes()).isZero();
    }

    /** No jump follows the late bytes. */
    @Test
    void lastBytesOfReadThatArriveLateAreNotOmitted() {
        cursor.moveTo("binlog.000001", 1_000);
        step(cursor, 100, 1_200);
        step(cursor, 50, 1_050);
        cursor.countLateBytes();
        assertThat(cursor.omittedBytes()).isEqualTo(50);
        step(cursor, 50, 1_100);
        cursor.countLateBytes();
        cursor.countLateBytes();
        assertThat(cursor.omittedBytes()).isZero();
        step(cursor, 100, 1_300);
        assertThat(cursor.omittedBytes()).isZero();
    }

    @Test
    void omittedBytesExcludeOnlyLateOnes() {
        cursor.moveTo("binlog.000001", 1_000);
        step(cursor, 100, 1_400); // 1,000 to 1,300 are missing
        step(cursor, 100, 1_200); // fills the middle
        step(cursor, 100, 1_600); // 1,400 to 1,500 are missing
        assertThat(cursor.omittedBytes()).isEqualTo(300);
        step(cursor, 100, 1_200); // again
        step(cursor, 100, 1_700);
        assertThat(cursor.omittedBytes()).isEqualTo(300);
        step(cursor, 100, 1_300); // fills the end, and repeats the rest
        step(cursor, 100, 1_400);
        step(cursor, 100, 1_500); // fills the second gap
        step(cursor, 100, 1_600);
        step(cursor, 100, 1_700);
        step(cursor, 100, 1_800);
        cursor.countLateBytes();
        assertThat(cursor.omittedBytes()).isEqualTo(100);
        step(cursor, 100, 1_100);
        step(cursor, 100, 1_900);
        assertThat(cursor.omittedBytes()).isZero();
    }

    /** The same offsets of another file are other bytes. */
    @Test
    void bytesOfNextFileFillNoGap() {
        cursor.moveTo("binlog.000001", 1_000);
        step(cursor, 100, 1_200);
        cursor.moveTo("binlog.000002", 1_300);
        step(cursor, 100, 1_400);
        step(cursor, 100, 1_100);
        step(cursor, 100, 1_500);
        assertThat(cursor.omittedBytes()).isEqualTo(100);
    }

    @Test
    void skippedKnownBytesFillNoGap() {
        cursor.moveTo("binlog.000001", 1_000);
        step(cursor, 100, 1_200);
        step(cursor, 50, 1_050);
        cursor.skipKnownTo(100, 1_300);
        cursor.advance(100);
        step(cursor, 100, 1_400);
        cursor.countLateBytes();
        assertThat(cursor.omittedBytes()).isEqualTo(50);
    }

    @Test
    void bytesOfForgottenGapsStayOmitted() {
        cursor.moveTo("binlog.000001", 1_000);
        step(cursor, 100, 1_200);
        cursor.forgetGaps();
        step(cursor, 100, 1_100);
        step(cursor, 100, 1_300);
        assertThat(cursor.omittedBytes()).isEqualTo(100);
    }

    /** The memory is limited: bytes of the oldest gaps stay omitted. */
    @Test
    void forgetsOldestGaps() {
        cursor.moveTo("binlog.000001", 0);
        int count = LogGaps.MAX_GAPS + 1;
        for (int i = 1; i <= count; i++) {
            step(cursor, 100, 200L * i);
        }
        assertThat(cursor.omittedBytes()).isEqualTo(100L * count);
        step(cursor, 100, 100); // the first gap is forgotten
        step(cursor, 100, 300);
        step(cursor, 100, 200L * count - 100);
        step(cursor, 100, 200L * count + 100);
        assertThat(cursor.omittedBytes()).isEqualTo(100L * (count - 2));
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
