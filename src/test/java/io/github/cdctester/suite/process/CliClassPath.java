// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The class path of cdc-tester, with an archive of its classes. A short process spends most of its time on reading and verifying classes,
 * so the processes of a build share an archive.
 *
 * @param text the class path
 * @param options JVM options that use the archive; empty if it could not be created
 */
record CliClassPath(String text, List<String> options) {

    static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    static final String MAIN = "io.github.cdctester.cli.Main";

    private static final Path ARCHIVES = Path.of("target", "shared-classes");

    static CliClassPath ofThisJvm() {
        List<Path> paths = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .toList();
        // class data sharing requires the jars before the directories with the suites' classes
        List<Path> jars = paths.stream().filter(Files::isRegularFile).toList();
        List<Path> orderedPaths = new ArrayList<>(jars);
        orderedPaths.addAll(paths.stream().filter(Files::isDirectory).toList());
        return new CliClassPath(joinPaths(orderedPaths), options(jars));
    }

    private static List<String> options(List<Path> jars) {
        try {
            Files.createDirectories(ARCHIVES);
            Path archive = ARCHIVES.resolve(Integer.toHexString(fingerprint(jars)) + ".jsa")
                    .toAbsolutePath();
            // the suites run in several JVMs: the first JVM creates the archive, and the other JVMs wait
            try (FileChannel channel = FileChannel.open(
                            ARCHIVES.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && Files.notExists(archive)) {
                    createArchive(archive, joinPaths(jars));
                }
            }
            return Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A short sweep on an embedded server determines the archived classes. */
    private static void createArchive(Path archive, String jars) throws IOException {
        try (Stream<Path> files = Files.list(ARCHIVES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".jsa")).toList()) {
                Files.delete(file);
            }
        }
        Path log = archive.resolveSibling("made.txt");
        Path temporaryArchive = archive.resolveSibling("part");
        List<String> command = new ArrayList<>(List.of(JAVA, "-XX:ArchiveClassesAtExit=" + temporaryArchive));
        command.addAll(CliProcess.JAVA_OPTIONS);
        command.addAll(List.of("-cp", jars, MAIN));
        command.addAll(List.of("sweep", "--threads=1,2", "--events=50", "--time=0", "--table-size=10"));
        command.addAll(List.of("--settle-timeout=0", "--out=" + Files.createTempDirectory(ARCHIVES, "sweep")));
        try {
            int exitCode = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start()
                    .waitFor();
            if (exitCode == 0 && Files.exists(temporaryArchive)) {
                Files.move(temporaryArchive, archive);
            } else {
                System.err.println("cannot create the class data archive, so processes start more slowly: see " + log);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int fingerprint(List<Path> jars) throws IOException {
        List<Object> values = new ArrayList<>(List.of(Runtime.version().toString()));
        for (Path jar : jars) {
            values.addAll(List.of(jar, Files.size(jar), Files.getLastModifiedTime(jar)));
        }
        return Objects.hash(values.toArray());
    }

    private static String joinPaths(List<Path> paths) {
        return String.join(
                File.pathSeparator, paths.stream().map(Path::toString).toList());
    }
}
