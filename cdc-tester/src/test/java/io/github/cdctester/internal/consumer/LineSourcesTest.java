// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.failure.RunFailedException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LineSourcesTest {

    private final ReportCollector collector = new ReportCollector();

    @Test
    void readsLinesOfPipeAsTheyArrive() throws Exception {
        PipedOutputStream consumer = new PipedOutputStream();
        try (StandardInput source = new StandardInput(new PipedInputStream(consumer))) {
            source.start(collector.lines());
            consumer.write("t,1,5\nt,2,".getBytes(StandardCharsets.UTF_8));
            consumer.flush();
            assertThat(collector.awaitReports(1)).containsExactly("t 1 5");
            assertThat(source.remark()).isEmpty();
            consumer.write("6\nt,3,7".getBytes(StandardCharsets.UTF_8));
            consumer.close();
            assertThat(collector.awaitReports(3)).containsExactly("t 2 6", "t 3 7", "ended");
            assertThat(collector.awaitReports(1)).as("for a later listener").containsExactly("ended");
            assertThat(source.remark()).isPresent();
        }
    }

    @Test
    void endsThreadIfInputEndsAfterClose() throws Exception {
        Set<Thread> earlierThreads = Thread.getAllStackTraces().keySet();
        PipedOutputStream consumer = new PipedOutputStream();
        StandardInput source = new StandardInput(new PipedInputStream(consumer));
        source.start(collector.lines());
        consumer.write("t,1,5\n".getBytes(StandardCharsets.UTF_8));
        consumer.flush();
        assertThat(collector.awaitReports(1)).containsExactly("t 1 5");
        source.close();
        consumer.close();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!earlierThreads.contains(thread) && thread.getName().equals("cdc-tester-stdin")) {
                thread.join(10_000);
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }

    @Test
    void remarkIsAvailableInEndCallback() throws Exception {
        BlockingQueue<Optional<String>> remarks = new LinkedBlockingQueue<>();
        try (StandardInput source = new StandardInput(InputStream.nullInputStream())) {
            source.start(
                    new ReportCollector() {
                        @Override
                        public void onEnd() {
                            remarks.add(source.remark());
                        }
                    }.lines());
            assertThat(remarks.take())
                    .hasValueSatisfying(text -> assertThat(text).startsWith("standard input ended before"));
        }
    }

    /** A played recording ends with the run. */
    @Test
    void addsNoRemarkIfInputEndsAfterRun() throws Exception {
        for (boolean isRunOver : new boolean[] {false, true}) {
            CountDownLatch endLatch = new CountDownLatch(1);
            ReportCollector listener = new ReportCollector();
            if (isRunOver) {
                listener.stopListening();
            }
            try (ReadingSource source = new EmptySource(endLatch)) {
                source.start(listener.lines());
                endLatch.await();
                assertThat(source.remark().isPresent()).isEqualTo(!isRunOver);
            }
        }
    }

    private static final class EmptySource extends ReadingSource {
        private final CountDownLatch endLatch;

        EmptySource(CountDownLatch endLatch) {
            this.endLatch = endLatch;
        }

        @Override
        public void start(ConsumerLines lines) {
            start("empty", lines, () -> readToEnd(lines, InputStream.nullInputStream(), endLatch::countDown));
        }

        @Override
        public String name() {
            return "nothing";
        }

        @Override
        protected Optional<String> remarkAfterReading() {
            return Optional.of("it ended");
        }
    }

    @Test
    void remarkIsAvailableInFailureCallback() throws Exception {
        BlockingQueue<Optional<String>> remarks = new LinkedBlockingQueue<>();
        try (PipedInputStream unconnectedPipe = new PipedInputStream();
                StandardInput source = new StandardInput(unconnectedPipe)) {
            source.start(
                    new ReportCollector() {
                        @Override
                        public void onFailure(Throwable cause) {
                            remarks.add(source.remark());
                        }
                    }.lines());
            assertThat(remarks.take()).contains("standard input could no longer be read: Pipe not connected");
        }
    }

    @Test
    void followsFileFromItsEnd(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("out.csv"), "t,1,1\nt,1,2\n");
        try (FollowedFile source = new FollowedFile(file)) {
            source.start(collector.lines());
            assertThat(source.remark())
                    .hasValueSatisfying(text -> assertThat(text).startsWith("nothing was appended to "));
            Files.writeString(file, "t,1,3\n", StandardOpenOption.APPEND);
            assertThat(collector.awaitReports(1)).containsExactly("t 1 3");
            Files.writeString(file, "t,1,4\n", StandardOpenOption.TRUNCATE_EXISTING);
            assertThat(collector.awaitReports(1)).containsExactly("t 1 4");
            Files.writeString(file, "t,1,5", StandardOpenOption.APPEND);
            source.close();
            assertThat(collector.awaitReports(1)).containsExactly("t 1 5");
            assertThat(source.remark()).isEmpty();
            assertThat(collector.isEmpty()).isTrue();
        }
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void readsRotatedFileToItsEnd(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("out.csv"), "t,1,1\n");
        try (FollowedFile source = new FollowedFile(file)) {
            source.start(collector.lines());
            append(file, "t,1,2\nt,1,");
            assertThat(collector.awaitReports(1)).containsExactly("t 1 2");
            Path rotatedFile = Files.move(file, directory.resolve("out.csv.1"));
            append(rotatedFile, "3\nt,1,4");
            append(file, "t,1,5\n");
            assertThat(collector.awaitReports(3)).containsExactly("t 1 3", "t 1 4", "t 1 5");
            Path newFile = Files.writeString(directory.resolve("next"), "t,1,7\n");
            append(file, "t,1,6\n");
            Files.move(newFile, file, StandardCopyOption.REPLACE_EXISTING);
            assertThat(collector.awaitReports(2)).containsExactly("t 1 6", "t 1 7");
            assertThat(collector.remarks()).isEmpty();
        }
    }

    @Test
    void readsReplacedFilesOnClose(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("out.csv"), "");
        try (FollowedFile source = new FollowedFile(file)) {
            source.start(collector.lines());
            append(file, "t,1,1\n");
            Files.move(file, directory.resolve("out.csv.1"));
            append(file, "t,1,2\n");
        }
        assertThat(collector.awaitReports(2)).containsExactly("t 1 1", "t 1 2");
    }

    @Test
    void addsRemarkAboutTruncatedFile(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("out.csv"), "t,1,1\n");
        try (FollowedFile source = new FollowedFile(file)) {
            source.start(collector.lines());
            append(file, "t,1,2\nt,1,");
            assertThat(collector.awaitReports(1)).containsExactly("t 1 2");
            Files.writeString(file, "t,2,3\n", StandardOpenOption.TRUNCATE_EXISTING);
            assertThat(collector.awaitReports(1)).containsExactly("t 2 3");
            assertThat(collector.remarks()).singleElement().asString().startsWith(file + " was truncated (1x)");
        }
    }

    /** The new content is longer, so the size does not reveal the truncation. */
    @Test
    void readsRegrownTruncatedFileFromStart(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("out.csv"), "t,1,1\n".repeat(100));
        try (FollowedFile source = new FollowedFile(file)) {
            source.start(collector.lines());
            append(file, "t,1,2\n");
            assertThat(collector.awaitReports(1)).containsExactly("t 1 2");
            Path grownFile = Files.writeString(directory.resolve("grown"), "t,1,3\n" + "t,1,4\n".repeat(200));
            try (FileChannel from = FileChannel.open(grownFile);
                    FileChannel to = FileChannel.open(file, StandardOpenOption.WRITE)) {
                from.transferTo(0, from.size(), to); // like a writer that starts again at offset 0
            }
            assertThat(collector.awaitReports(201)).startsWith("t 1 3", "t 1 4").hasSize(201);
            assertThat(collector.remarks()).hasSize(1);
        }
    }

    @Test
    void waitsForFileToAppear(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("out.csv");
        try (FollowedFile source = new FollowedFile(file)) {
            source.start(collector.lines());
            assertThat(source.remark()).contains(file + " did not appear during the run");
            Files.writeString(file, "t,1,3\n");
            assertThat(collector.awaitReports(1)).containsExactly("t 1 3");
        }
    }

    @Test
    void readsNamedPipeToItsEnd(@TempDir Path directory) throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (FollowedFile source = new FollowedFile(pipe)) {
            source.start(collector.lines());
            assertThat(source.remark()).contains("nothing was written to the pipe " + pipe + " during the run");
            try (OutputStream consumer = new FileOutputStream(pipe.toFile())) {
                consumer.write("t,1,5\nt,2,".getBytes(StandardCharsets.UTF_8));
                assertThat(collector.awaitReports(1)).containsExactly("t 1 5");
                assertThat(source.remark()).isEmpty();
                consumer.write("6\n".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(collector.awaitReports(2)).containsExactly("t 2 6", "ended");
            assertThat(source.remark())
                    .hasValueSatisfying(
                            text -> assertThat(text).startsWith("the pipe " + pipe + " ended before the run did"));
        }
    }

    /** The reader's open() blocks until a writer opens the pipe. */
    @Test
    void pipeOpenedAfterCloseLeavesNoThread(@TempDir Path directory) throws Exception {
        Path pipe = directory.resolve("late");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Set<Thread> threadsBefore = Thread.getAllStackTraces().keySet();
        FollowedFile source = new FollowedFile(pipe);
        source.start(collector.lines());
        Thread reader = Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        !threadsBefore.contains(thread) && thread.getName().equals("cdc-tester-file"))
                .findFirst()
                .orElseThrow();
        source.close();
        try (OutputStream nextTrial = new FileOutputStream(pipe.toFile())) {
            reader.join(10_000);
            assertThat(reader.isAlive()).as("reads lines of the next trial").isFalse();
        }
    }

    @Test
    void rejectsDirectory(@TempDir Path directory) {
        try (FollowedFile source = new FollowedFile(directory)) {
            assertThatThrownBy(() -> source.start(collector.lines()))
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining(": a directory, must be");
        }
    }

    @Test
    void readsPostsInOrder() throws Exception {
        try (HttpPosts source = new HttpPosts(0)) {
            source.start(collector.lines());
            assertThat(source.remark()).contains("nothing was posted to " + source.name());
            assertThat(post(source, "t,1,5\nt,1,6")).isEqualTo(204);
            assertThat(post(source, "")).isEqualTo(204);
            assertThat(post(source, "t,1,7\n")).isEqualTo(204);
            assertThat(collector.awaitReports(3)).containsExactly("t 1 5", "t 1 6", "t 1 7");
            HttpRequest get = HttpRequest.newBuilder(URI.create(source.name())).build();
            assertThat(HttpClient.newHttpClient()
                            .send(get, BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(405);
            assertThat(source.remark()).isEmpty();
        }
        assertThat(collector.isEmpty())
                .as("a consumer may post again: this is not the end")
                .isTrue();
    }

    @Test
    void readsArraysAndRejectsEncodedPosts() throws Exception {
        try (HttpPosts source = new HttpPosts(0)) {
            source.start(collector.lines());
            assertThat(
                            post(
                                    source,
                                    " [{\"id\":1,\"cdc_seq\":5,\"__table\":\"t\"},\n  {\"id\": 2, \"cdc_seq\": 6, \"__table\": \"t\"}\n]\n"))
                    .isEqualTo(204);
            assertThat(collector.awaitReports(2)).containsExactly("t 1 5", "t 2 6");
            assertThat(collector.remarks()).isEmpty();
            assertThat(post(source, "{}", "Content-Encoding", "gzip")).isEqualTo(415);
            assertThat(post(source, "{\"id\":1,\"cdc_seq\":7}", "Content-Encoding", "identity"))
                    .isEqualTo(204);
            assertThat(collector.awaitReports(1)).containsExactly(" 1 7");
            assertThat(collector.remarks())
                    .containsExactly("posts with Content-Encoding gzip were refused; post plain text");
        }
    }

    @Test
    void rejectsCrossSitePosts() throws Exception {
        try (HttpPosts source = new HttpPosts(0)) {
            source.start(collector.lines());
            for (String headers : List.of("Host: evil.example", "Host: HOST\r\nOrigin: http://evil.example")) {
                URI uri = URI.create(source.name());
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), uri.getPort())) {
                    String head = "POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 5\r\n";
                    String text = head + headers.replace("HOST", uri.getAuthority()) + "\r\n\r\nt,1,5";
                    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                    assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                            .startsWith("HTTP/1.1 4");
                }
            }
            assertThat(source.remark()).contains("nothing was posted to " + source.name());
        }
    }

    private static int post(HttpPosts source, String body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(source.name() + "changes"));
        HttpRequest request = (headers.length == 0 ? builder : builder.headers(headers))
                .POST(BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void reportsPortInUse() throws IOException {
        try (ServerSocket takenSocket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                HttpPosts source = new HttpPosts(takenSocket.getLocalPort())) {
            assertThatThrownBy(() -> source.start(collector.lines()))
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining("posts: cannot listen on port " + takenSocket.getLocalPort());
        }
    }
}
