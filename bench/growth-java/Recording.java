// SPDX-License-Identifier: Apache-2.0
import io.github.cdctester.internal.cluster.message.Commits;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Ended;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.Message.WriteUpdate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The messages of one worker node in its measured part: one per second, and its end. */
record Recording(List<WriteUpdate> seconds, Ended end) {

    /** Reads the file of {@link RecordedNode}. Messages before the last pause were not measured. */
    static Recording read(Path file) throws IOException {
        List<WriteUpdate> seconds = new ArrayList<>();
        Ended end = null;
        for (String line : Files.readAllLines(file)) {
            Message message = Message.decode(line.getBytes(StandardCharsets.UTF_8));
            if (message instanceof WriteProgress progress) {
                seconds.add(progress.update());
            } else if (message instanceof Ended ended) {
                end = ended;
            } else {
                seconds.clear();
            }
        }
        if (seconds.isEmpty() || end == null) {
            throw new IOException(
                    file + " has " + seconds.size() + " seconds and " + (end == null ? "no" : "an") + " end");
        }
        return new Recording(seconds, end);
    }

    /**
     * Returns the recorded work as the work of one of several nodes. The GTID numbers of all nodes are interleaved.
     *
     * @param from the first free GTID number
     */
    static WriteUpdate forNode(WriteUpdate work, long from, int node, int nodes) {
        List<Commits> commits = new ArrayList<>();
        for (Commits recorded : work.commits()) {
            long[] steps = recorded.steps().clone();
            for (int i = 1; i < steps.length; i++) {
                steps[i] *= nodes;
            }
            steps[0] = from + node;
            commits.add(new Commits(recorded.high(), recorded.low(), recorded.tag(), false, steps));
        }
        return new WriteUpdate(work.counts(), work.durations(), work.rows(), commits, work.firstStartDelayNanos());
    }

    /** Returns how many GTID numbers the commits of all nodes use. */
    static long usedNumbers(WriteUpdate work, int nodes) {
        long width = 0;
        for (Commits recorded : work.commits()) {
            long own = 1;
            for (int i = 1; i < recorded.steps().length; i++) {
                own += recorded.steps()[i];
            }
            width = Math.max(width, own * nodes);
        }
        return width;
    }
}
