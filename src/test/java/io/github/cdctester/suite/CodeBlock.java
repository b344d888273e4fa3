// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A fenced code block of a document, without indentation.
 *
 * @param page path of the document, relative to the checkout
 * @param line number of the line with the opening fence, from 1
 */
record CodeBlock(Path page, long line, String text) {

    static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();

    private static final int MAX_INDENT = 20;
    private static final Pattern FENCE = Pattern.compile("(?ms)^( *)```(\\w+)\n(.*?)^\\1```$");

    static List<CodeBlock> all(String language) throws IOException {
        List<Path> pages;
        try (Stream<Path> docs = Files.walk(CHECKOUT.resolve("docs"));
                Stream<Path> examples = Files.walk(CHECKOUT.resolve("examples"));
                Stream<Path> root = Files.list(CHECKOUT)) {
            pages = Stream.of(root, docs, examples)
                    .flatMap(files -> files)
                    .filter(name ->
                            name.toString().endsWith(".md") && !name.toString().contains("node_modules"))
                    .map(CHECKOUT::relativize)
                    .sorted()
                    .toList();
        }
        List<CodeBlock> blocks = new ArrayList<>();
        for (Path page : pages) {
            blocks.addAll(of(page, language));
        }
        return blocks;
    }

    static List<CodeBlock> of(Path page, String language) throws IOException {
        String document = Files.readString(CHECKOUT.resolve(page));
        Matcher fence = FENCE.matcher(document);
        List<CodeBlock> blocks = new ArrayList<>();
        while (fence.find()) {
            if (fence.group(2).equals(language)) {
                long line = document.substring(0, fence.start()).lines().count() + 1;
                blocks.add(new CodeBlock(page, line, fence.group(3).replaceAll("(?m)^" + fence.group(1), "")));
            }
        }
        return blocks;
    }

    /** The indentation may differ. */
    boolean isInExample() throws IOException {
        List<String> indentedTexts = IntStream.rangeClosed(0, MAX_INDENT)
                .mapToObj(spaces -> text.indent(spaces).replaceAll("(?m)^ +$", ""))
                .toList();
        try (Stream<Path> files = Files.walk(CHECKOUT.resolve("examples"))) {
            for (Path file : files.filter(name -> !name.toString().contains("/target/"))
                    .filter(Files::isRegularFile)
                    .toList()) {
                String lines = "\n" + Files.readString(file);
                if (indentedTexts.stream().anyMatch(block -> lines.contains("\n" + block))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Editors and compilers use this format. */
    String location() {
        return page + ":" + line;
    }
}
