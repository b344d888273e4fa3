// SPDX-License-Identifier: Apache-2.0
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.Hello;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Opened;
import io.github.cdctester.internal.cluster.message.Message.Over;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.PoolCreated;
import io.github.cdctester.internal.cluster.message.Message.ProcessUsage;
import io.github.cdctester.internal.cluster.message.Message.Ready;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.Message.TaskMessage;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.Message.WriteUpdate;
import io.github.cdctester.internal.cluster.transport.GrpcWorkerTransport;
import io.github.cdctester.internal.cluster.transport.SharedSecret;
import io.github.cdctester.internal.cluster.transport.Transport;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.result.summary.LoadClient;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Simulates worker nodes that write nothing. Once per second, all at the same time, each sends a coordinator the
 * recorded messages of a writing node, with its own GTIDs. {@code PlayedNodes NODES SECRET-FILE ADDRESSES-FILE
 * RECORDING} serves one coordinator after the other, and ends with its input. Prints {@code opened} when the last node
 * of a coordinator has opened after a pause. Prints {@code told TRANSACTIONS}, the number of transactions since then, when the
 * coordinator dismisses the last node.
 */
final class PlayedNodes {

    private static final long SECOND = 1_000_000_000;
    private static final long FIRST_NUMBER = 1_000_000;

    private static final ProcessUsage USAGE = new ProcessUsage(0, -1, 0, 0);

    /**
     * Executes all work of the nodes except replies to pings, in one thread. So nodes need no locks, and send no report after
     * their end.
     */
    private static final ScheduledExecutorService WORK = Executors.newSingleThreadScheduledExecutor();

    private static int open;
    private static int dismissed;
    private static long reportedTransactions;

    private PlayedNodes() {}

    public static void main(String[] arguments) throws Exception {
        int nodes = Integer.parseInt(arguments[0]);
        SharedSecret secret = SharedSecret.read(Path.of(arguments[1]));
        Recording recording = Recording.read(Path.of(arguments[3]));
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            Node node = new Node(recording);
            node.transport =
                    new GrpcWorkerTransport(new InetSocketAddress("127.0.0.1", 0), secret, node, System.err::println);
            addresses.add(WorkerNodes.text(new InetSocketAddress("127.0.0.1", node.transport.port())));
        }
        Files.write(Path.of(arguments[2]), addresses);
        while (System.in.read() >= 0) {
            // until its input ends
        }
        System.exit(0);
    }

    private static final class Node implements Transport.Receiver<Peer> {

        private final Recording recording;
        private volatile GrpcWorkerTransport transport;
        private Peer coordinator;
        private CreatePool create;
        private Future<?> reports;
        private int second;
        private long number;
        private boolean paused;
        private long ownTransactions;

        Node(Recording recording) {
            this.recording = recording;
        }

        @Override
        public void received(Peer from, Message message) {
            if (message instanceof Ping ping) {
                transport.send(
                        from,
                        new Pong(ping.sentNanos(), System.nanoTime(), EpochMicrosClock.SYSTEM.epochMicros(), USAGE));
            } else {
                WORK.execute(() -> handle(from, message));
            }
        }

        private void handle(Peer from, Message message) {
            if (message instanceof Hello hello) {
                coordinator = from;
                transport.send(from, new Welcome(hello.version(), System.getProperty("java.version"), 1));
            } else if (message instanceof CreatePool request) {
                create = request;
                second = request.part().share().index(); // each node starts with another second
                number = FIRST_NUMBER;
                paused = false;
                ownTransactions = 0;
                transport.send(
                        from, new PoolCreated(request.task(), null, false, LoadClient.ofNative(request.load()), ""));
            } else if (message instanceof TaskMessage taskMessage) {
                handle(taskMessage);
            }
        }

        private void handle(TaskMessage message) {
            if (message instanceof Start) {
                answer(new Ready(message.task()));
            } else if (message instanceof Open request) {
                open(request);
            } else if (message instanceof Pause) {
                stopReports();
                paused = true;
                answer(new Paused(message.task(), nextUpdate()));
            } else if (message instanceof Stop) {
                stopReports();
                WriteUpdate last = withOwnCommits(recording.end().update());
                answer(new Ended(
                        message.task(),
                        last,
                        recording.end().scheduled(),
                        recording.end().waiting(),
                        recording.end().latency(),
                        recording.end().startDelay(),
                        USAGE));
            } else if (message instanceof EndTask) {
                dismiss();
                answer(new Over(message.task(), null));
            }
        }

        private void open(Open request) {
            ownTransactions = 0;
            answer(new Opened(request.task(), USAGE));
            reports = WORK.scheduleAtFixedRate(
                    () -> answer(new WriteProgress(request.task(), nextUpdate())),
                    request.atNanos() + SECOND - WriteProgress.AHEAD_NANOS - System.nanoTime(),
                    SECOND,
                    TimeUnit.NANOSECONDS);
            if (paused && ++open == create.part().share().of()) {
                System.out.println("opened");
            }
        }

        private void dismiss() {
            stopReports();
            reportedTransactions += ownTransactions;
            if (++dismissed == create.part().share().of()) {
                System.out.println("told " + reportedTransactions);
                open = 0;
                dismissed = 0;
                reportedTransactions = 0;
            }
        }

        private void stopReports() {
            if (reports != null) {
                reports.cancel(false);
                reports = null;
            }
        }

        private WriteUpdate nextUpdate() {
            return withOwnCommits(
                    recording.seconds().get(second++ % recording.seconds().size()));
        }

        private WriteUpdate withOwnCommits(WriteUpdate recorded) {
            int nodes = create.part().share().of();
            WriteUpdate done =
                    Recording.forNode(recorded, number, create.part().share().index(), nodes);
            number += Recording.usedNumbers(recorded, nodes);
            ownTransactions += done.counts().get(Metric.WRITE_TRANSACTIONS);
            return done;
        }

        private void answer(Message message) {
            transport.send(coordinator, message);
        }

        @Override
        public void disconnected(Peer peer, String reason) {
            WORK.execute(() -> {
                if (peer.equals(coordinator)) {
                    stopReports();
                }
            });
        }
    }
}
