// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.manual;

import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.workload.WorkloadFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Creates the pages of the help and the manual. A page is a picocli command that is never executed: picocli only formats it. */
public final class HelpPages {

    public static final String HELP_ALL_OPTION = "--help-all";

    /** Options by heading. Options after {@code |}, and options that are not in this list, appear only with {@code --help-all}. */
    static final List<Heading> HEADINGS =
            """
            Consumer: --from-stdin --from-file --from-kafka --from-http --snapshot --format --at-least-once
                | --from-command --play --speed --ssl-key-store --ssl-key-store-password-file
                --consumer --consumer-name --assume-ended --no-load --identity --key-columns --columns --table-name --table-column
                --bootstrap-servers --kafka-property --shrink --shrink-time
            Sweep: --repeats --until | --on-error
            Search: --limit --max-rate --then | --precision --confirm --steps
            Server: --host --port --database --user --password --ssl-mode --url
                | --password-file --ssl-ca --server-public-key-path --client --jdbc-driver
            Stream: --from --cdc-url --delay-source
                | --cdc-user --cdc-password-file --cdc-server-public-key-path --cdc-failover --streams --streams-share
                --heartbeat-interval --resume-timeout --stream --row-counting --payloads --reader --verify-checksums
            Workload: --workload --workload-file --like --anonymous --prepare --cleanup --background
                | --workload-option --background-threads --background-rate --force --yes
            Load: --threads --rate | --arrivals --rate-factor --ignore-errors
            Measurement: --time --warmup-time | --events --drain-timeout --settle-timeout --probe --probes
            Output: --out --json --ui --quiet
                | --overwrite --prometheus --otlp --report-interval --percentile --progress --no-color --elasticity-csv
            Checks: --fail-if --verify --check --junit | --replay
            Advanced: | --inject --on --detach --workers --subscribers --secret-file --worker-timeout --tolerate-worker-loss --elastic
                --kubernetes-image --kubernetes-namespace --kubernetes-context --kubernetes-requests --kubernetes-limits
                --kubernetes-pull-secret --kubernetes-service-account --kubernetes-node-selector --kubernetes-tolerations
                --kubernetes-spread --kubernetes-labels --kubernetes-schedule-timeout --kubernetes-deadline
                --kubernetes-files --kubernetes-keep --dry-run\
            """.replaceAll("\n +([|-])", " $1").lines().map(Heading::parse).toList();

    private static final int MAX_NAME_WIDTH = 22;

    /** A command with fewer options shows all of them, without headings. */
    private static final int MIN_GROUPED_OPTIONS = 14;

    private static final Set<String> SHARED_OPTIONS = Set.of("--check", "--workload-file", "--workload-option");

    /** Default values that differ by command, such as {@code (default: 10; find-max: 20)}. */
    private static final Pattern DEFAULTS = Pattern.compile("\\(default: ([^;)]*)((?:; [a-z-]+: [^;)]*)+)\\)");

    private HelpPages() {}

    record Heading(String title, List<String> usualOptions, List<String> rareOptions) {

        static Heading parse(String line) {
            String[] parts = line.split(": | ?\\| ?", -1);
            return new Heading(parts[0], words(parts[1]), words(parts[2]));
        }

        private static List<String> words(String text) {
            return text.isBlank() ? List.of() : List.of(text.split(" "));
        }
    }

    /** Hidden options and options of workloads are always omitted. A command with subcommands is returned unchanged. */
    public static CommandSpec commandPage(CommandSpec command, boolean all) {
        if (!command.subcommands().isEmpty()) {
            return command;
        }
        CommandSpec page = page(command.qualifiedName(), command.usageMessage().description());
        page.usageMessage()
                .width(command.usageMessage().width())
                .autoWidth(command.usageMessage().autoWidth());
        command.positionalParameters()
                .forEach(parameter -> page.addPositional(parameter.toBuilder().build()));
        List<OptionSpec> options = command.options().stream()
                .filter(option -> !option.hidden() && !isWorkloadOption(option))
                .toList();
        if (options.size() < MIN_GROUPED_OPTIONS) {
            options.forEach(option -> page.addOption(displayedOption(option, command.name(), true)));
        } else {
            addGroups(page, command.name(), options, all);
        }
        List<String> footer =
                new ArrayList<>(Arrays.asList(command.usageMessage().footer()));
        if (!all && options.size() >= MIN_GROUPED_OPTIONS) {
            footer.add("All options: cdc-tester " + command.name() + " " + HELP_ALL_OPTION);
        }
        if (command.findOption("--workload") != null) {
            footer.add("A workload's options: cdc-tester help WORKLOAD");
        }
        page.usageMessage().footer(footer.toArray(String[]::new));
        return page;
    }

