// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Comes to the verdict on one stream. An unknown fact never counts as wrong, and never as right. */
public final class StreamJudge {

    private static final String NOTHING_COMMITTED = "nothing was committed";

    private final Evidence evidence;
    private final StreamFindings found;
    private final StreamFindings.Places places;
    private final long committed;
    private @Nullable String lackingRows;

    private StreamJudge(Evidence evidence) {
        this.evidence = evidence;
        found = evidence.findings();
        places = found.places();
        committed = evidence.committed() == null ? 0 : evidence.committed();
    }

    public static Verdict verdict(Method method, Evidence evidence) {
        StreamJudge judge = new StreamJudge(evidence);
        return switch (method.kind()) {
            case EXACT -> judge.exact(method);
            case COUNTS -> judge.counts(method);
            case CONTINUITY -> judge.continuity(method);
            case NONE -> judge.none(method);
        };
    }

    private Verdict exact(Method method) {
        if (found.full()) {
            return counts(
                    new Method(
                            Method.Kind.COUNTS,
                            "counted only, as there were more sources of GTIDs, or more gaps between GTIDs, than fit in memory"));
        }
        // a GTID that was reported twice does not stand for another commit
        long reported = Math.min(
                found.acknowledged(),
                found.matched() + found.missing().count() + places.torn().count());
        if (reported < committed) {
            return counts(new Method(
                    Method.Kind.COUNTS,
                    "counted only, as the server reported the GTIDs of only " + reported + " of " + committed
                            + " commits"));
        }
        long missing = found.missing().count()
                + found.heartbeats().missing().count()
                + places.torn().count();
        long outOfOrder =
                found.outOfOrder().count() + found.heartbeats().reordered().count();
        Status status = worst(missing, duplicated(), outOfOrder, Status.LOSSLESS);
        boolean nothing = found.acknowledged() == 0 && status == Status.LOSSLESS;
        return of(
                nothing ? Status.NOT_CHECKED : status,
                "exact",
                nothing ? NOTHING_COMMITTED : method.reason() + tornText() + strangers(),
                found.acknowledged(),
                missing,
                duplicated(),
                outOfOrder,
                Math.max(0, evidence.observed() - found.duplicated().count() - found.matched()));
    }

    private String tornText() {
        return places.torn().count() == 0
                ? ""
                : "; " + PlainText.counted(places.torn().count(), "transaction") + " came incomplete";
    }

