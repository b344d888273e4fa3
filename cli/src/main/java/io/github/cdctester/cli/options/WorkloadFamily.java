// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.workload.sysbench.SysbenchScript;
import io.github.cdctester.workload.tpcc.TpccSpec;
import io.github.cdctester.workload.transfer.TransferSpec;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Workloads that have their options in common. Options of a family that is not written would have no effect: they are refused. */
enum WorkloadFamily {
    /** sysbench's oltp scripts. */
    SYSBENCH("sysbench's oltp workloads", SysbenchOptions.class),
    /** The workload like TPC-C. */
    TPCC(TpccSpec.NAME, TpccOptions.class),
    /** Transfers between accounts. */
    TRANSFER(TransferSpec.NAME, TransferOptions.class),
    /** Transactions of a given size. */
    LARGE_TRANSACTION("large_transaction", LargeTransactionOptions.class),
    /** A file, or a provider's. */
    OWN("workloads of your own", RandomOptions.class);

    /** The long names of each family's options. */
    private static final Map<WorkloadFamily, Set<String>> OPTIONS = new EnumMap<>(WorkloadFamily.class);

    static {
        for (WorkloadFamily family : values()) {
            Set<String> names = new TreeSet<>();
            CommandSpec.forAnnotatedObject(family.mixin).options().forEach(option -> names.add(option.longestName()));
            OPTIONS.put(family, names);
        }
        // of the commands, and shared with sysbench
        options(TPCC).addAll(List.of("--check", "--terminals", "--rand-seed"));
        options(TRANSFER).addAll(List.of("--check", "--db-ps-mode", "--reconnect"));
        options(TRANSFER).addAll(options(OWN)); // how numbers are drawn
        options(OWN)
                .addAll(List.of(
                        "--workload-file",
                        "--workload-option",
                        "--db-ps-mode",
                        "--skip-trx",
                        "--reconnect",
                        "--check"));
    }

    private final String label;
    private final Class<?> mixin;

    WorkloadFamily(String label, Class<?> mixin) {
        this.label = label;
        this.mixin = mixin;
    }

    /** The family of a workload, if it is one of ours. */
    static Optional<WorkloadFamily> of(String workload) {
        if (workload.equals(TPCC.label)) {
            return Optional.of(TPCC);
        }
        if (workload.equals(TRANSFER.label)) {
            return Optional.of(TRANSFER);
        }
        if (workload.equals(LARGE_TRANSACTION.label)) {
            return Optional.of(LARGE_TRANSACTION);
        }
        return Arrays.stream(SysbenchScript.values())
                        .anyMatch(script -> script.scriptName().equals(workload))
                ? Optional.of(SYSBENCH)
                : Optional.empty();
    }

    private static Set<String> options(WorkloadFamily family) {
        return Objects.requireNonNull(OPTIONS.get(family));
    }

    /**
     * Refuses options that would be ignored.
     *
     * @param given what was given on the command line
     * @param written the families of the workloads that are written
     * @param asked the options that say so, as in {@code --workload tpcc}
     */
    static void refuseOthers(ParseResult given, Collection<WorkloadFamily> written, String asked) {
        for (OptionSpec option : given.matchedOptions()) {
            String name = nameAsGiven(option, given);
            Set<WorkloadFamily> owners = EnumSet.noneOf(WorkloadFamily.class);
            Arrays.stream(values())
                    .filter(family -> options(family).contains(name))
                    .forEach(owners::add);
            if (!owners.isEmpty() && written.stream().noneMatch(owners::contains)) {
                throw new ParameterException(
                        given.commandSpec().commandLine(),
                        name + " is " + value(option, name, given) + ", but must be left out with " + asked
                                + ": it is for "
                                + owners.stream().map(owner -> owner.label).collect(Collectors.joining(", ")));
            }
        }
    }

    /** An option with two names, of which one is for one family only. */
    private static String nameAsGiven(OptionSpec option, ParseResult given) {
        return Stream.of(option.names())
                .filter(name -> given.expandedArgs().stream()
                        .anyMatch(argument -> argument.equals(name) || argument.startsWith(name + "=")))
                .findFirst()
                .orElse(option.longestName());
    }

    /** As it was typed: what picocli keeps of a switch is not. */
    private static String value(OptionSpec option, String name, ParseResult given) {
        if (option.arity().max() == 0) {
            return "given";
        }
        List<String> arguments = given.expandedArgs();
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
