// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.judge.consumer.feed.GroupReader;
import io.github.cdctester.internal.judge.consumer.feed.GroupReader.ReportedLine;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reads a consumer's lines as a member of a Kafka consumer group. */
final class GroupTask extends NodeTask {

    private static final long CHECK_MILLIS = 200;

    /**
     * Number of characters after which a message gets no further line, and maximum length of a part of a value. A message then
     * stays below the transport's limit even if all characters are escaped.
     */
    private static final int FULL_MESSAGE_CHARACTERS = 1 << 20;

    private static final int MAX_KEY_CHARACTERS = FULL_MESSAGE_CHARACTERS / 2;

    private final Message.JoinGroup group;
    private final Supplier<GroupReader> readers;
    private boolean hasJoined;

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
        int unacknowledgedMessages = 0;
        for (String partition : readLines.keySet()) {
            List<ReportedLine> lines = withShortValues(partition, readLines.getOrDefault(partition, List.of()));
            for (int from = 0, to = 0; from < lines.size(); from = to, unacknowledgedMessages++) {
                for (int size = 0; to < lines.size() && size < FULL_MESSAGE_CHARACTERS; to++) {
                    ReportedLine line = lines.get(to);
                    size += String.valueOf(line.key()).length()
                            + String.valueOf(line.value()).length();
                }
                answer(new Message.LinesRead(number, now, partition, lines.subList(from, to)));
            }
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

    /** Sends long values except their last parts, and returns the lines with the last parts. */
    private List<ReportedLine> withShortValues(String partition, List<ReportedLine> lines) {
        boolean hasLongLine = false;
        for (ReportedLine line : lines) {
            if (line.key() != null && line.key().length() > MAX_KEY_CHARACTERS) {
                throw new RunFailedException("the key at offset " + line.offset() + " of partition " + partition
                        + " has " + line.key().length() + " characters, and a worker node forwards keys of up to "
                        + MAX_KEY_CHARACTERS);
            }
            hasLongLine |= line.value() != null && line.value().length() > FULL_MESSAGE_CHARACTERS;
        }
        return hasLongLine
                ? lines.stream().map(line -> withShortValue(partition, line)).toList()
                : lines;
    }

    private ReportedLine withShortValue(String partition, ReportedLine line) {
        String rest = line.value();
        while (rest != null && rest.length() > FULL_MESSAGE_CHARACTERS) {
            int end = Character.isHighSurrogate(rest.charAt(FULL_MESSAGE_CHARACTERS - 1))
                    ? FULL_MESSAGE_CHARACTERS - 1 // half a surrogate pair cannot be encoded
                    : FULL_MESSAGE_CHARACTERS;
            answer(new Message.LinePart(number, partition, line.offset(), rest.substring(0, end)));
            rest = rest.substring(end);
        }
        return new ReportedLine(line.offset(), line.key(), rest);
    }
}
