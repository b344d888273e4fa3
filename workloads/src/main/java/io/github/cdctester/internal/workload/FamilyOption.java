// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

/**
 * An option of one family of workloads.
 *
 * @param name name on the command line, such as {@code --table-size}
 * @param property name in {@link io.github.cdctester.failure.InvalidPlanException#property()}
 * @param otherwise default value
 * @param role effect of the option outside of its family
 */
public record FamilyOption<T>(
        String name, String property, String label, Form<T> form, T otherwise, String description, Role role) {

    /** The effect of an option outside of its family. */
    public enum Role {
        PLAIN,
        /** A sweep can run over several values of the option. */
        SWEPT,
        /** The option ends the run, like the number of events. */
        ENDS_THE_RUN,
        /** The option sets the interval between starts of transactions: a {@link Form#DURATION}, zero for none. */
        INTERVAL
    }

    /** Creates an option without an effect outside of its family. */
    public FamilyOption(String name, String property, String label, Form<T> form, T otherwise, String description) {
        this(name, property, label, form, otherwise, description, Role.PLAIN);
    }

    public static FamilyOption<Integer> number(String name, String property, String description, int otherwise) {
        return new FamilyOption<>(name, property, "N", Form.NUMBER, otherwise, withDefault(description, otherwise));
    }

    /** Creates a switch. The default value is appended to the description. */
    public static FamilyOption<Boolean> onOff(String name, String property, String description, boolean otherwise) {
        String word = otherwise ? "on" : "off";
        return new FamilyOption<>(name, property, "on|off", Form.SWITCH, otherwise, withDefault(description, word));
    }

    private static String withDefault(String description, Object otherwise) {
        return description + " (default: " + otherwise + ")";
    }

    public FamilyOption<T> withRole(Role other) {
        return new FamilyOption<>(name, property, label, form, otherwise, description, other);
    }
}
