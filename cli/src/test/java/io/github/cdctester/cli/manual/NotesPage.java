// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.manual;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Severity;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Generates the documentation page about notes, warnings and reasons of verdicts. */
public final class NotesPage {

    private static final String WARNINGS = "/io/github/cdctester/internal/report/document/warnings.properties";

    private static final Pattern ARGUMENT = Pattern.compile("\\{(\\w+)(?:(%[^}]*)|([:?!=|])([^}]*))?}");
    private static final Pattern FORMAT = Pattern.compile("%(?!%)(?:\\d\\$)?[.\\d]*[sdfg]");
    private static final Pattern OPTIONAL = Pattern.compile("\\{\\w+!([^}]*)}");

    private static final String INTRODUCTION = """
            # Notes, warnings and reasons

            `result.json` and reports list notes with a code. Each entry gives the sentence, its meaning, and the remedy.
            `…` stands for a value; parts that only some results have are left out. `docs/generate` writes this page.
            """;

    private static final Map<Severity, String> SEVERITIES = new LinkedHashMap<>(Map.of(
            Severity.HIGH, "Some numbers are wrong or misleading.",
            Severity.MEDIUM, "Some numbers are incomplete, or need care.",
            Severity.LOW, "Compare only with runs under the same conditions.",
            Severity.INFO, "Good to know."));

    /** The keys are prefixes of the warnings. */
    private static final Map<String, String> KIND_HEADINGS = new LinkedHashMap<>();

    /** The keys are the first reasons below the headings. */
    private static final Map<Reason, String> REASON_HEADINGS = Map.of(
            Reason.values()[0],
            "How it was compared",
            Reason.OBSERVED_IN_PART,
            "Why there is no verdict, or a weaker one",
            Reason.TORN,
            "Streams",
            Reason.NOTHING_REPORTED,
            "Consumers",
            Reason.SNAPSHOT_COMPARED,
            "Snapshots",
            Reason.REPLAYED,
            "Replay of row images");

    static {
        KIND_HEADINGS.put("any", "Any experiment");
        KIND_HEADINGS.put("run", "Run");
        KIND_HEADINGS.put("sweep", "Sweep");
        KIND_HEADINGS.put("find-max", "Search for the highest rate");
        KIND_HEADINGS.put("matrix", "Matrix");
        KIND_HEADINGS.put("compare", "Comparison");
    }

    private final Properties sentences = read(Verdict.class, "sentences.properties");
    private final Properties warnings = read(Note.class, WARNINGS);
    private final StringBuilder page = new StringBuilder(INTRODUCTION);

    private NotesPage() {}

    public static String make() throws IOException {
        return new NotesPage().composePage();
    }

    private static Properties read(Class<?> type, String name) {
        Properties properties = new Properties();
        try (InputStream in = type.getResourceAsStream(name)) {
            properties.load(new InputStreamReader(in, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    private String composePage() {
        for (Severity severity : Severity.values()) {
            page.append("\n## Notes of severity " + severity + "\n\n" + SEVERITIES.get(severity) + "\n");
            Arrays.stream(Note.Code.values())
                    .filter(code -> code.severity() == severity)
                    .forEach(code -> page.append("\n### " + code + "\n\n" + entry(code.name()) + "\n"));
        }
        page.append("\n## Warnings\n\nReports show warnings about a result as a whole, the worst first.\n");
        KIND_HEADINGS.forEach((kind, heading) -> {
            page.append("\n### " + heading + "\n\n");
            warnings.stringPropertyNames().stream()
                    .filter(key -> key.startsWith(kind + "."))
                    .sorted(Comparator.<String, Severity>comparing(key -> Severity.valueOf(fields(key)[0]))
                            .thenComparing(key -> key))
                    .forEach(key -> page.append(warning(key)));
        });
        page.append(
                "\n## Reasons of verdicts\n\nA verdict gives its reason: one or more of these clauses. `It` is the consumer.\n");
        for (Reason reason : Reason.values()) {
            if (REASON_HEADINGS.containsKey(reason)) {
                page.append("\n### " + REASON_HEADINGS.get(reason) + "\n\n");
            }
            page.append("- " + entry("Reason." + reason.name()) + "\n");
        }
        return page.toString();
    }

    private String entry(String key) {
        String meaning = sentences.getProperty(key + ".meaning", sentences.getProperty(key + ".reason", ""));
        String remedy = sentences.getProperty(key + ".remedy", "");
        return join(
                quoted(outline(sentences.getProperty(key, ""))), meaning, remedy.isEmpty() ? "" : "**Do:** " + remedy);
    }

    private String[] fields(String key) {
        return warnings.getProperty(key).split(" \\| ", 4);
    }

    private String warning(String key) {
        List<String> texts = Stream.of(fields(key))
                .map(text -> FORMAT.matcher(text).replaceAll("…").replace("%%", "%"))
                .toList();
        String code = "`" + key.substring(key.indexOf('.') + 1) + "` (" + texts.get(0) + "):";
        String reason = texts.get(2).equals("…") ? "" : sentence(texts.get(2));
        return "- " + join(code, quoted(texts.get(1)), reason, "**Do:** " + sentence(texts.get(3))) + "\n";
    }

    private static String join(String... texts) {
        return String.join(" ", Stream.of(texts).filter(text -> !text.isEmpty()).toList());
    }

    private static String quoted(String text) {
        return "*" + sentence(text) + "*";
    }

    private static String sentence(String text) {
        String first = text.substring(0, 1).toUpperCase(Locale.ROOT);
        String capitalized = text.matches("[a-z]+[_-].*") ? text : first + text.substring(1);
        return capitalized.replace("*", "\\*") + (text.endsWith(".") ? "" : ".");
    }

    /** Optional parts stay only if the sentence would otherwise have fewer than four words, or end with a colon. */
    private static String outline(String sentence) {
        String withoutOptionalParts = OPTIONAL.matcher(sentence).replaceAll("");
        long wordCount = Stream.of(
                        ARGUMENT.matcher(withoutOptionalParts).replaceAll("").split("\\W+"))
                .filter(word -> !word.isEmpty())
                .count();
        boolean needsOptionalParts = wordCount < 4 || withoutOptionalParts.endsWith(": ");
        String completeSentence = !needsOptionalParts
                ? withoutOptionalParts
                : OPTIONAL.matcher(sentence.replaceAll("(\\{\\w+![^};]*})(?=\\{\\w+![^;])", "$1; or "))
                        .replaceAll(match ->
                                match.group(1).startsWith(";") ? "" : Matcher.quoteReplacement(match.group(1)));
        String filledSentence = ARGUMENT.matcher(completeSentence)
                .replaceAll(match -> Matcher.quoteReplacement(displayedValue(match.group(3), match.group(4))));
        return FORMAT.matcher(filledSentence)
                .replaceAll("…")
                .replace("%%", "%")
                .replaceAll(" +", " ")
                .replace(" ;", ";")
                .strip();
    }

    private static String displayedValue(String mode, String words) {
        String plural = words == null ? "" : words.substring(words.indexOf('|') + 1);
        return mode == null || mode.equals("=")
                ? "…"
                : mode.equals(":") ? "… " + plural : mode.equals("?") ? plural : words;
    }
}
