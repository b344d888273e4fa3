// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What to distrust in a run, the worst first: its notes, and what its end and its verdict say. */
final class Doubts {

    /**
     * A doubt, and how bad it is.
     *
     * @param rank 0 for the worst
     * @param doubt the doubt
     */
    record Ranked(int rank, Warning doubt) {}

    /** What is not a word, and so has no capital. */
    private static final Pattern NAMES = Pattern.compile("$|[a-z]+_[a-z_]+|latency with");

    private static final int MOST_CHARACTERS = 600;

    private final List<Ranked> all = new ArrayList<>();

    private Doubts() {}

    /** Of a run, or of a plan's phases as one run. */
    static List<Warning> of(RunResult result, @Nullable String failure) {
        return ranked(result, failure).stream().map(Ranked::doubt).toList();
    }

    /** Of a run, with how bad each is. */
    static List<Ranked> ranked(RunResult result) {
        return ranked(result, null);
    }

    private static List<Ranked> ranked(RunResult result, @Nullable String failure) {
        Doubts doubts = new Doubts();
        doubts.end(result, failure);
        doubts.verdict(result.verdict());
        result.notes().stream()
                .distinct()
                .forEach(note -> doubts.add(note.code().rank(), doubt(note)));
        return doubts.all.stream().sorted(Comparator.comparingInt(Ranked::rank)).toList();
    }

    private void add(int rank, Warning doubt) {
        all.add(new Ranked(rank, doubt));
    }

    private void end(RunResult result, @Nullable String failure) {
        if (failure != null) {
            add(
                    0,
                    new Warning(
                            "Something failed while it went on",
                            PlainText.line(failure),
                            "Mend that, and run again: what was measured from there on is of something else."));
        } else if (result.interrupted()) {
            String why = result.interruptedBecause();
            add(
                    1,
                    new Warning(
                            "The run ended before its time",
                            why == null || why.isEmpty() ? "" : PlainText.line(why),
                            "Compare it with runs of the same length only; run it again for the rest."));
        }
    }

    private void verdict(Verdict verdict) {
        if (verdict.status() == Verdict.Status.NOT_CHECKED) {
            add(
                    verdict.committed() == null ? 33 : 3,
                    new Warning(
                            "Whether anything was lost was not checked",
                            reason(verdict),
                            "Let the tester write the load itself, and leave the check on: it must know what was"
                                    + " committed."));
        } else if (verdict.status() == Verdict.Status.LOSSLESS
                && !verdict.method().equals("exact")) {
            add(
                    34,
                    new Warning(
                            "The verdict is by " + PlainText.line(verdict.method()) + " only",
                            reason(verdict),
                            "Read it as: nothing was found. Only a comparison by GTIDs is exact."));
        }
    }

    private static String reason(Verdict verdict) {
        String reason = sentence(PlainText.line(verdict.reason()));
        return reason.isEmpty() ? "" : reason + ".";
    }

    /** A note, its reason apart where it has one. */
    static Warning doubt(Note note) {
        String sentence = PlainText.line(note.text());
        String shown = sentence.length() <= MOST_CHARACTERS ? sentence : sentence.substring(0, MOST_CHARACTERS) + "…";
        int end = shown.indexOf(": ") > 0 ? shown.indexOf(": ") : shown.indexOf("; ");
        boolean apart = end > 0 && note.code() != Note.Code.PROBE_GAP;
        String what = apart ? shown.substring(0, end) : shown;
        String reason = apart ? shown.substring(end + 2) : note.reason();
        return new Warning(sentence(what), reason.isEmpty() ? "" : sentence(reason) + ".", note.remedy());
    }

    /** With a capital, and without a full stop. */
    static String sentence(String text) {
        String bare = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return NAMES.matcher(bare).lookingAt() ? bare : Character.toUpperCase(bare.charAt(0)) + bare.substring(1);
    }
}
