// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A user's Maven project. Its local repository contains this build's artifacts, and links to other artifacts. */
public final class MavenProject {

    private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();
    private static final String VERSION = "0.1.0-SNAPSHOT";
    /** A small build ends before the second compiler pays off. */
    private static final String JVM_OPTIONS = "-XX:TieredStopAtLevel=1";

    /** With one silent connection per download, Maven gives up after four minutes. */
    private static final long TIMEOUT_SECONDS = 280;

    private static final List<String> GROUP_DIRECTORIES = List.of("io", "github", "cdctester");

    private final Path directory;
    private final Path repository;
    private final Map<String, String> environment = new HashMap<>();

    private MavenProject(Path directory) {
        this.directory = directory;
        repository = directory.resolve("repository");
    }

    public static MavenProject in(Path directory, String pom) throws IOException {
        return new MavenProject(directory)
                .file("pom.xml", pom)
                .file(".mvn/maven.config", Files.readString(CHECKOUT.resolve(".mvn/maven.config")));
    }

    /** Does not copy the {@code target} directory. */
    public static MavenProject copyOf(Path example, Path directory) throws IOException {
        MavenProject project = in(directory, Files.readString(example.resolve("pom.xml")));
        try (Stream<Path> files = Files.walk(example)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path name = example.relativize(file);
                if (!name.startsWith("target")) {
                    project.file(name.toString(), Files.readString(file));
                }
            }
        }
        return project;
    }

    public MavenProject environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public MavenProject file(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    /** @param output standard output and standard error */
    public record BuildResult(int exitCode, String output) {}

    public BuildResult test(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-Dmaven.repo.local=" + repository));
        command.addAll(List.of("-DargLine=" + JVM_OPTIONS, "test"));
        command.addAll(List.of(options));
        Path output = Files.createTempFile(directory, "output", ".txt");
        ProcessBuilder build = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        build.environment().merge("MAVEN_OPTS", JVM_OPTIONS, (existing, added) -> added + " " + existing);
        build.environment().putAll(environment);
        try {
            fillRepository();
            Process maven = build.start();
            maven.getOutputStream().close();
            awaitEnd(maven, output);
            return new BuildResult(maven.exitValue(), Files.readString(output));
        } finally {
            removeRepository();
        }
    }

    private static void awaitEnd(Process maven, Path output) throws IOException, InterruptedException {
        try {
            if (!maven.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("still running:\n" + Files.readString(output));
            }
        } finally {
            maven.descendants().forEach(ProcessHandle::destroyForcibly);
            maven.destroyForcibly();
        }
    }

    private void fillRepository() throws IOException {
        link(localRepository(), repository, 0);
        install("cdc-tester-parent", "pom.xml", null);
        install("cdc-tester-faults", "faults/pom.xml", "faults");
        for (String module : List.of("core", "stream", "measure", "workloads", "recording", "judge", "report")) {
            install("cdc-tester-" + module, module + "/pom.xml", module);
        }
        install("cdc-tester", "cdc-tester/pom.xml", "cdc-tester");
        install("cdc-tester-junit", "testkit/pom.xml", "testkit");
        install("cdc-tester-bom", "bom/pom.xml", null);
    }

    private void removeRepository() throws IOException {
        try (Stream<Path> entries = Files.walk(repository)) { // links are not followed
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }

    private static Path localRepository() {
        Path jar = Path.of(
                Test.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        return jar.resolve("../../../../../..").normalize(); // org/junit/jupiter/junit-jupiter-api/VERSION/JAR
    }

    private void link(Path from, Path to, int depth) throws IOException {
        Files.createDirectories(to);
        if (depth == GROUP_DIRECTORIES.size()) {
            return;
        }
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                if (!entry.getFileName().toString().equals(GROUP_DIRECTORIES.get(depth))) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
                }
            }
        }
        link(from.resolve(GROUP_DIRECTORIES.get(depth)), to.resolve(GROUP_DIRECTORIES.get(depth)), depth + 1);
    }

    private void install(String artifact, String pom, String module) throws IOException {
        Path artifactDirectory = repository
                .resolve(String.join("/", GROUP_DIRECTORIES))
                .resolve(artifact)
                .resolve(VERSION);
        Files.createDirectories(artifactDirectory);
        String name = artifact + "-" + VERSION;
        Files.copy(CHECKOUT.resolve(pom), artifactDirectory.resolve(name + ".pom"));
        if (module != null) {
            Files.copy(
                    CHECKOUT.resolve(module).resolve("target").resolve(name + ".jar"),
                    artifactDirectory.resolve(name + ".jar"));
        }
    }
}