    private static void addGroups(CommandSpec page, String command, List<OptionSpec> options, boolean all) {
        List<OptionSpec> remaining = new ArrayList<>(options);
        for (Heading heading : HEADINGS) {
            ArgGroupSpec.Builder group = ArgGroupSpec.builder().validate(false).heading(heading.title() + ":%n");
            Stream.concat(heading.usualOptions().stream(), all ? heading.rareOptions().stream() : Stream.empty())
                    .flatMap(name -> remaining.stream()
                            .filter(option -> option.longestName().equals(name)
                                    || List.of(option.names()).contains(name)))
                    .toList()
                    .forEach(option -> {
                        remaining.remove(option);
                        group.addArg(displayedOption(option, command, all));
                    });
            boolean isLastHeading = heading.equals(HEADINGS.get(HEADINGS.size() - 1));
            if (isLastHeading && all) {
                remaining.forEach(option -> group.addArg(displayedOption(option, command, all)));
            }
            if (!group.args().isEmpty()) {
                page.addArgGroup(group.build());
            }
        }
    }

    /** Without {@code all}, the copy has only the first name. */
    private static OptionSpec displayedOption(OptionSpec option, String command, boolean all) {
        OptionSpec.Builder copy = option.toBuilder();
        copy.description(Stream.of(copy.description())
                .map(text -> DEFAULTS.matcher(text)
                        .replaceFirst(match -> "(default: " + defaultOf(command, match.group(1), match.group(2)) + ")"))
                .toArray(String[]::new));
        if (!option.splitRegex().isEmpty()) {
            copy.hideParamSyntax(true);
        }
        return (all ? copy : copy.names(option.names()[0])).build();
    }

    private static String defaultOf(String command, String usualDefault, String commandDefaults) {
        return Stream.of(commandDefaults.split("; "))
                .filter(commandDefault -> commandDefault.startsWith(command + ": "))
                .map(commandDefault -> commandDefault.substring(command.length() + 2))
                .findFirst()
                .orElse(usualDefault);
    }

    /** Returns empty for an unknown workload. */
    public static Optional<CommandSpec> workloadPage(CommandSpec run, String workload) {
        return Workloads.ALL.family(workload).map(family -> workloadPage(run, workload, family));
    }

    private static CommandSpec workloadPage(CommandSpec run, String workload, WorkloadFamily family) {
        CommandSpec page = page(
                "cdc-tester run --workload=" + workload,
                "Options of the workload " + workload + ", for run, sweep, find-max, judge, prepare and cleanup.");
        Predicate<OptionSpec> isFamilyOption =
                option -> Stream.of(option.names()).anyMatch(family::hasOption);
        run.options().stream()
                .filter(isFamilyOption)
                .forEach(option -> page.addOption(option.toBuilder().build()));
        return page;
    }

    static boolean isWorkloadOption(OptionSpec option) {
        return !SHARED_OPTIONS.contains(option.longestName())
                && Stream.of(option.names())
                        .allMatch(name -> Workloads.ALL.families().stream().anyMatch(family -> family.hasOption(name)));
    }

    private static CommandSpec page(String name, String... description) {
        CommandSpec page = CommandSpec.create().name(name);
        page.usageMessage()
                .description(description)
                .abbreviateSynopsis(true)
                .sortOptions(false)
                .longOptionsMaxWidth(MAX_NAME_WIDTH);
        return page;
    }
}
