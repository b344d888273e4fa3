// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The published POMs must add only these dependencies to a user's class path. */
final class ArtifactsTest {

    private static final Path CHECKOUT = Path.of("../..");

    @Test
    void libraryHasTestLibrariesInTestScopeOnly() throws Exception {
        assertThat(dependencies("cdc-tester"))
                .filteredOn(dependency -> text(dependency, "groupId").matches("org\\.(junit|assertj|testcontainers).*"))
                .isNotEmpty()
                .allMatch(dependency -> text(dependency, "scope").equals("test"));
    }

    @Test
    void testkitHasNoOptionalDependency() throws Exception {
        assertThat(dependencies("testkit"))
                .extracting(dependency -> text(dependency, "artifactId"))
                .contains("cdc-tester", "assertj-core", "testcontainers");
        assertThat(dependencies("testkit"))
                .noneMatch(dependency -> text(dependency, "optional").equals("true"));
    }

    @Test
    void bomListsEachPublishedArtifact() throws Exception {
        Element parent = pom("");
        List<String> publishedArtifacts = children(children(parent, "modules").get(0), "module").stream()
                .map(Node::getTextContent)
                .filter(module ->
                        !module.startsWith("src/") && !module.equals("bom") && !module.equals("style-pom.xml"))
                .map(ArtifactsTest::artifactId)
                .toList();

        Element managedDependencies = children(
                        children(pom("bom"), "dependencyManagement").get(0), "dependencies")
                .get(0);
        assertThat(children(managedDependencies, "dependency"))
                .extracting(dependency -> text(dependency, "artifactId"))
                .containsExactlyInAnyOrderElementsOf(publishedArtifacts);
    }

    private static String artifactId(String module) {
        try {
            return text(pom(module), "artifactId");
        } catch (Exception e) {
            throw new AssertionError(module, e);
        }
    }

    private static List<Element> dependencies(String module) throws Exception {
        return children(children(pom(module), "dependencies").get(0), "dependency");
    }

    private static Element pom(String module) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(CHECKOUT.resolve(module).resolve("pom.xml").toFile())
                .getDocumentElement();
    }

    private static String text(Element parent, String child) {
        return children(parent, child).stream()
                .map(Node::getTextContent)
                .findFirst()
                .orElse("");
    }

    private static List<Element> children(Element parent, String name) {
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .flatMap(node -> node instanceof Element element ? Stream.of(element) : Stream.empty())
                .filter(element -> element.getTagName().equals(name))
                .toList();
    }
}
