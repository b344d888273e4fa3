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
public record FamilyOption<T>(String name, String property, String label, Form<T> form, T otherwise, Role role) {

    /** The meaning of an option to others than its family. */
    public enum Role {
        /** Nothing. */
        PLAIN,
        /** A sweep can go over several values. */
        SWEPT,
        /** It ends the run, as the number of events does. */
        ENDS_THE_RUN,
        /** It says when transactions start, as a rate does: a {@link Form#DURATION}, zero for none. */
        INTERVAL
    }

    /** An option that concerns nobody else. */
    public FamilyOption(String name, String property, String label, Form<T> form, T otherwise) {
        this(name, property, label, form, otherwise, Role.PLAIN);
    }

    public static FamilyOption<Integer> number(String name, String property, int otherwise) {
        return new FamilyOption<>(name, property, "N", Form.NUMBER, otherwise);
    }

    public static FamilyOption<Boolean> onOff(String name, String property, boolean otherwise) {
        return new FamilyOption<>(name, property, "on|off", Form.SWITCH, otherwise);
    }

    /** Changes the role. */
    public FamilyOption<T> as(Role other) {
        return new FamilyOption<>(name, property, label, form, otherwise, other);
    }
}
