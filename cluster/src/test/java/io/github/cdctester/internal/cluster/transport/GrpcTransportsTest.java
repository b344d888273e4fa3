// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.link.Link.Member;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Beat;
import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator and a worker node on this machine's own address. */
@Timeout(30)
class GrpcLinksTest {

    private static final int MANY = 2_000;

    @TempDir
    static Path directory;

    private static NodeSecret secret;

    private final Heard worker = new Heard();
    private final Heard coordinator = new Heard();
    private final Member member = new Member("worker 1", "127.0.0.1");
    private GrpcWorkerLink there;
    private GrpcFleetLink here;
    private long calls;

    @BeforeAll
    static void make() throws InterruptedException {
        Path file = directory.resolve("nodes.pem");
        NewSecret.write(file);
        secret = NodeSecret.read(file);
    }

    @BeforeEach
    void listen() {
        there = new GrpcWorkerLink(loopback(0), secret, worker, line -> {});
        here = new GrpcFleetLink(secret, coordinator);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Calls, and tells how the worker knows the caller. */
    private Member call() throws InterruptedException {
        Ping own = new Ping(--calls);
        here.call(member, loopback(there.port()));
        here.send(member, own);
        Heard.One first = worker.next();
        while (!own.equals(first.message())) { // of a call that has ended
            first = worker.next();
        }
        return first.member();
    }

    @Test
    void bringsMessagesInTheirOrder() throws InterruptedException {
        Member caller = call();
        for (int i = 1; i <= MANY; i++) {
            here.send(member, new Ping(i));
            there.send(caller, new Pong(i, 0, 0, MessageSamples.USAGE));
        }
        for (int i = 1; i <= MANY; i++) {
            assertThat(worker.next()).isEqualTo(new Heard.One(caller, new Ping(i), ""));
            assertThat(coordinator.next())
                    .isEqualTo(new Heard.One(member, new Pong(i, 0, 0, MessageSamples.USAGE), ""));
        }
    }

    @Test
    void bringsALargeMessage() throws InterruptedException {
        Member caller = call();
        Message beat = new Beat(7, MessageSamples.done());
        String text = "x".repeat(8 << 20);
        there.send(caller, beat);
        there.send(caller, new Message.Failed(7, text));
        assertThat(beat).usingRecursiveComparison().isEqualTo(coordinator.next().message());
        assertThat(coordinator.next().message()).isEqualTo(new Message.Failed(7, text));
    }

    @Test
    void tellsWhereACallerIs() throws InterruptedException {
        assertThat(call().address()).matches("127\\.0\\.0\\.1:\\d+");
    }

    @Test
    void keepsTwoCallersApart() throws InterruptedException {
        Member first = call();
        Heard other = new Heard();
        try (GrpcFleetLink second = new GrpcFleetLink(secret, other)) {
            second.call(member, loopback(there.port()));
            second.send(member, new Ping(5));
            Member caller = worker.next().member();
            assertThat(caller).isNotEqualTo(first);
            there.send(caller, new Pong(5, 0, 0, MessageSamples.USAGE));
            there.send(first, new Pong(6, 0, 0, MessageSamples.USAGE));
            assertThat(other.next().message()).isEqualTo(new Pong(5, 0, 0, MessageSamples.USAGE));
            assertThat(coordinator.next().message()).isEqualTo(new Pong(6, 0, 0, MessageSamples.USAGE));
        }
        assertThat(worker.next().message()).as("the second one has left").isNull();
    }

    @Test
    void aWorkerThatIsClosedIsGone() throws InterruptedException {
        call();
        there.close();
        Heard.One last = coordinator.next();
        assertThat(last.message()).isNull();
        assertThat(last.why()).isEqualTo("it was stopped");
        here.send(member, new Ping(1)); // nobody gets it
        assertThat(coordinator.isEmpty()).isTrue();
    }

    @Test
    void aCallerThatLeavesIsGone() throws InterruptedException {
        Member caller = call();
        here.close();
        assertThat(worker.next()).isEqualTo(new Heard.One(caller, null, ""));
        there.send(caller, new Pong(1, 0, 0, MessageSamples.USAGE)); // nobody gets it
        assertThat(coordinator.isEmpty()).as("who closes is not told of it").isTrue();
    }

    @Test
    void aCallerThatHangsUpIsGone() throws InterruptedException {
        Member caller = call();
        here.hangUp(member);
        Heard.One last = worker.next();
        assertThat(last.member()).isEqualTo(caller);
        assertThat(last.message()).isNull();
        assertThat(last.why()).isNotEmpty();
        here.send(member, new Ping(1));
        here.hangUp(member);
        there.send(caller, new Pong(1, 0, 0, MessageSamples.USAGE));
        assertThat(coordinator.isEmpty()).as("who hangs up is not told of it").isTrue();
    }

    @Test
    void aWorkerThatHangsUpIsGone() throws InterruptedException {
        Member caller = call();
        there.hangUp(caller);
        Heard.One last = coordinator.next();
        assertThat(last.message()).isNull();
        assertThat(last.why()).isEqualTo("it took this coordinator for lost, which was silent");
        there.send(caller, new Pong(1, 0, 0, MessageSamples.USAGE));
        there.hangUp(caller);
        assertThat(worker.isEmpty()).as("who hangs up is not told of it").isTrue();
    }

    @Test
    void whoSendsWhileACallEndsIsNotHurt() throws Exception {
        for (int round = 0; round < 20; round++) {
            Member caller = call();
            FutureTask<Void> both = new FutureTask<>(() -> {
                for (int i = 0; i < MANY; i++) {
                    here.send(member, new Ping(i));
                    there.send(caller, new Pong(i, 0, 0, MessageSamples.USAGE));
                }
                return null;
            });
            Thread sender = new Thread(both);
            sender.start();
            if (round % 2 == 0) {
                here.hangUp(member);
            } else {
                there.hangUp(caller);
                here.hangUp(member);
            }
            both.get();
        }
    }

    @Test
    void aWorkerThatIsNotThereIsGone() throws InterruptedException {
        int port = there.port();
        there.close();
        here.call(member, loopback(port));
        Heard.One last = coordinator.next();
        assertThat(last.message()).isNull();
        assertThat(last.why()).startsWith("it cannot be reached (").contains("refused");
    }

    @Test
    void refusesAPortThatIsTaken() {
        int port = there.port();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> new GrpcWorkerLink(loopback(port), secret, worker, line -> {}))
                .withMessageStartingWith("cannot listen on 127.0.0.1:" + port + ": ")
                .withMessageEndingWith("; is another worker there, or is it no address of this machine?");
    }
}
