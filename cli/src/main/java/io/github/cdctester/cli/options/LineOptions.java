// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

public final class LineOptions extends OptionGroup {

    enum IdentityChoice {
        AUTO,
        GTID,
        POSITION,
        ROW
    }

    static final class FormatNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(Format.values()).map(PlainText::asWords).iterator();
        }
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            completionCandidates = FormatNames.class,
            description = "Format of lines: ${COMPLETION-CANDIDATES} (default: auto)")
    private Format format = Format.AUTO;

    @Option(
            names = "--identity",
            paramLabel = "HOW",
            description = "Match lines to commits by gtid, position, row stamp (row), or auto (default: auto)")
    private IdentityChoice identity = IdentityChoice.AUTO;

    @Option(
            names = "--key-columns",
            paramLabel = "NAME",
            split = ",",
            description = "Columns of the rows' key, separated by commas (default: as named by the lines, else id, else"
                    + " all)")
    private List<String> key = List.of();

    @Option(
            names = "--columns",
            paramLabel = "NAME",
            split = ",",
            description = "Names of the columns in order, for flink and csv rows without names")
    private List<String> columns = List.of();

    @Option(names = "--table-name", paramLabel = "TABLE", description = "Table for lines without a table name")
    private String table = "";

    @Option(names = "--table-column", paramLabel = "NAME", description = "Column that holds the table's name")
    private String tableColumn = "";

    public Shape shape() {
        Identity chosenIdentity = identity == IdentityChoice.AUTO ? null : Identity.valueOf(identity.name());
        return new Shape(format, chosenIdentity, key, columns, table, tableColumn);
    }
}