    /** Gaps between transactions, if they are known to be nothing of this run's. */
    private String strangers() {
        return places.gaps().count() == 0 || found.missing().count() > 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; %d bytes between transactions, from %s, did not come: no commit of this run is in them",
                        places.gapBytes(),
                        places.gaps().first());
    }

    private Verdict counts(Method method) {
        long duplicated = duplicated() + places.repeated().count();
        long once = evidence.observed()
                - found.duplicated().count()
                - places.repeated().count();
        RowVerdict rows = new RowVerdict(evidence);
        lackingRows = rows.offender();
        long transactions = Math.max(0, committed - once) + places.torn().count();
        // the number of transactions with missing rows is unknown
        long missing = (transactions == 0 && rows.isLacking() ? 1 : transactions)
                + found.heartbeats().missing().count();
        long outOfOrder = found.heartbeats().reordered().count() + places.late().count();
        Status status = worst(missing, duplicated, outOfOrder, Status.LOSSLESS);
        String reason = method.reason() + tornText() + rows.lackingText();
        if (status == Status.LOSSLESS && committed == 0) {
            status = Status.NOT_CHECKED;
            reason = NOTHING_COMMITTED;
        } else if (status == Status.LOSSLESS) {
            Optional<String> doubt = doubtOnSums(Math.max(0, once - committed)).or(rows::doubt);
            status = doubt.isEmpty() ? Status.LOSSLESS : Status.NOT_CHECKED;
            reason += "; " + doubt.orElseGet(rows::compared);
        }
        return of(status, "counts", reason, committed, missing, duplicated, outOfOrder, null);
    }

    /** Returns why equal sums do not prove completeness, if {@code more} than the commits arrived. */
    private Optional<String> doubtOnSums(long more) {
        long unknownOutcome = evidence.unknownOutcome() == null ? 0 : evidence.unknownOutcome();
        if (more > unknownOutcome) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the stream has %d %s more than were committed: they may be from other clients, or repeated, and may"
                            + " make up for lost ones. Use a server without other writers, or one with GTIDs",
                    more - unknownOutcome,
                    more - unknownOutcome == 1 ? "transaction" : "transactions"));
        }
        if (places.gaps().count() > 0) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "as many came as were committed, but %d bytes of the log did not, from %s: a transaction that came"
                            + " twice may make up for a lost one",
                    places.gapBytes(),
                    places.gaps().first()));
        }
        if (places.unclear() > 0) {
            return Optional.of("as many came as were committed, but " + places.unclear()
                    + " positions do not follow those before: something may have come twice, late, or not at all");
        }
        if (places.passes()) {
            return Optional.of(
                    "as many came as were committed, but the stream was resumed by GTID, so positions cannot show the"
                            + " order");
        }
        return evidence.ownLog()
                ? Optional.empty()
                : Optional.of(
                        "as many came as were committed, but not which ones or in which order: the stream comes from"
                                + " another log than that of the written server. The same GTIDs in both would show it");
    }

    private Verdict continuity(Method method) {
        boolean numbers = evidence.gtids() && evidence.observed() > found.unnamed();
        long missing = found.heartbeats().missing().count() + places.torn().count();
        long outOfOrder = found.heartbeats().reordered().count() + places.late().count();
        Status status = worst(missing, duplicated(), outOfOrder, Status.LOSSLESS);
        String reason = method.reason() + tornText();
        if (status == Status.LOSSLESS && !numbers && evidence.heartbeats() == 0) {
            status = Status.NOT_CHECKED;
            reason = evidence.observed() == 0 ? "no transaction arrived" : "the stream had no GTID and no heartbeat";
        } else if (status == Status.LOSSLESS && found.full()) {
            status = Status.NOT_CHECKED;
            reason = "there were more gaps between GTIDs than fit in memory";
        } else if (status == Status.LOSSLESS && found.absent().count() > 0) {
            status = Status.NOT_CHECKED;
            reason = "the stream lacks " + found.absent().count()
                    + " numbers between its first and its last GTIDs, from "
                    + found.absent().first()
                    + ": they may be lost, or were never written to this log";
        } else if (status == Status.LOSSLESS && (places.gaps().count() > 0 || places.unclear() > 0)) {
            status = Status.NOT_CHECKED;
            reason = places.gaps().count() > 0
                    ? places.gapBytes() + " bytes of the log did not come, from "
                            + places.gaps().first() + ": they may be lost, or the server does not send them"
                    : places.unclear() + " positions do not follow those before";
        }
        return of(status, "continuity", reason, null, missing, duplicated(), outOfOrder, null);
    }

    private Verdict none(Method method) {
        String incomplete = evidence.incomplete();
        return unchecked(
                incomplete == null ? Status.NOT_CHECKED : Status.BEHIND,
                incomplete == null ? method.reason() : incomplete,
                evidence.committed(),
                evidence.observed(),
                evidence.unknownOutcome());
    }

    /** For a run without a stream. */
    public static Verdict withoutStream() {
        return unchecked(Status.NOT_CHECKED, "no stream was followed", null, null, null);
    }

    private static Verdict unchecked(
            Status status,
            String reason,
            @Nullable Long committed,
            @Nullable Long observed,
            @Nullable Long unknownOutcome) {
        return new Verdict(
                status,
                "none",
                reason,
                committed,
                observed,
                null,
                null,
                null,
                unknownOutcome,
                null,
                null,
                List.of(),
                List.of(),
                null);
    }

    private long duplicated() {
        return found.duplicated().count() + found.heartbeats().repeated().count();
    }

    /** Transactions that have not arrived yet are not missing; wrong ones are final. */
    private Status worst(long missing, long duplicated, long outOfOrder, Status otherwise) {
        if (evidence.incomplete() == null && missing > 0) {
            return Status.LOST;
        }
        if (duplicated > 0) {
            return Status.DUPLICATED;
        }
        if (outOfOrder > 0) {
            return Status.REORDERED;
        }
        return evidence.incomplete() == null ? otherwise : Status.BEHIND;
    }

    private Verdict of(
            Status status,
            String method,
            String reason,
            @Nullable Long counted,
            long missing,
            long duplicated,
            long outOfOrder,
            @Nullable Long others) {
        String incomplete = evidence.incomplete();
        boolean dropped = status == Status.LOSSLESS && found.full();
        // a commit that stands before the heartbeat which opens the window counts by its GTID
        long observed = method.equals("exact") ? Math.max(evidence.observed(), found.matched()) : evidence.observed();
        return new Verdict(
                dropped ? Status.NOT_CHECKED : status,
                method,
                incomplete != null ? incomplete : dropped ? reason + "; not all GTIDs fit in memory" : reason,
                evidence.committed() == null ? null : counted,
                observed,
                incomplete == null ? missing : null,
                duplicated,
                outOfOrder,
                evidence.unknownOutcome(),
                others,
                offender(status),
                status == Status.LOST ? lost().names() : List.of(),
                List.of(),
                null);
    }

    private @Nullable String offender(Status status) {
        return switch (status) {
            case LOST -> Incidents.firstOf(lost(), Incidents.of(0, lackingRows), places.gaps());
            case DUPLICATED ->
                Incidents.firstOf(
                        found.duplicated(),
                        places.repeated(),
                        found.heartbeats().repeated());
            case REORDERED ->
                Incidents.firstOf(
                        found.outOfOrder(), places.late(), found.heartbeats().reordered());
            default -> null;
        };
    }

    private Incidents lost() {
        return found.missing().plus(places.torn()).plus(found.heartbeats().missing());
    }

    /**
     * How a stream is checked, and why so.
     *
     * @param reason why this one, or why none
     */
    public record Method(Kind kind, String reason) {

        public enum Kind {
            /** Each commit's GTID is looked for. */
            EXACT,
            /** Transactions are counted on both sides. */
            COUNTS,
            /** The numbers in the stream follow each other. */
            CONTINUITY,
            /** Not at all. */
            NONE
        }
    }
}
