// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.recording.BlocksAhead;
import io.github.cdctester.internal.recording.Recording;
import io.github.cdctester.internal.recording.Recording.Block;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** One dump: the events of a recording from a place on or behind GTIDs, each block when its time has come. For one thread. */
final class DumpFeed {

    private static final long LONGEST_WAIT_NANOS = 50_000_000;
    private static final long SHORTEST_READ_NANOS = 2_000_000;
    private static final int CHECKSUM_BYTES = 4;

    private final Recording recording;
    private final DumpRequest request;
    private final PlayClock clock;
    private final ClientPackets packets;
    private final MadeUpEvents madeUp;
    private final long heartbeatNanos;
    private final Consumption consumption;
    private byte[] bytes = {};
    private ByteBuffer view = ByteBuffer.wrap(bytes);
    private int block;
    private LogPosition from;
    private LogPosition at;
    private long sentNanos = System.nanoTime();

    /** Of the present event, which may go on in the next block. */
    private long eventLeft;

    private boolean sends;

    /** Whether the transaction is one that the consumer has. */
    private boolean leavesOut;

    /** Whether an event was found at the place. */
    private boolean begun;

    /**
     * Finds the place.
     *
     * @param all the GTIDs before the recording and of all of it
     * @param heartbeatNanos after so much silence the consumer gets a heartbeat; 0 for none
     * @throws RefusedException if the recording does not have it
     */
    DumpFeed(
            Recording recording,
            DumpRequest request,
            PlayClock clock,
            Gtids all,
            ClientPackets packets,
            MadeUpEvents madeUp,
            long heartbeatNanos,
            Consumption consumption)
            throws RefusedException {
        this.recording = recording;
        this.request = request;
        this.clock = clock;
        this.packets = packets;
        this.madeUp = madeUp;
        this.heartbeatNanos = heartbeatNanos;
        this.consumption = consumption;
        Gtids has = request.gtids();
        from = has == null ? place(request.place()) : behind(has, all);
        at = from;
    }

    private static RefusedException refused(String why) {
        return new RefusedException(RefusedException.LOG, why);
    }

    private LogPosition place(LogPosition asked) throws RefusedException {
        List<Block> blocks = recording.blocks();
        Block beginning = blocks.get(recording.beginning());
        String file = asked.file().isEmpty() ? beginning.file() : asked.file();
        boolean found = false;
        for (int i = 0; i < blocks.size(); i++) {
            Block one = blocks.get(i);
            if (one.file().equals(file) && one.offset() <= asked.offset()) {
                found |= asked.offset() <= one.end();
                // an event begins where a file does, and behind a transaction
                block = one.isFirst() || blocks.get(i - 1).between() ? i : block;
            }
        }
        if (!found) {
            throw refused("no position " + file + ":" + asked.offset() + " in the recording, which goes from "
                    + beginning.file() + ":" + beginning.offset() + " to "
                    + recording.last().file() + ":"
                    + recording.last().end());
        }
        return new LogPosition(file, asked.offset());
    }

    /** The beginning of the file with the first transaction that the consumer lacks; the last file where it lacks none. */
    private LogPosition behind(Gtids has, Gtids all) throws RefusedException {
        String before = recording.server().gtidsBefore();
        if (before == null || !has.includes(recording.gtids(before))) {
            throw refused("GTIDs from before the recording are missing at the consumer: it has " + has
                    + ", and the recording begins behind " + (before == null ? "unknown ones" : before));
        }
        String own = recording.server().variable("server_uuid");
        if (has instanceof GtidSet set
                ? set.subtract((GtidSet) all).toString().contains(own) && !own.isEmpty()
                : !all.includes(has)) {
            throw refused("the consumer's GTIDs " + has + " go beyond the recording, which ends with " + all);
        }
        List<Block> blocks = recording.blocks();
        for (int i = 0; i < blocks.size(); i++) {
            block = blocks.get(i).isFirst() ? i : block;
            if (!has.includes(recording.gtids(blocks.get(i).gtids()))) {
                break;
            }
        }
        begun = true;
        return new LogPosition(blocks.get(block).file(), LogPosition.FIRST_EVENT);
    }

    /**
     * Sends all, then an end where that was asked for; else stays until the consumer goes.
     *
     * @return whether the consumer listens for a next command
     */
    boolean run() throws IOException, RefusedException {
        List<Block> blocks = recording.blocks();
        send(madeUp.rotate(from));
        int first = block;
        while (!blocks.get(first).isFirst()) {
            first--;
        }
        byte[] description;
        try (BlocksAhead one = new BlocksAhead(recording, first)) {
            unpack(blocks.get(first), one);
            description = madeUp.description(bytes);
        }
        try (BlocksAhead ahead = new BlocksAhead(recording, block)) {
            if (from.offset() > LogPosition.FIRST_EVENT) {
                send(description);
            }
            Block wanted = firstWanted(blocks);
            clock.begins(wanted.micros());
            boolean stays = false;
            try {
                stays = await(wanted.micros());
            } finally {
                if (!stays) {
                    clock.leaves();
                }
            }
            if (!stays) {
                return false;
            }
            consumption.begins(wanted.micros());
            for (; block < blocks.size() && stays; block++) {
                stays = feed(blocks.get(block), ahead);
            }
            if (!stays) {
                return false;
            }
        }
        if (!begun && recording.last().end() != from.offset()) {
            throw refused("no event begins at " + from);
        }
        packets.flush();
        consumption.isWhole();
        if (request.untilEnd()) {
            packets.end();
            return true;
        }
        while (await(Long.MAX_VALUE)) {
            // heartbeats
        }
        return false;
    }

