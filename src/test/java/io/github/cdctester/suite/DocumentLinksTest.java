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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every link from one document of the project to another, and to a heading, leads somewhere. */
class DocumentLinksTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");
    private static final Pattern NOT_IN_AN_ANCHOR = Pattern.compile("[^\\p{L}\\p{N} _-]");

    static List<Path> documents() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(ROOT)) {
            files.forEach(found::add);
        }
        for (String below : List.of("docs", "examples", "bench")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(below))) {
                files.forEach(found::add);
            }
        }
        return found.stream()
                .filter(file -> file.toString().endsWith(".md"))
                .map(ROOT::relativize)
                .filter(file -> !file.toString().contains("/target/"))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void itsLinksLeadSomewhere(Path document) throws IOException {
        Path file = ROOT.resolve(document);
        assertThat(LINK.matcher(text(file)).results().map(link -> link.group(1)))
                .allSatisfy(link -> assertLeadsSomewhere(file, URI.create(link)));
    }

    private static void assertLeadsSomewhere(Path from, URI link) throws IOException {
        if (link.isAbsolute()) {
            return; // somebody else's page
        }
        Path target = link.getPath().isEmpty() ? from : from.resolveSibling(link.getPath());
        assertThat(target).exists();
        if (link.getFragment() != null) {
            assertThat(anchors(target)).contains(link.getFragment());
        }
    }

    /** As GitHub makes them of headings, and those that are written out. */
    private static Set<String> anchors(Path document) throws IOException {
        String text = text(document);
        Stream<String> headings = HEADING.matcher(text)
                .results()
                .map(heading -> NOT_IN_AN_ANCHOR
                        .matcher(heading.group(1).strip().toLowerCase(Locale.ROOT))
                        .replaceAll("")
                        .replace(' ', '-'));
        Stream<String> written = ANCHOR.matcher(text).results().map(anchor -> anchor.group(1));
        return Stream.concat(headings, written).collect(Collectors.toSet());
    }

    private static String text(Path document) throws IOException {
        return BLOCK.matcher(Files.readString(document)).replaceAll("");
    }
}
