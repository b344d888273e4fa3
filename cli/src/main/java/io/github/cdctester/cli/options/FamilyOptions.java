// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.options.value.Converters;
import io.github.cdctester.cli.options.value.ListableValue;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.FamilyOption.Role;
import io.github.cdctester.internal.workload.SharedOptions;
import io.github.cdctester.internal.workload.WorkloadFamily;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Converts the options of workload families to picocli options, and reads their values. */
final class FamilyOptions {

    static final String WORKLOAD = "--workload";

    private FamilyOptions() {}

    static CommandSpec workloadOption(Workloads workloads) {
        String names = workloads.families().stream()
                .map(WorkloadFamily::joinedNames)
                .filter(familyNames -> !familyNames.isEmpty())
                .collect(Collectors.joining(", "));
        return CommandSpec.create()
                .addOption(OptionSpec.builder(WORKLOAD)
                        .paramLabel("NAME")
                        .type(String.class)
                        .completionCandidates(workloads.names())
                        .description(names + " or a provider (default: "
                                + workloads.names().get(0) + ")")
                        .build());
    }

    static CommandSpec of(Workloads workloads) {
        CommandSpec spec = CommandSpec.create();
        Stream.concat(distinctOptions(workloads), SharedOptions.ALL.stream())
                .forEach(option -> spec.addOption(option(option)));
        return spec;
    }

    private static Stream<FamilyOption<?>> distinctOptions(Workloads workloads) {
        return workloads.families().stream()
                .flatMap(family -> family.options().stream())
                .distinct();
    }

    private static OptionSpec option(FamilyOption<?> option) {
        OptionSpec.Builder builder = OptionSpec.builder(option.name())
                .paramLabel(option.label())
                .arity("1")
                .description(option.description().replace("%", "%%"));
        if (option.role() == Role.SWEPT) {
            ITypeConverter<?> listConverter = value -> ListableValue.parse(value, option.form()::parse);
            return builder.type(ListableValue.class).converters(listConverter).build();
        }
        builder.type(option.form().type()).converters(Converters.of(option.form()));
        return switch (option.form().syntax()) {
            case SWITCH -> builder.completionCandidates(new Converters.OnOff()).build();
            case CHOICE -> builder.completionCandidates(option.form().words()).build();
            default -> builder.build();
        };
    }

    /** Returns the first value of a list; empty if the option was not given. */
    static <T> Optional<T> findValue(FamilyOption<T> option, ParseResult line) {
        return Optional.ofNullable(line.<Object>matchedOptionValue(option.name(), null))
                .map(value -> value instanceof ListableValue<?> listed ? listed.first() : value)
                .map(option.form().type()::cast);
    }

    static List<String> sweptOptionNames(Workloads workloads) {
        return distinctOptions(workloads)
                .filter(option -> option.role() == Role.SWEPT)
                .map(FamilyOption::name)
                .sorted()
                .toList();
    }

    static List<SweepAxis> axes(Workloads workloads, ParseResult line, boolean includeSingleValues) {
        return workloads.families().stream()
                .flatMap(family -> family.options().stream()
                        .filter(option -> line.hasMatchedOption(option.name()))
                        .flatMap(option -> axis(family, option, line, includeSingleValues).stream()))
                .sorted(Comparator.comparing(axis -> axis.parameter().property()))
                .toList();
    }

    private static Optional<SweepAxis> axis(
            WorkloadFamily family, FamilyOption<?> option, ParseResult line, boolean includeSingleValues) {
        return line.matchedOption(option.name()).getValue() instanceof ListableValue<?> listed
                        && (includeSingleValues || listed.isList())
                ? Optional.of(listed.axis(
                        new SweepAxis.Parameter(option.property(), family.label()),
                        value -> ((Number) value).doubleValue()))
                : Optional.empty();
    }

    /** Returns the option's last value as typed; "given" for a switch. */
    static String value(OptionSpec option, String name, ParseResult line) {
        if (option.arity().max() == 0) {
            return "given";
        }
        List<String> arguments = line.expandedArgs();
        for (int i = arguments.size() - 1; i >= 0; i--) {
            String argument = arguments.get(i);
            if (argument.startsWith(name + "=")) {
                return argument.substring(name.length() + 1);
            }
            if (argument.equals(name) && i + 1 < arguments.size()) {
                return arguments.get(i + 1);
            }
        }
        return "given";
    }
}
