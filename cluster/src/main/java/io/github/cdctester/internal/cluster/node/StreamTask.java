// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.StartWatch;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscription;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.run.stream.LocalReading;
import io.github.cdctester.internal.run.stream.LogServer;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Follows a stream, and converts times to the coordinator's time of day. */
final class StreamTask extends NodeTask {

    private static final long CHECK_MILLIS = 200;

    private final LedgerMemory memory;
    private @Nullable FollowedStream stream;

    private record FollowedStream(FollowedServer server, LocalReading reading, Subscription subscription) {}

    StreamTask(int number, LedgerMemory memory, Consumer<Message> answers) {
        super("stream", number, answers);
        this.memory = memory;
    }

    @Override
    void work() throws InterruptedException {
        try {
            serve(CHECK_MILLIS);
        } finally {
            if (stream != null) {
                stream.subscription().close();
            }
        }
    }

    @Override
    void execute(Message request) {
        if (request instanceof Message.Follow follow) {
            stream = follow(follow);
            ClockOffset offset = stream.server().clockOffset();
            answer(new Message.Following(number, offset.offsetMicros(), offset.uncertaintyMicros()));
        } else if (stream != null) { // otherwise, the failure was already reported
            handle(stream, request);
        }
    }

    @Override
    void check() {
        if (stream != null) {
            stream.subscription().failIfBroken();
        }
    }

    @Override
    void fail(Throwable why) {
        if (!hasFailed && stream != null) {
            answer(new Message.StreamProgress(number, 0, updateOf(stream)));
        }
        super.fail(why);
    }

    private void handle(FollowedStream followed, Message message) {
        if (message instanceof Message.PollStream poll) {
            answer(new Message.StreamProgress(number, poll.number(), updateOf(followed)));
        } else if (message instanceof Message.Committed committed) {
            followed.reading()
                    .check()
                    .ifPresent(check ->
                            committed.commits().forEach(commits -> commits.reportTo(check::acknowledged, null, 0)));
        } else if (message instanceof Message.LogEnds ends) {
            followed.subscription().offerLogEnd(ends.end(), followed.server());
        } else if (message instanceof Message.OpenWindow open) {
            followed.subscription().openWindowAt(open.start());
            answer(new Message.WindowOpened(number));
        } else if (message instanceof Message.WriteWindow) {
            followed.reading().check().ifPresent(StreamCheck::writeWindowOpens);
        } else if (message instanceof Message.EndTask) {
            end(followed);
        }
    }

    /** Waits for the first bytes. Fails if the endpoint is another server here than at the coordinator. */
    private FollowedStream follow(Message.Follow request) {
        Plan plan = request.plan().plan();
        StreamSpec spec = SharedPlan.stream(plan, request.stream());
        Endpoint endpoint = request.plan().endpoint();
        EpochMicrosClock clock = () -> EpochMicrosClock.SYSTEM.epochMicros() - request.clockAheadMicros();
        FollowedServer server = verifiedServer(endpoint, spec, plan, request.server(), clock);
        LocalReading reading = new LocalReading(request.measurements(), request.verified() ? memory : null, clock);
        StreamSettings settings = new StreamSettings(
                endpoint,
                server.info(),
                server.clockOffset(),
                List.of(),
                request.measurements().delays().main(),
                request.from(),
                request.read(),
                StreamRoute.DIRECT);
        return new FollowedStream(server, reading, reading.start(settings, request.excludedGtids(), StartWatch.NONE));
    }

    private static FollowedServer verifiedServer(
            Endpoint endpoint, StreamSpec spec, Plan plan, ServerInfo expected, EpochMicrosClock clock) {
        try (LogServer server = LogServer.open(endpoint, spec.logName(), plan.subscriber(), clock)) {
            if (!server.info().isSameServerAs(expected)) {
                throw new RunFailedException(endpoint.address() + " is "
                        + server.info().identity() + " here, and " + expected.identity() + " where the coordinator is");
            }
            return server.initialServer();
        }
    }

    private Message.StreamUpdate updateOf(FollowedStream followed) {
        return new Message.StreamUpdate(
                StreamMeter.Report.of(followed.reading().meter()),
                followed.subscription().state(),
                followed.reading().check().map(StreamCheck::pending).orElse(0L));
    }

    private void end(FollowedStream followed) {
        StreamMeter meter = followed.reading().meter();
        followed.subscription().close();
        meter.endLargeTransactions();
        markOver();
        answer(new Message.StreamEnded(
                number,
                updateOf(followed),
                meter.windowRows(),
                meter.windowPayloads(),
                followed.reading().check().map(StreamCheck::findings).orElse(StreamFindings.NOTHING)));
    }
}
