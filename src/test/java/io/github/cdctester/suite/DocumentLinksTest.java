// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks links between documents and from Java to documents. Each architecture decision must be short and listed in the index. */
class DocumentLinksTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");
    private static final Pattern NOT_IN_AN_ANCHOR = Pattern.compile("[^\\p{L}\\p{N} _-]");

    private static final Path DECISIONS = ROOT.resolve("docs/dev/adr");
    private static final int MAX_DECISION_LINES = 60;
    private static final Pattern TITLE = Pattern.compile("# (\\d+)\\. (.+)");
    private static final Pattern STATUS = Pattern.compile("Status: (\\w+).*");

    /** Group 1 is a decision without a file name. */
    private static final Pattern REFERENCE =
            Pattern.compile("docs/(?:dev/adr/(\\d{4})\\b(?!-)|(?:dev/)?(?:adr/)?[\\w-]+\\.md)");

    static List<Path> documents() throws IOException {
        List<Path> paths = new ArrayList<>();
        try (Stream<Path> files = Files.list(ROOT)) {
            files.forEach(paths::add);
        }
        for (String folder : List.of("docs", "examples", "bench")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.forEach(paths::add);
            }
        }
        return paths.stream()
                .filter(file -> file.toString().endsWith(".md"))
                .map(ROOT::relativize)
                .filter(file -> !file.toString().contains("/target/")
                        && !file.toString().contains("/node_modules/"))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksOfDocumentHaveTargets(Path document) throws IOException {
        Path file = ROOT.resolve(document);
        assertThat(LINK.matcher(text(file)).results().map(link -> link.group(1)))
                .allSatisfy(link -> assertTargetExists(file, URI.create(link)));
    }

    static List<Path> decisions() throws IOException {
        try (Stream<Path> files = Files.list(DECISIONS)) {
            return files.filter(file -> !file.endsWith("README.md")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("decisions")
    void decisionIsShortAndInIndex(Path decision) throws IOException {
        List<String> lines = Files.readAllLines(decision);
        assertThat(lines).hasSizeLessThanOrEqualTo(MAX_DECISION_LINES);

        String name = decision.getFileName().toString();
        Matcher title = TITLE.matcher(lines.get(0));
        Matcher status = STATUS.matcher(lines.get(2));
        assertThat(title).matches();
        assertThat(status).matches();
        assertThat(name).startsWith("%04d-".formatted(Integer.parseInt(title.group(1))));
        String row = "| [%s](%s) | %s | %s | ".formatted(title.group(1), name, title.group(2), status.group(1));
        assertThat(Files.readAllLines(DECISIONS.resolve("README.md")))
                .filteredOn(line -> line.startsWith(row))
                .hasSize(1);
    }

    @Test
    void javaRefersToExistingDocuments() throws IOException {
        List<String> names =
                decisions().stream().map(file -> file.getFileName().toString()).toList();
        List<String> missingReferences = new ArrayList<>();
        int referenceCount = 0;
        for (Path source : sources()) {
            for (MatchResult reference :
                    REFERENCE.matcher(Files.readString(source)).results().toList()) {
                referenceCount++;
                String number = reference.group(1);
                boolean exists = number == null
                        ? Files.exists(ROOT.resolve(reference.group()))
                        : names.stream().anyMatch(name -> name.startsWith(number + "-"));
                if (!exists) {
                    missingReferences.add(ROOT.relativize(source) + ": " + reference.group());
                }
            }
        }
        assertThat(referenceCount).isGreaterThan(10);
        assertThat(missingReferences).isEmpty();
    }

    private static List<Path> sources() throws IOException {
        List<Path> paths = new ArrayList<>();
        for (String module : List.of(
                "faults",
                "core",
                "stream",
                "measure",
                "workloads",
                "recording",
                "judge",
                "report",
                "cdc-tester",
                "testkit",
                "cluster",
                "cli",
                "consumers",
                "src",
                "bench")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
                files.filter(file -> file.toString().endsWith(".java")
                                && !file.toString().contains("/target/"))
                        .forEach(paths::add);
            }
        }
        return paths;
    }

    private static void assertTargetExists(Path from, URI link) throws IOException {
        if (link.isAbsolute()) {
            return; // an external page
        }
        Path target = link.getPath().isEmpty() ? from : from.resolveSibling(link.getPath());
        assertThat(target).exists();
        if (link.getFragment() != null) {
            assertThat(anchors(target)).contains(link.getFragment());
        }
    }

    /** Includes the anchors that GitHub generates from headings. */
    private static Set<String> anchors(Path document) throws IOException {
        String text = text(document);
        Stream<String> headings = HEADING.matcher(text)
                .results()
                .map(heading -> NOT_IN_AN_ANCHOR
                        .matcher(heading.group(1).strip().toLowerCase(Locale.ROOT))
                        .replaceAll("")
                        .replace(' ', '-'));
        Stream<String> explicitAnchors = ANCHOR.matcher(text).results().map(anchor -> anchor.group(1));
        return Stream.concat(headings, explicitAnchors).collect(Collectors.toSet());
    }

    private static String text(Path document) throws IOException {
        return CODE_BLOCK.matcher(Files.readString(document)).replaceAll("");
    }
}
