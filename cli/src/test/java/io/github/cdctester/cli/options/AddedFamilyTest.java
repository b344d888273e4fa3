// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.config.WorkloadSpec.DisplayedSpec;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.FamilyOption.Role;
import io.github.cdctester.internal.workload.Form;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.StoredOptions;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.workload.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** A registered workload family is available on the command line, in a sweep and in a plan. */
class AddedFamilyTest {

    /** A queue length above 1,000 determines the pace, which excludes an open loop. */
    private record QueueSpec(int length, boolean fair) implements WorkloadSpec {
        @Override
        public String name() {
            return "queue";
        }

        @Override
        public Set<String> sweepable() {
            return Set.of("length");
        }

        @Override
        public WorkloadSpec swept(String property, double value) {
            return new QueueSpec((int) value, fair);
        }

        @Override
        public Optional<String> ownPace() {
            return length > 1_000 ? Optional.of("length") : Optional.empty();
        }

        @Override
        public DisplayedSpec displayed() {
            return new DisplayedSpec("queue", Map.of("length", length, "fair", fair));
        }
    }

    private static final class QueueFamily implements WorkloadFamily {
        private static final FamilyOption<Integer> LENGTH = new FamilyOption<>(
                        "--queue-length", "length", "N", Form.NUMBER, 7, "queue: how long; default: 7")
                .withRole(Role.SWEPT);
        private static final FamilyOption<Boolean> FAIR =
                new FamilyOption<>("--fair", "fair", "on|off", Form.SWITCH, false, "queue: first come; default: off");

        @Override
        public String label() {
            return "queue";
        }

        @Override
        public List<String> names() {
            return List.of("queue");
        }

        @Override
        public List<FamilyOption<?>> options() {
            return List.of(LENGTH, FAIR);
        }

        @Override
        public Set<String> sharedOptions() {
            return Set.of("--rand-seed");
        }

        @Override
        public WorkloadSpec spec(String name, OptionValues values) {
            return new QueueSpec(values.of(LENGTH), values.of(FAIR));
        }

        @Override
        public Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers) {
            return Optional.empty(); // no workload is run here
        }
    }

    @Command(name = "try")
    private static final class TryCommand {
        @Mixin
        private WorkloadOptions workload = new WorkloadOptions(new Workloads(Stream.concat(
                        Workloads.ALL.families().stream()
                                .filter(family -> !family.names().isEmpty()),
                        Stream.of(new QueueFamily()))
                .toList()));
    }

    private final TryCommand options = new TryCommand();
    private final CommandLine line = new CommandLine(options);

    private WorkloadOptions parse(String... args) {
        line.parseArgs(args);
        return options.workload;
    }

    @Test
    void hasOptionsWithDefaults() {
        assertThat(parse("--workload=queue", "--fair=on").workload()).isEqualTo(new QueueSpec(7, true));
        assertThat(parse("--workload=queue", "--queue-length=9").workload()).isEqualTo(new QueueSpec(9, false));
    }

    @Test
    void isInHelp() {
        assertThat(line.getUsageMessage().replaceAll("\\s+", " "))
                .contains("large_transaction, storm, queue or")
                .contains("--queue-length=N");
    }

    @Test
    void acceptsOnlyItsOptionsAndSharedOptions() {
        assertThatThrownBy(() -> parse("--workload=queue", "--tables=2").workload())
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("--tables: 2, must be left out with --workload queue");
        assertThatThrownBy(() -> parse("--workload=tpcc", "--queue-length=2").workload())
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("it is for queue");
        assertThat(parse("--workload=queue", "--rand-seed=2").workload()).isEqualTo(new QueueSpec(7, false));
    }

    @Test
    void readsDisplayedValues() {
        DisplayedSpec displayedSpec = new QueueSpec(9, true).displayed();
        StoredOptions options = new StoredOptions(displayedSpec.options());
        assertThat(new QueueFamily().ownsOptions(displayedSpec.key(), options)).isTrue();
        assertThat(new QueueFamily().fromResult("queue", options)).isEqualTo(new QueueSpec(9, true));
    }

    @Test
    void rejectsStoredNumberOutOfRange() {
        Map<String, Object> values =
                new HashMap<>(new QueueSpec(9, true).displayed().options());
        values.put("length", 99_999_999_999L);
        assertThatThrownBy(() -> new QueueFamily().fromResult("queue", new StoredOptions(values)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("length: 99999999999 is out of range");
    }

    @Test
    void sweepsItsProperty() {
        WorkloadOptions workloadOptions = parse("--workload=queue", "--queue-length=2,40");
        SweepAxis axis = workloadOptions.axes(false).get(0);
        assertThat(axis).isEqualTo(SweepAxis.over(new SweepAxis.Parameter("length", "queue"), 2, 40));
        assertThat(axis.plans(plan(workloadOptions.workload(), LoadSpec.closedLoop(1))))
                .extracting(step -> step.firstLoad().orElseThrow().workload())
                .containsExactly(new QueueSpec(2, false), new QueueSpec(40, false));
        assertThatThrownBy(() -> axis.plans(plan(parse("--workload=tpcc").workload(), LoadSpec.closedLoop(1))))
                .hasMessageContaining("left out without queue");
    }

    @Test
    void rejectsOpenLoopIfWorkloadSetsPace() {
        assertThatThrownBy(() -> plan(new QueueSpec(2_000, false), LoadSpec.openLoop(1, Rate.perSecond(5))))
                .hasMessageContaining("length: on, must be off with a rate");
    }

    private static Plan plan(WorkloadSpec workload, LoadSpec load) {
        return Plan.of(
                Endpoint.of("jdbc:mysql://127.0.0.1:1/db", "u", "p"),
                Window.DEFAULT,
                List.of(NamedLoad.of(workload, load)));
    }
}
