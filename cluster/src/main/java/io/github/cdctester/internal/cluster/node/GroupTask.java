// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.transport.Transport;
import io.github.cdctester.internal.judge.consumer.feed.GroupReader;
import io.github.cdctester.internal.judge.consumer.feed.GroupReader.ReportedLine;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads a consumer's lines as a member of a Kafka consumer group. */
final class GroupTask extends NodeTask {

    private static final long CHECK_MILLIS = 200;

    /**
     * Number of characters after which a message gets no further line, and maximum length of a part of a value. Twice as many
     * characters stay below the transport's limit even if all of them are escaped.
     */
    private static final int FULL_MESSAGE_CHARACTERS = 1 << 20;

    private final Message.JoinGroup group;
    private final Supplier<GroupReader> readers;
    private boolean hasJoined;
    private int unacknowledgedMessages;

    GroupTask(Message.JoinGroup group, Consumer<Message> answers) {
        this(
                group,
                answers,
                () -> ServiceLoader.load(GroupReader.class, GroupReader.class.getClassLoader())
                        .findFirst()
                        .orElseThrow(() -> new RunFailedException("only 'cdc-tester worker' reads topics")));
    }

    GroupTask(Message.JoinGroup group, Consumer<Message> answers, Supplier<GroupReader> readers) {
        super("group", group.task(), answers);
        this.group = group;
        this.readers = readers;
    }

    @Override
    void work() throws InterruptedException {
        readers.get().read(group.source(), this::take);
    }

    private boolean take(Map<String, List<ReportedLine>> readLines, boolean isMember) throws InterruptedException {
        if (isMember && !hasJoined) {
            hasJoined = true;
            answer(new Message.GroupJoined(number));
        }
        long now = EpochMicrosClock.SYSTEM.epochMicros();
        unacknowledgedMessages = 0;
        for (Map.Entry<String, List<ReportedLine>> read : readLines.entrySet()) {
            forward(now, read.getKey(), read.getValue());
        }
        Message next = next(0);
        while (!isLeaving && !(next instanceof Message.EndTask)) {
            unacknowledgedMessages -= next instanceof Message.LinesTaken ? 1 : 0;
            if (unacknowledgedMessages == 0) {
                return true;
            }
            next = next(CHECK_MILLIS);
        }
        return false;
    }

    private void forward(long now, String partition, List<ReportedLine> lines) {
        int from = 0;
        long size = 0;
        for (int i = 0; i < lines.size(); i++) {
            ReportedLine line = lines.get(i);
            long lineSize = length(line.key()) + (long) length(line.value());
            size += lineSize;
            if (lineSize > FULL_MESSAGE_CHARACTERS) { // alone, so that the coordinator joins one value at a time
                send(now, partition, lines.subList(from, i));
                sendLongLine(now, partition, line);
            } else if (size >= FULL_MESSAGE_CHARACTERS) {
                send(now, partition, lines.subList(from, i + 1));
            } else {
                continue;
            }
            from = i + 1;
            size = 0;
        }
        send(now, partition, lines.subList(from, lines.size()));
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    private void send(long now, String partition, List<ReportedLine> lines) {
        if (!lines.isEmpty()) {
            answer(new Message.LinesRead(number, now, partition, lines));
            unacknowledgedMessages++;
        }
    }

    /** Sends the first parts of the value, then the line with the last part. The value of a long key has an empty last part. */
    private void sendLongLine(long now, String partition, ReportedLine line) {
        boolean isLongKey = length(line.key()) > FULL_MESSAGE_CHARACTERS;
        int lastLength = isLongKey ? 0 : FULL_MESSAGE_CHARACTERS;
        if (isLongKey) {
            failIfTooLong(partition, line);
        }
        String rest = line.value();
        while (rest != null && rest.length() > lastLength) {
            int end = Math.min(rest.length(), FULL_MESSAGE_CHARACTERS);
            end -= Character.isHighSurrogate(rest.charAt(end - 1)) ? 1 : 0; // half a surrogate pair cannot be encoded
            answer(new Message.LinePart(number, partition, line.offset(), rest.substring(0, end)));
            rest = rest.substring(end);
        }
        send(now, partition, List.of(new ReportedLine(line.offset(), line.key(), rest)));
    }

    private void failIfTooLong(String partition, ReportedLine line) {
        ReportedLine keyOnly = new ReportedLine(line.offset(), line.key(), "");
        int bytes = new Message.LinesRead(number, Long.MAX_VALUE, partition, List.of(keyOnly)).encode().length;
        if (bytes > Transport.MAX_BYTES) {
            throw new RunFailedException(
                    "the key at offset " + line.offset() + " of partition " + partition + " needs a message of " + bytes
                            + " bytes, and a worker node sends messages of up to " + Transport.MAX_BYTES);
        }
    }
}
