// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.yaml;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.bound.BoundedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.representer.StandardRepresenter;

/** Reads and writes one YAML document, which may be untrusted: size and depth are limited, and nothing in it is executed. */
public final class YamlFile {

    public static final int MAX_CHARACTERS = 1 << 20;

    private static final int MAX_DEPTH = 32;
    private static final int LINE_CHARACTERS = 120;
    private static final Pattern OPTION = Pattern.compile("\\$([A-Za-z][A-Za-z0-9_]*)");

    private final String label;
    private final Map<String, String> options;

    private YamlFile(String label, Map<String, String> options) {
        this.label = label;
        this.options = options;
    }

    /** Does not replace {@code $name}. Messages contain the file name. */
    public static YamlNode parse(Path file) {
        try {
            String text = BoundedFile.text(file, BoundedFile.MAX_SMALL_FILE_BYTES);
            return parse(String.valueOf(file.getFileName()), text, Map.of());
        } catch (BoundedFile.TooLongException e) {
            throw new RunFailedException(file + " cannot be read: " + SecretFile.reasonOf(e), e);
        } catch (IOException e) {
            throw new InvalidPlanException(String.valueOf(file), "cannot be read: " + SecretFile.reasonOf(e));
        }
    }

    /**
     * @param label name of the document in messages, for example the file name
     * @param options values that replace {@code $name} in texts; unknown names stay unchanged
     */
    public static YamlNode parse(String label, String text, Map<String, String> options) {
        YamlFile file = new YamlFile(label, Map.copyOf(options));
        if (text.length() > MAX_CHARACTERS) {
            throw new InvalidPlanException(
                    label, "has " + text.length() + " characters, must have at most " + MAX_CHARACTERS);
        }
        LoadSettings settings = LoadSettings.builder()
                .setLabel(label)
                .setCodePointLimit(MAX_CHARACTERS)
                .setAllowNonScalarKeys(true) // rejected below with a line number
                .build();
        try {
            file.rejectUnsupported(new Parse(settings).parseString(text));
            Optional<Node> root = new Compose(settings).composeString(text);
            if (root.isEmpty()) {
                throw new InvalidPlanException(label, "empty; give keys with values");
            }
            return file.toNode(root.get(), "");
        } catch (YamlEngineException e) {
            throw file.invalidYaml(e);
        }
    }

    /** Innermost maps are on one line; lists have one element per line, except lists of numbers. */
    public static String text(Object tree) {
        DumpSettings settings = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.AUTO)
                .setWidth(LINE_CHARACTERS)
                .setSplitLines(false)
                .setIndicatorIndent(2)
                .setIndentWithIndicator(true)
                .build();
        StandardRepresenter representer = new StandardRepresenter(settings) {
            @Override
            protected Node representSequence(Tag tag, Iterable<?> elements, FlowStyle style) {
                boolean isNumberList =
                        StreamSupport.stream(elements.spliterator(), false).allMatch(Number.class::isInstance);
                return super.representSequence(tag, elements, isNumberList ? FlowStyle.FLOW : FlowStyle.BLOCK);
            }
        };
        return new Dump(settings, representer).dumpToString(tree);
    }

    /** Runs before the tree is built, because building it recurses as deep as the nesting. */
    private void rejectUnsupported(Iterable<Event> events) {
        int depth = 0;
        int documents = 0;
        for (Event event : events) {
            boolean hasTag =
                    event instanceof ScalarEvent scalar && scalar.getTag().isPresent();
            if (event instanceof CollectionStartEvent start) {
                hasTag = start.getTag().isPresent();
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            } else if (event instanceof DocumentStartEvent) {
                documents++;
            }
            if (event instanceof AliasEvent) {
                throw syntaxError(event, "aliases (*name) are not supported; write the value out");
            }
            if (hasTag) {
                throw syntaxError(event, "tags (!name) are not supported; leave it out");
            }
            if (depth > MAX_DEPTH) {
                throw syntaxError(event, "nested deeper than " + MAX_DEPTH + " levels");
            }
            if (documents > 1) {
                throw syntaxError(event, "a second document begins here; give it a file of its own");
            }
        }
    }

    private InvalidPlanException syntaxError(Event event, String problem) {
        return new InvalidPlanException(fileAndLine(event.getStartMark()), problem);
    }

    private InvalidPlanException invalidYaml(YamlEngineException e) {
        if (e instanceof MarkedYamlEngineException markedError) {
            String problem =
                    YamlNode.onOneLine(String.valueOf(markedError.getProblem()).replaceFirst("\\. \\(.*", ""));
            return new InvalidPlanException(
                    fileAndLine(markedError.getProblemMark()),
                    "not valid YAML: " + problem + "; " + advice(markedError, problem));
        }
        String problem = YamlNode.onOneLine(
                String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        return new InvalidPlanException(label, "not valid YAML: " + problem);
    }

    private static String advice(MarkedYamlEngineException e, String problem) {
        String context = String.valueOf(e.getContext());
        String startLine = e.getContextMark()
                .map(mark -> " of line " + (mark.getLine() + 1))
                .orElse("");
        if (context.contains("flow")) {
            return "close the bracket" + startLine;
        }
        if (context.contains("quoted scalar")) {
            return "close the quote" + startLine;
        }
        if (problem.contains("TAB")) {
            return "indent with spaces, not tabs";
        }
        if (problem.contains("mapping values are not allowed")) {
            return "put a text with ': ' in it in quotes";
        }
        return problem.contains("expected ':'") ? "write KEY: VALUE" : "align the keys, and indent with spaces";
    }

    private String fileAndLine(Optional<Mark> mark) {
        return mark.map(position -> label + ":" + (position.getLine() + 1)).orElse(label);
    }

    private YamlNode toNode(Node node, String path) {
        int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
        YamlNode.Position position = new YamlNode.Position(label, line, path);
        if (node instanceof ScalarNode scalar) {
            boolean isPlain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
            return new YamlNode(position, replaceOptions(scalar.getValue()), isPlain);
        }
        if (node instanceof SequenceNode sequence) {
            List<YamlNode> elements = new ArrayList<>();
            for (Node element : sequence.getValue()) {
                elements.add(toNode(element, path + "[" + (elements.size() + 1) + "]"));
            }
            return new YamlNode(position, elements, false);
        }
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        for (NodeTuple entry : ((MappingNode) node).getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                throw new InvalidPlanException(fileAndLine(entry.getKeyNode().getStartMark()), "the key is not a word");
            }
            String keyPath = path.isEmpty() ? key.getValue() : path + "." + key.getValue();
            if (entries.put(key.getValue(), toNode(entry.getValueNode(), keyPath)) != null) {
                throw new InvalidPlanException(
                        fileAndLine(key.getStartMark()) + ": " + YamlNode.shortPath(keyPath), "given twice");
            }
        }
        return new YamlNode(position, entries, false);
    }

    private String replaceOptions(String text) {
        if (options.isEmpty() || text.indexOf('$') < 0) {
            return text;
        }
        return OPTION.matcher(text).replaceAll(match -> {
            String value = options.get(match.group(1));
            return Matcher.quoteReplacement(value == null ? match.group() : value);
        });
    }
}
