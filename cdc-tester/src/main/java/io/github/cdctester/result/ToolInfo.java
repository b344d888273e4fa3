// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

/**
 * What measured.
 *
 * @param version this library's version
 * @param java the Java runtime
 * @param os the operating system and the number of processors
 * @param jdbcDriver the JDBC driver and its version; empty where nothing was written
 */
public record ToolInfo(String version, String java, String os, String jdbcDriver) {

    /**
     * Describes the process that this is called in.
     *
     * @param jdbcDriver the JDBC driver and its version
     * @return the description
     */
    public static ToolInfo current(String jdbcDriver) {
        return new ToolInfo(
                ownVersion(),
                System.getProperty("java.vendor") + " " + Runtime.version(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch") + ", "
                        + Runtime.getRuntime().availableProcessors() + " processors",
                jdbcDriver);
    }

    /**
     * Tells this library's version, as the jar's manifest has it.
     *
     * @return the version, or {@code development} outside of a jar
     */
    public static String ownVersion() {
        String version = ToolInfo.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
