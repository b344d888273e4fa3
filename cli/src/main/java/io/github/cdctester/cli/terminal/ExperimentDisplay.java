// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.report.compose.findmax.SearchAnswer;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Settling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shows the trials of an experiment. */
public class ExperimentDisplay extends RunDisplay implements ExperimentListener {

    /** Determines the names of trials, and the lines that are printed. */
    public enum ExperimentKind {
        SWEEP,
        FIND_MAX,
        MATRIX,
        SHRINK
    }

    /**
     * @param option option whose values differ between trials; not used for a matrix
     * @param settleTimeout longest wait for an idle stream; zero without a wait
     */
    public record Trials(ExperimentKind kind, String option, Window window, Duration settleTimeout) {}

    private static final Set<String> HIDDEN_NAMES = Set.of("setting", "workload");

    private static final long SECONDS_PER_MINUTE = 60;

    private final ExperimentKind kind;
    private final Trials trials;

    public ExperimentDisplay(Screen screen, LineFormat format, RunWatcher watcher, Trials trials) {
        super(screen, format, trials.window(), watcher, trials.kind().ordinal() < ExperimentKind.MATRIX.ordinal());
        this.trials = trials;
        kind = trials.kind();
    }

    @Override
    public void experimentBegins(int count, Remaining remaining) {
        switch (kind) {
            case SWEEP -> {}
            case SHRINK -> line("at most " + count + " trials");
            case FIND_MAX -> {
                Duration wait = trials.settleTimeout();
                line("at most " + count + " trials, " + describe(remaining)
                        + (wait.isZero()
                                ? ", plus draining after each rate that is too high"
                                : ", plus the wait after each rate that is too high, at most " + describe(wait)));
            }
            case MATRIX ->
                line(remaining.trials() + " of " + count + " cells to run, "
                        + (remaining.isUpperLimit() ? "at most " : "about ") + describe(remaining));
        }
    }

    @Override
    public void settingBegins(String setting, List<String> actions) {
        showActivity("setting " + setting);
        line("setting " + setting + (actions.isEmpty() ? "" : ": " + String.join("; ", actions)));
    }

    @Override
    public void trialBegins(TrialHead trial, Remaining remaining) {
        String heading = trialName(trial) + ": " + String.join(", ", values(trial));
        begin();
        liveRun().ifPresent(live -> live.setSeriesPosition(heading, trial.number() - 1, trial.trials(), remaining));
        watcher().beginTrial(heading);
        line(heading);
    }

    /** For example {@code step 2 of 5}. */
    private String trialName(TrialHead trial) {
        return switch (kind) {
            case SWEEP ->
                "step " + ((trial.number() - 1) / trial.repeats() + 1) + " of " + trial.trials() / trial.repeats();
            case FIND_MAX -> "step " + trial.number() + " of at most " + trial.trials();
            case MATRIX -> "cell " + trial.number() + " of " + trial.trials();
            case SHRINK -> "trial " + trial.number();
        };
    }

    private List<String> values(TrialHead trial) {
        List<String> values = new ArrayList<>();
        if (kind == ExperimentKind.MATRIX) {
            trial.values()
                    .forEach((name, value) -> values.add(HIDDEN_NAMES.contains(name) ? value : name + "=" + value));
            values.add("run " + trial.repeat());
        } else {
            values.add(trials.option() + "=" + String.join("", trial.values().values()));
            if (trial.repeats() > 1) {
                values.add("run " + trial.repeat() + " of " + trial.repeats());
            }
        }
        if (trial.purpose() != null) {
            values.add(PlainText.asWords(trial.purpose()));
        }
        if (trial.attempt() > 1) {
            values.add("tried again");
        }
        return values;
    }

    protected final String failedTrialName(TrialHead trial) {
        return trialName(trial)
                + (kind == ExperimentKind.MATRIX
                        ? ""
                        : " (" + trials.option() + "="
                                + String.join("", trial.values().values()) + ")");
    }

    @Override
    public void waitingForServer(String address, Duration atMost) {
        String waiting = "waiting for " + address + ", at most " + describe(atMost);
        showActivity(waiting);
        line(waiting);
    }

    @Override
    public void trialEnded(TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
        if (kind == ExperimentKind.MATRIX) {
            if (remaining.trials() > 0) {
                line(remaining.trials()
                        + (remaining.trials() == 1 ? " cell left, about " : " cells left, about ")
                        + describe(remaining));
            }
        } else if (soFar instanceof FindMaxResult search) {
            line(SearchAnswer.trialText(search.steps().get(search.steps().size() - 1)));
        }
    }

    @Override
    public void settlingBegins() {
        showActivity("waiting for the stream to become idle");
    }

    @Override
    public void settled(Settling settling) {
        if (kind == ExperimentKind.MATRIX && settling.settled()) {
            return; // a line about each wait would make the lines about the cells hard to find
        }
        Double delay = settling.delayMillis();
        line(String.format(
                Locale.ROOT,
                "%s after %.1f s%s%s",
                settling.settled() ? "idle" : "not idle",
                settling.seconds(),
                delay == null ? "" : String.format(Locale.ROOT, ", DT %.3f ms", delay),
                settling.reason() == null ? "" : ": " + settling.reason()));
    }

    private static String describe(Remaining remaining) {
        return describe(Duration.ofSeconds(Math.round(remaining.seconds())));
    }

    private static String describe(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 2 * SECONDS_PER_MINUTE
                ? seconds + " s"
                : (seconds + SECONDS_PER_MINUTE / 2) / SECONDS_PER_MINUTE + " min";
    }
}
