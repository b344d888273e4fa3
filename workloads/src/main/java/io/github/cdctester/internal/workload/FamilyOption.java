// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

/**
 * An option of one family of workloads.
 *
 * @param name such as {@code --table-size}
 * @param property name in {@link io.github.cdctester.failure.InvalidPlanException#property()}
 * @param role effect of the option outside of its family
 */
public record FamilyOption<T>(
        String name, String property, String label, Form<T> form, T defaultValue, String description, Role role) {

    public enum Role {
        PLAIN,
        /** A sweep can run over several values of the option. */
        SWEPT,
        /** The option limits the run, for example to a number of transactions. */
        ENDS_THE_RUN,
        /** Interval between starts of transactions: a {@link Form#DURATION}, zero for no interval. */
        INTERVAL
    }

    public FamilyOption(String name, String property, String label, Form<T> form, T defaultValue, String description) {
        this(name, property, label, form, defaultValue, description, Role.PLAIN);
    }

    public static FamilyOption<Integer> number(String name, String property, String description, int defaultValue) {
        return new FamilyOption<>(
                name, property, "N", Form.NUMBER, defaultValue, withDefault(description, defaultValue));
    }

    public static FamilyOption<Boolean> onOff(String name, String property, String description, boolean defaultValue) {
        String defaultWord = defaultValue ? "on" : "off";
        return new FamilyOption<>(
                name, property, "on|off", Form.SWITCH, defaultValue, withDefault(description, defaultWord));
    }

    private static String withDefault(String description, Object defaultValue) {
        return description + " (default: " + defaultValue + ")";
    }

    public FamilyOption<T> withRole(Role newRole) {
        return new FamilyOption<>(name, property, label, form, defaultValue, description, newRole);
    }

    /** The record's own method would take milliseconds at each start of the command line. */
    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
