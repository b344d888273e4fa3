// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.yaml;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
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

/** Reads one YAML document, which nobody needs to trust: its size and depth are limited, and nothing in it is executed. */
public final class YamlFile {

    /** The longest text that is read, in characters: 1 MiB. */
    public static final int MOST_CHARACTERS = 1 << 20;

    private static final int MOST_DEPTH = 32;
    private static final Pattern OPTION = Pattern.compile("\\$([A-Za-z][A-Za-z0-9_]*)");

    private final String label;
    private final Map<String, String> options;

    private YamlFile(String label, Map<String, String> options) {
        this.label = label;
        this.options = options;
    }

    /**
     * Reads a text.
     *
     * @param label what messages call it, such as the file's name
     * @param options what {@code $name} stands for in values; names that are not among them are left as they are
     */
    public static YamlNode parse(String label, String text, Map<String, String> options) {
        YamlFile file = new YamlFile(label, Map.copyOf(options));
        if (text.length() > MOST_CHARACTERS) {
            throw new InvalidPlanException(
                    label, "a text of " + text.length() + " characters", "at most " + MOST_CHARACTERS + " long");
        }
        LoadSettings settings = LoadSettings.builder()
                .setLabel(label)
                .setCodePointLimit(MOST_CHARACTERS)
                .setAllowNonScalarKeys(true) // refused below, with their line
                .build();
        try {
            file.refuseWhatIsNotText(new Parse(settings).parseString(text));
            Optional<Node> root = new Compose(settings).composeString(text);
            if (root.isEmpty()) {
                throw new InvalidPlanException(label, "empty", "YAML with keys");
            }
            return file.tree(root.get(), "");
        } catch (YamlEngineException e) {
            throw file.noYaml(e);
        }
    }

    /** Before the tree is made, which would need a stack as deep as the nesting. */
    private void refuseWhatIsNotText(Iterable<Event> events) {
        int depth = 0;
        int documents = 0;
        for (Event event : events) {
            boolean tagged =
                    event instanceof ScalarEvent scalar && scalar.getTag().isPresent();
            if (event instanceof CollectionStartEvent start) {
                tagged = start.getTag().isPresent();
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            } else if (event instanceof DocumentStartEvent) {
                documents++;
            }
            if (event instanceof AliasEvent) {
                throw refused(event, "an alias (*name)", "written out");
            }
            if (tagged) {
                throw refused(event, "tagged (!name)", "without a tag");
            }
            if (depth > MOST_DEPTH) {
                throw refused(event, "nested deeper than " + MOST_DEPTH, "flatter");
            }
            if (documents > 1) {
                throw refused(event, "a second document", "in a file of its own");
            }
        }
    }

    private InvalidPlanException refused(Event event, String what, String expected) {
        return new InvalidPlanException(at(event.getStartMark()), what, expected);
    }

    private InvalidPlanException noYaml(YamlEngineException e) {
        if (e instanceof MarkedYamlEngineException marked) {
            String problem = YamlNode.onOneLine(String.valueOf(marked.getProblem()));
            return new InvalidPlanException(
                    at(marked.getProblemMark()),
                    "no YAML (" + problem + ")",
                    "indented by blanks, with texts that hold ': ' or ' #' in quotes");
        }
        String problem = YamlNode.onOneLine(
                String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        return new InvalidPlanException(label, "no YAML (" + problem + ")", "YAML 1.2");
    }

    private String at(Optional<Mark> mark) {
        return mark.map(place -> label + ":" + (place.getLine() + 1)).orElse(label);
    }

    private YamlNode tree(Node node, String path) {
        int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
        YamlNode.Place place = new YamlNode.Place(label, line, path);
        if (node instanceof ScalarNode scalar) {
            boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
            return new YamlNode(place, substituted(scalar.getValue()), plain);
        }
        if (node instanceof SequenceNode sequence) {
            List<YamlNode> elements = new ArrayList<>();
            for (Node element : sequence.getValue()) {
                elements.add(tree(element, path + "[" + (elements.size() + 1) + "]"));
            }
            return new YamlNode(place, elements, false);
        }
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        for (NodeTuple entry : ((MappingNode) node).getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                throw new InvalidPlanException(at(entry.getKeyNode().getStartMark()), "a key of parts", "a word");
            }
            String keyPath = path.isEmpty() ? key.getValue() : path + "." + key.getValue();
            if (entries.put(key.getValue(), tree(entry.getValueNode(), keyPath)) != null) {
                throw new InvalidPlanException(
                        at(key.getStartMark()) + ": " + YamlNode.shownPath(keyPath), "there twice", "there once");
            }
        }
        return new YamlNode(place, entries, false);
    }

    private String substituted(String text) {
        if (options.isEmpty() || text.indexOf('$') < 0) {
            return text;
        }
        return OPTION.matcher(text).replaceAll(found -> {
            String value = options.get(found.group(1));
            return Matcher.quoteReplacement(value == null ? found.group() : value);
        });
    }
}
