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

/** Reads a consumer's lines as a member of a Kafka consumer group. */
final class GroupTask extends NodeTask {

    private static final long CHECK_MILLIS = 200;

    /**
     * Number of characters after which a message gets no further line. A message then stays below the transport's limit even if
     * all characters are escaped, unless a single line is too long.
     */
    private static final int FULL_MESSAGE_CHARACTERS = 1 << 20;

    private final Message.JoinGroup group;
    private boolean hasJoined;

    GroupTask(Message.JoinGroup group, Consumer<Message> answers) {
        super("group", group.task(), answers);
        this.group = group;
    }

    @Override
    void work() throws InterruptedException {
        ServiceLoader.load(GroupReader.class, GroupReader.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new RunFailedException("only 'cdc-tester worker' reads topics"))
                .read(group.source(), this::take);
    }

    private boolean take(Map<String, List<ReportedLine>> readLines, boolean isMember) throws InterruptedException {
        if (isMember && !hasJoined) {
            hasJoined = true;
            answer(new Message.GroupJoined(number));
        }
        long now = EpochMicrosClock.SYSTEM.epochMicros();
        int unacknowledgedMessages = 0;
        for (String partition : readLines.keySet()) {
            List<ReportedLine> lines = readLines.getOrDefault(partition, List.of());
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
}
