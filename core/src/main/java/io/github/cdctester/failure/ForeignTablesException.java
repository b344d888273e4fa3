// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.failure;

import java.util.List;

/** The run would change tables that this tool did not create, and the user did not allow it. No table was changed. */
public final class ForeignTablesException extends CdcTesterException {

    private static final long serialVersionUID = 1L;

    private static final int MAX_NAMES = 5;

    private final transient List<String> tables;

    /**
     * Creates an exception.
     *
     * @param place the schema and the server
     * @param tables names of the tables, at least one
     * @param remedy the next step, as a clause
     */
    public ForeignTablesException(String place, List<String> tables, String remedy) {
        super(describe(place, tables) + "; " + remedy, null);
        this.tables = List.copyOf(tables);
    }

    /**
     * Returns the names of the tables that this tool did not create.
     *
     * @return their names
     */
    public List<String> tables() {
        return tables;
    }

    /**
     * Describes tables that this tool did not create, for a message or a question.
     *
     * @param place the schema and the server
     * @param tables the tables' names
     * @return the beginning of a sentence, with a few of the names
     */
    public static String describe(String place, List<String> tables) {
        String names = String.join(", ", tables.subList(0, Math.min(MAX_NAMES, tables.size())));
        return place + " has " + tables.size() + (tables.size() == 1 ? " table" : " tables")
                + " that cdc-tester did not make (" + names + (tables.size() > MAX_NAMES ? ", …" : "") + ")";
    }
}
