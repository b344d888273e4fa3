// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.util.ArrayList;
import java.util.List;

/** Restores the global variables that it changed on a shared server. */
final class GlobalSettings {

    private final TestServer server;
    private final List<String> restoreStatements = new ArrayList<>();

    private GlobalSettings(TestServer server) {
        this.server = server;
    }

    /** @param settings each {@code name=value} */
    static GlobalSettings of(TestServer server, String... settings) {
        GlobalSettings globalSettings = new GlobalSettings(server);
        for (String setting : settings) {
            String[] nameAndValue = setting.split("=", 2);
            String oldValue = server.queryRows("SELECT @@GLOBAL." + nameAndValue[0])
                    .get(0)
                    .get(0);
            globalSettings.restoreStatements.addAll(0, List.of(statement(nameAndValue[0], oldValue)));
            server.execute(statement(nameAndValue[0], nameAndValue[1]));
        }
        return globalSettings;
    }

    /** {@link #restore} also resets the log, because other suites need GTIDs for all transactions. */
    static GlobalSettings turnOffGtids(TestServer server) {
        GlobalSettings globalSettings = new GlobalSettings(server);
        for (String mode : List.of("ON_PERMISSIVE", "OFF_PERMISSIVE", "OFF")) {
            server.execute(statement("gtid_mode", mode));
        }
        for (String mode : List.of("OFF_PERMISSIVE", "ON_PERMISSIVE", "ON")) {
            globalSettings.restoreStatements.add(statement("gtid_mode", mode));
        }
        globalSettings.restoreStatements.add("RESET BINARY LOGS AND GTIDS");
        return globalSettings;
    }

    void restore() {
        server.execute(restoreStatements.toArray(String[]::new));
    }

    private static String statement(String name, String value) {
        boolean isNumber = value.matches("-?\\d+(\\.\\d+)?");
        return "SET GLOBAL " + name + " = " + (isNumber ? value : "'" + value + "'");
    }
}
