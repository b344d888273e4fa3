// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.Result;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * Reads the JUnit XML of a result. Checks that it conforms to the schemas of Ant and Jenkins: order of elements, required
 * attributes, valid numbers and correct counts.
 */
final class JUnitDocument {

    private static final String DECIMAL = "\\d+\\.\\d{3}";

    private final Element root;

    private JUnitDocument(Element root) {
        this.root = root;
    }

    static JUnitDocument of(Result result) {
        return read(Formats.JUNIT.text(result));
    }

    static JUnitDocument of(Result result, CommandFailure failure) {
        return read(Formats.junit(failure).text(result));
    }

    static JUnitDocument of(CommandFailure failure) {
        return read(Formats.JUNIT_WITHOUT_RESULT.text(failure));
    }

    /** Adds a failure to the XML that another process has written. */
    static JUnitDocument of(String document, CommandFailure failure) {
        return read(Formats.junitWithFailure(document).text(failure));
    }

    private static JUnitDocument read(String text) {
        try {
            Element root = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(text)))
                    .getDocumentElement();
            JUnitDocument document = new JUnitDocument(root);
            document.check();
            return document;
        } catch (Exception e) {
            throw new AssertionError("no XML", e);
        }
    }

    private void check() {
        assertThat(root.getTagName()).isEqualTo("testsuites");
        assertThat(root.getAttributes().getLength()).isZero();
        List<Element> suites = children(root);
        assertThat(suites).isNotEmpty();
        for (int i = 0; i < suites.size(); i++) {
            Element suite = suites.get(i);
            assertThat(suite.getTagName()).isEqualTo("testsuite");
            for (String name : List.of("name", "package", "hostname")) {
                assertThat(suite.getAttribute(name)).as(name).isNotBlank();
            }
            assertThat(suite.getAttribute("id")).isEqualTo(String.valueOf(i));
            assertThat(suite.getAttribute("timestamp")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d");
            assertThat(suite.getAttribute("time")).matches(DECIMAL);
            assertThat(children(suite).stream().map(Element::getTagName).distinct())
                    .containsExactly("properties", "testcase", "system-out", "system-err");
            List<Element> cases = cases(suite);
            assertThat(suite.getAttribute("tests")).isEqualTo(String.valueOf(cases.size()));
            for (String kind : List.of("failure", "error", "skipped")) {
                long count = cases.stream()
                        .filter(testCase -> hasChild(testCase, kind))
                        .count();
                assertThat(suite.getAttribute(kind.equals("skipped") ? kind : kind + "s"))
                        .as(kind)
                        .isEqualTo(String.valueOf(count));
            }
            cases.forEach(JUnitDocument::check);
        }
    }

    private static void check(Element testCase) {
        assertThat(testCase.getAttribute("name")).isNotBlank();
        assertThat(testCase.getAttribute("classname")).isNotBlank();
        assertThat(testCase.getAttribute("time")).matches(DECIMAL);
        assertThat(children(testCase)).hasSizeLessThanOrEqualTo(1);
        for (Element outcome : children(testCase)) {
            assertThat(outcome.getTagName()).isIn("failure", "error", "skipped");
            assertThat(outcome.getAttribute("type").isEmpty()).isEqualTo(hasChild(testCase, "skipped"));
        }
    }

    List<String> suites() {
        return children(root).stream().map(suite -> suite.getAttribute("name")).toList();
    }

    /** Returns {@code passed}, or the outcome with its message, such as {@code failure: LOST 3}. */
    String outcome(String suite, String name) {
        Element testCase = testCase(suite, name);
        return children(testCase).stream()
                .map(outcome -> outcome.getTagName() + ": " + outcome.getAttribute("message"))
                .findFirst()
                .orElse("passed");
    }

    String text(String suite, String name) {
        return testCase(suite, name).getTextContent();
    }

    private Element testCase(String suite, String name) {
        return children(root).stream()
                .filter(element -> element.getAttribute("name").equals(suite))
                .flatMap(element -> cases(element).stream())
                .filter(element -> element.getAttribute("name").equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + suite + " of " + suites()));
    }

    private static boolean hasChild(Element testCase, String kind) {
        return children(testCase).stream().anyMatch(child -> child.getTagName().equals(kind));
    }

    private static List<Element> cases(Element suite) {
        return children(suite).stream()
                .filter(child -> child.getTagName().equals("testcase"))
                .toList();
    }

    private static List<Element> children(Element parent) {
        List<Element> elements = new ArrayList<>();
        NodeList nodes = parent.getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i) instanceof Element child) {
                elements.add(child);
            }
        }
        return elements;
    }
}
