// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.compose.experiment.RunWarnings;
import io.github.cdctester.internal.report.document.CheckedLimit;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResultCopy;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.VerdictCopy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunHeadlineTest {

    private static final Check PASSED_CHECK = new Check("delay.p99<500ms", 3.0, true, null);
    private static final Check FAILED_CHECK = new Check("cdc.bps>9MB", null, false, "cdc.bytesPerSecond is 0.5 MB/s");

    private static RunResult run(Verdict.Status status, Check... checks) {
        return RunResults.of(1_000, 0.5, 0.1, status, List.of(checks));
    }

    private static Headline headline(RunResult run) {
        return RunHeadline.of(RunContent.of(run), "");
    }

    @Test
    void losslessRunIsGood() {
        Headline headline = headline(run(Verdict.Status.LOSSLESS, PASSED_CHECK));

        assertThat(headline.tone()).isEqualTo(Tone.GOOD);
        assertThat(headline.text()).isEqualTo("Nothing lost, repeated or out of order; its limit held");
        assertThat(headline.summary()).startsWith("LOSSLESS, committed 1,000, observed 1,000");
        assertThat(headline.limits()).containsExactly(new CheckedLimit("delay.p99<500ms", "3.000", true));
    }

    @Test
    void lossAndBrokenLimitAreBad() {
        assertThat(headline(run(Verdict.Status.LOST)).text()).isEqualTo("1 transaction lost");
        assertThat(headline(run(Verdict.Status.LOST)).tone()).isEqualTo(Tone.BAD);

        Headline headlineOfBrokenLimit = headline(run(Verdict.Status.LOSSLESS, PASSED_CHECK, FAILED_CHECK));
        assertThat(headlineOfBrokenLimit.tone()).isEqualTo(Tone.BAD);
        assertThat(headlineOfBrokenLimit.text()).startsWith("1 of 2 limits broken; ");
        assertThat(headlineOfBrokenLimit.limits().get(0))
                .isEqualTo(new CheckedLimit("cdc.bps>9MB", "cdc.bytesPerSecond is 0.5 MB/s", false));
    }

    @Test
    void eachVerdictHasHeadline() {
        for (Verdict.Status status : Verdict.Status.values()) {
            Headline headline = headline(run(status));
            assertThat(headline.text()).isNotBlank();
            assertThat(headline.tone() == Tone.BAD).as(status.name()).isEqualTo(status.isBad());
        }
        assertThat(headline(run(Verdict.Status.NOT_CHECKED)).tone()).isEqualTo(Tone.UNSURE);
    }

    @Test
    void worstConsumerComesFirstInAnyOrder() {
        ConsumerResult slight = JudgedResult.torn("slight");
        ConsumerResult severe = ConsumerResultCopy.of(JudgedResult.torn("severe"))
                .verdict(VerdictCopy.of(slight.verdict()).missing(50L).build())
                .build();
        for (List<ConsumerResult> consumers : List.of(List.of(slight, severe), List.of(severe, slight))) {
            RunResult run = JudgedResult.of(List.of(), List.of(), consumers.toArray(new ConsumerResult[0]));
            assertThat(headline(run).summary()).startsWith("LOST 50");
            assertThat(headline(run).text()).contains("consumer severe lost 50 transactions, consumer slight lost 2 ");
            Trial trial = new Trial(
                    1,
                    1,
                    16,
                    "16",
                    Trial.Status.DONE,
                    null,
                    "step-01",
                    null,
                    null,
                    List.of(),
                    List.of(),
                    Map.of(),
                    run);
            assertThat(new RunWarnings(List.of(trial), Trial::label).worstConsumer(consumer -> true))
                    .hasValueSatisfying(text -> assertThat(text).startsWith("LOST 50 of consumer severe"));
        }
    }

    @Test
    void interruptionIsFirstWarning() {
        RunResult run = run(Verdict.Status.LOSSLESS);
        Headline headline = headline(PageSeconds.withEnd(run, true, "stopped", run.verdict(), List.of()));

        assertThat(headline.tone()).isEqualTo(Tone.UNSURE);
        assertThat(headline.text()).startsWith("Interrupted; nothing lost");
        assertThat(headline.warnings().get(0))
                .extracting(Warning::what, Warning::why)
                .containsExactly("The run ended before its time", "stopped");
    }

    @Test
    void failureIsFirstInTextAndWarnings() {
        RunResult run = run(Verdict.Status.LOSSLESS);
        PlanResult plan = new PlanResult(
                1,
                PlanResult.KIND,
                run.startedAt(),
                "elastic",
                "",
                false,
                "program elastic ended with 1",
                List.of(),
                List.of(),
                List.of(),
                run,
                List.of());
        Headline headline = RunHeadline.of(RunContent.of(plan), "");

        assertThat(headline.tone()).isEqualTo(Tone.BAD);
        assertThat(headline.text()).startsWith("Failed; ");
        assertThat(headline.warnings().get(0).why()).isEqualTo("program elastic ended with 1");
    }

    @Test
    void notesAreWarningsWithRemedy() {
        RunResult run = run(Verdict.Status.LOSSLESS);
        RunResult runWithNotes = PageSeconds.with(
                run,
                run.plan(),
                run.server(),
                run.summary(),
                List.of(
                        Note.of(Note.Code.ROW_IMAGE_NOT_FULL, "binlogRowImage", "MINIMAL"),
                        Note.of(Note.Code.SAMPLES_MISSED, "count", 3),
                        Note.other("something nobody thought of")),
                List.of(),
                List.of());

        List<Warning> warnings = headline(runWithNotes).warnings();
        assertThat(warnings)
                .extracting(Warning::what)
                .containsSubsequence(
                        "3 samples were missed, as the machine was overloaded: the next sample includes their numbers",
                        "binlog_row_image is MINIMAL: fewer bytes than with FULL",
                        "Something nobody thought of");
        assertThat(warnings)
                .extracting(Warning::code)
                .containsSubsequence("SAMPLES_MISSED", "ROW_IMAGE_NOT_FULL", "OTHER");
        assertThat(warnings).allSatisfy(warning -> assertThat(warning.remedy()).isNotBlank());
    }
}
