// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.render;

import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.TestSuite;
import io.github.cdctester.internal.text.PlainText;
import java.io.IOException;
import java.io.Writer;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Renders test suites as JUnit XML for CI systems. The XML is valid for Ant's schema and for Jenkins. */
public final class JUnitRenderer {

    private static final DateTimeFormatter TIMESTAMP_FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final String END = "\n</testsuites>\n";

    private JUnitRenderer() {}

    /**
     * Writes a document of {@link #write} with additional suites. Writes only these suites if the document is incomplete, such
     * as the file of a process that was killed.
     */
    public static void writeWithAdded(String document, List<TestSuite> suites, Writer out) throws IOException {
        if (!document.endsWith(END)) {
            write(suites, out);
            return;
        }
        int firstNumber = document.split("<testsuite ", -1).length - 1; // texts and attributes contain no "<"
        out.write(document, 0, document.length() - END.length());
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out);
            for (int i = 0; i < suites.size(); i++) {
                writeSuite(xml, firstNumber + i, suites.get(i));
            }
            xml.flush();
        } catch (XMLStreamException e) {
            throw ioException(e);
        }
        out.write(END);
    }

    public static void write(List<TestSuite> suites, Writer out) throws IOException {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuites");
            for (int i = 0; i < suites.size(); i++) {
                writeSuite(xml, i, suites.get(i));
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.flush();
            out.write("\n");
        } catch (XMLStreamException e) {
            throw ioException(e);
        }
    }

    private static IOException ioException(XMLStreamException e) {
        return e.getNestedException() instanceof IOException io ? io : new IOException(e);
    }

    private static void writeSuite(XMLStreamWriter xml, int number, TestSuite suite) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", line(suite.name()));
        xml.writeAttribute("package", line(suite.className()));
        xml.writeAttribute("id", String.valueOf(number));
        xml.writeAttribute("timestamp", TIMESTAMP_FORMAT.format(suite.startedAt()));
        xml.writeAttribute("hostname", "localhost");
        xml.writeAttribute("tests", String.valueOf(suite.cases().size()));
        xml.writeAttribute("failures", String.valueOf(count(suite, Outcome.FAILURE)));
        xml.writeAttribute("errors", String.valueOf(count(suite, Outcome.ERROR)));
        xml.writeAttribute("skipped", String.valueOf(count(suite, Outcome.SKIPPED)));
        xml.writeAttribute("time", seconds(suite.seconds()));
        writeEmpty(xml, "properties");
        for (TestCase test : suite.cases()) {
            writeTestCase(xml, suite, test);
        }
        writeEmpty(xml, "system-out");
        writeEmpty(xml, "system-err");
        xml.writeCharacters("\n  ");
        xml.writeEndElement();
    }

    private static long count(TestSuite suite, Outcome outcome) {
        return suite.cases().stream().filter(test -> test.outcome() == outcome).count();
    }

    private static void writeEmpty(XMLStreamWriter xml, String element) throws XMLStreamException {
        xml.writeCharacters("\n    ");
        xml.writeEmptyElement(element);
    }

    private static void writeTestCase(XMLStreamWriter xml, TestSuite suite, TestCase test) throws XMLStreamException {
        xml.writeCharacters("\n    ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("name", line(test.name()));
        xml.writeAttribute("classname", line(suite.className()));
        xml.writeAttribute("time", seconds(test.seconds()));
        if (test.outcome() != Outcome.PASSED) {
            boolean isSkipped = test.outcome() == Outcome.SKIPPED;
            xml.writeStartElement(isSkipped ? "skipped" : test.outcome() == Outcome.ERROR ? "error" : "failure");
            xml.writeAttribute("message", line(test.message()));
            if (!isSkipped) {
                xml.writeAttribute("type", test.type());
                xml.writeCharacters(text(test.text()));
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", Double.isFinite(seconds) ? Math.max(0, seconds) : 0);
    }

    /** Returns a dash for an empty text, because JUnit's XML requires names. */
    private static String line(String source) {
        String line = text(PlainText.line(source)).strip();
        return line.isEmpty() ? "-" : line;
    }

    /** Replaces characters that XML cannot contain in any notation: control characters, U+FFFE and U+FFFF. */
    private static String text(String source) {
        return PlainText.lines(source).replace('\ufffe', '\ufffd').replace('\uffff', '\ufffd');
    }
}