    private Block firstWanted(List<Block> blocks) {
        Gtids has = request.gtids();
        int wanted = Math.max(block, recording.beginning());
        while (wanted + 1 < blocks.size()
                && (has != null
                        ? has.includes(recording.gtids(blocks.get(wanted).gtids()))
                        : blocks.get(wanted).file().equals(from.file())
                                && blocks.get(wanted).end() <= from.offset())) {
            wanted++;
        }
        return blocks.get(wanted);
    }

    /** Sends what is wanted of a block; tells whether the consumer is still there. */
    private boolean feed(Block one, BlocksAhead ahead) throws IOException, RefusedException {
        if (!await(one.micros())) {
            return false;
        }
        if (!one.file().equals(at.file())) {
            at = new LogPosition(one.file(), LogPosition.FIRST_EVENT);
            send(madeUp.rotate(at));
        }
        unpack(one, ahead);
        Gtids has = request.gtids();
        boolean asks = has != null && !(has instanceof GtidSet set && isDisjoint(set, one));
        for (int next = 0; next < one.bytes(); ) {
            if (eventLeft == 0) {
                long left = one.bytes() - next;
                eventLeft = left < EventFramer.HEADER_BYTES ? 0 : view.getInt(next + 9) & 0xFFFF_FFFFL;
                if (eventLeft < EventFramer.HEADER_BYTES) {
                    throw damaged(one, next);
                }
                begin(one, next, bytes[next + 4] & 0xFF, asks);
            }
            int count = (int) Math.min(eventLeft, one.bytes() - next);
            if (sends) {
                packets.more(bytes, next, count);
            }
            next += count;
            eventLeft -= count;
        }
        at = new LogPosition(one.file(), one.end());
        sentNanos = sends ? System.nanoTime() : sentNanos;
        consumption.reached(one.micros(), clock.nanosUntil(one.micros()));
        return true;
    }

    private void unpack(Block one, BlocksAhead ahead) throws IOException, RefusedException {
        byte[] unpacked = ahead.next();
        if (unpacked != null) {
            bytes = unpacked;
            view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        } else if (eventLeft > 0) { // no error fits into an event
            throw new IOException(damaged(one, 0).getMessage());
        } else {
            throw damaged(one, 0);
        }
    }

    private static RefusedException damaged(Block one, int at) {
        return refused("the recording is damaged at " + one.file() + ":" + (one.offset() + at));
    }

    private boolean isDisjoint(GtidSet has, Block one) {
        GtidSet begin = (GtidSet) recording.gtids(one.gtids());
        return begin.subtract(has).equals(begin);
    }

    private void begin(Block one, int next, int type, boolean asks) throws IOException, RefusedException {
        long offset = one.offset() + next;
        if (!begun && (!one.file().equals(from.file()) || offset >= from.offset())) {
            // a place between two blocks is one where an event begins, if something is not in the log between them
            if (offset != from.offset() && next > 0) {
                throw refused("no event begins at " + from);
            }
            begun = true;
        }
        if (EventKind.opensTransaction(type)) {
            leavesOut = asks && has(next, (int) Math.min(eventLeft, one.bytes() - next), type);
        }
        boolean isControl = type == EventKind.FORMAT_DESCRIPTION
                || type == EventKind.PREVIOUS_GTIDS
                || type == EventKind.ROTATE
                || type == EventKind.STOP
                || type >= EventKind.MARIADB_BINLOG_CHECKPOINT
                        && type <= EventKind.MARIADB_START_ENCRYPTION
                        && type != EventKind.MARIADB_GTID;
        sends = begun && (isControl || !leavesOut);
        if (sends) {
            packets.event(eventLeft);
            consumption.sent(type, eventLeft);
        }
    }

    private boolean has(int next, int available, int type) {
        ExecutedGtids one = ExecutedGtids.on(recording.server().mariaDb());
        one.addBefore("");
        one.begin(view, next, next + available - CHECKSUM_BYTES, type);
        one.end();
        Gtids has = request.gtids();
        return type != EventKind.ANONYMOUS_GTID && has != null && has.includes(one.all());
    }

    /** Waits until something has its time; tells whether the consumer is still there. */
    private boolean await(long micros) throws IOException {
        long left = until(micros);
        if (left > 0) {
            packets.flush();
        }
        while (left > 0) {
            if (heartbeatNanos > 0 && System.nanoTime() - sentNanos >= heartbeatNanos) {
                send(madeUp.heartbeat(at));
            }
            long pause = Math.min(left, LONGEST_WAIT_NANOS);
            if (pause < SHORTEST_READ_NANOS) {
                LockSupport.parkNanos(this, pause);
            } else if (!packets.isSilent((int) (pause / 1_000_000))) {
                return false;
            }
            left = until(micros);
        }
        return true;
    }

    private long until(long micros) {
        return micros == Long.MAX_VALUE ? micros : clock.nanosUntil(micros);
    }

    private void send(byte[] event) throws IOException {
        packets.event(event.length);
        packets.more(event, 0, event.length);
        packets.flush();
        sentNanos = System.nanoTime();
    }
}
