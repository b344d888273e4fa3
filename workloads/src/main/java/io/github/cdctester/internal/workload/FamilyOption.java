// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

/**
 * An option that is for one family of workloads.
 *
 * @param name as on the command line, such as {@code --table-size}
 * @param property as {@link io.github.cdctester.failure.InvalidPlanException#property()} names it
 * @param otherwise its value where it is not given
 * @param role what else it has an effect on
 */
public record FamilyOption<T>(
        String name, String property, String label, Form<T> form, T otherwise, String description, Role role) {

    /** The meaning of an option to others than its family. */
    public enum Role {
        PLAIN,
        /** A sweep can go over several values. */
        SWEPT,
        /** It ends the run, as the number of events does. */
        ENDS_THE_RUN,
        /** It sets when transactions start, like a rate: a {@link Form#DURATION}, zero for none. */
        INTERVAL
    }

    /** An option that concerns no other client. */
    public FamilyOption(String name, String property, String label, Form<T> form, T otherwise, String description) {
        this(name, property, label, form, otherwise, description, Role.PLAIN);
    }

    public static FamilyOption<Integer> number(String name, String property, String description, int otherwise) {
        return new FamilyOption<>(name, property, "N", Form.NUMBER, otherwise, withDefault(description, otherwise));
    }

    /** A switch, whose default ends the description. */
    public static FamilyOption<Boolean> onOff(String name, String property, String description, boolean otherwise) {
        String word = otherwise ? "on" : "off";
        return new FamilyOption<>(name, property, "on|off", Form.SWITCH, otherwise, withDefault(description, word));
    }

    private static String withDefault(String description, Object otherwise) {
        return description + " (default: " + otherwise + ")";
    }

    public FamilyOption<T> as(Role other) {
        return new FamilyOption<>(name, property, label, form, otherwise, description, other);
    }
}
