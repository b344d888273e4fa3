// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.verify;

import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Comes to the verdict on one stream. What cannot be known is never called wrong, and never called right. */
public final class Judge {

    private final Evidence evidence;
    private final StreamFindings found;
    private final long committed;
    private final long unknownOutcome;

    private Judge(Evidence evidence) {
        this.evidence = evidence;
        found = evidence.findings();
        committed = evidence.committed() == null ? 0 : evidence.committed();
        unknownOutcome = evidence.unknownOutcome() == null ? 0 : evidence.unknownOutcome();
    }

    /**
     * Judges.
     *
     * @param method how the stream was to be checked
     * @param evidence what was seen
     * @return the verdict
     */
    public static Verdict verdict(Method method, Evidence evidence) {
        Judge judge = new Judge(evidence);
        return switch (method.kind()) {
            case EXACT -> judge.exact(method);
            case COUNTS -> judge.counts(method);
            case CONTINUITY -> judge.continuity(method);
            case NONE -> judge.none(method);
        };
    }

    private Verdict exact(Method method) {
        if (found.full()) {
            return counts(new Method(
                    Method.Kind.COUNTS, "exact was begun, but there were more gaps between GTIDs than are remembered"));
        }
        if (found.acknowledged() < committed) {
            return counts(new Method(
                    Method.Kind.COUNTS,
                    "exact was begun, but the server told the GTIDs of only " + found.acknowledged() + " of "
                            + committed + " commits"));
        }
        long missing = found.missing() + found.heartbeatsMissing();
        long outOfOrder = found.outOfOrder() + found.heartbeatsReordered();
        Status status = worst(missing, duplicated(), outOfOrder, Status.LOSSLESS);
        boolean nothing = found.acknowledged() == 0 && status == Status.LOSSLESS;
        return of(
                nothing ? Status.NOT_CHECKED : status,
                "exact",
                nothing ? "nothing was committed" : method.reason(),
                found.acknowledged(),
                missing,
                duplicated(),
                outOfOrder,
                Math.max(0, evidence.observed() - found.duplicated() - found.matched()));
    }

    private Verdict counts(Method method) {
        long duplicated = duplicated();
        long once = evidence.observed() - found.duplicated();
        long missing = Math.max(0, committed - once) + found.heartbeatsMissing();
        long more = Math.max(0, once - committed);
        Status status = worst(missing, duplicated, found.heartbeatsReordered(), Status.LOSSLESS);
        String reason = method.reason();
        if (status == Status.LOSSLESS && committed == 0) {
            status = Status.NOT_CHECKED;
            reason = "nothing was committed";
        } else if (status == Status.LOSSLESS && more > unknownOutcome) {
            status = Status.NOT_CHECKED;
            reason = String.format(
                    Locale.ROOT,
                    "%s; the stream has %d transactions more than were committed: counting cannot tell somebody else's from"
                            + " repeated ones, nor whether they stand for lost ones",
                    method.reason(),
                    more - unknownOutcome);
        }
        return of(status, "counts", reason, committed, missing, duplicated, found.heartbeatsReordered(), null);
    }

    private Verdict continuity(Method method) {
        boolean numbers = evidence.gtids() && evidence.observed() > found.unnamed();
        Status status = worst(found.heartbeatsMissing(), duplicated(), found.heartbeatsReordered(), Status.LOSSLESS);
        String reason = method.reason();
        if (status == Status.LOSSLESS && !numbers && evidence.heartbeats() == 0) {
            status = Status.NOT_CHECKED;
            reason = "there was nothing with a number in the stream";
        } else if (status == Status.LOSSLESS && found.full()) {
            status = Status.NOT_CHECKED;
            reason = "there were more gaps between GTIDs than are remembered";
        } else if (status == Status.LOSSLESS && found.absent() > 0) {
            status = Status.NOT_CHECKED;
            reason = "the stream lacks " + found.absent() + " numbers between its first and its last GTIDs, from "
                    + found.firstAbsent() + ": they may be lost, or the source may never have written them to this log";
        }
        return of(
                status,
                "continuity",
                reason,
                null,
                found.heartbeatsMissing(),
                duplicated(),
                found.heartbeatsReordered(),
                null);
    }

    private Verdict none(Method method) {
        return new Verdict(
                evidence.incomplete() == null ? Status.NOT_CHECKED : Status.BEHIND,
                "none",
                evidence.incomplete() == null ? method.reason() : evidence.incomplete(),
                evidence.committed(),
                evidence.observed(),
                null,
                null,
                null,
                evidence.unknownOutcome(),
                null,
                null,
                List.of());
    }

    private long duplicated() {
        return found.duplicated() + found.heartbeatsRepeated();
    }

    /** What has not come yet is not missing; what came wrong is wrong, whatever is still to come. */
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
        return new Verdict(
                status,
                method,
                incomplete == null ? reason : incomplete,
                evidence.committed() == null ? null : counted,
                evidence.observed(),
                incomplete == null ? missing : null,
                duplicated,
                outOfOrder,
                evidence.unknownOutcome(),
                others,
                offender(status),
                List.of());
    }

    private @Nullable String offender(Status status) {
        return switch (status) {
            case LOST -> found.firstMissing() == null ? found.firstHeartbeatMissing() : found.firstMissing();
            case DUPLICATED -> found.firstDuplicate() == null ? found.firstHeartbeatRepeated() : found.firstDuplicate();
            case REORDERED ->
                found.firstOutOfOrder() == null ? found.firstHeartbeatReordered() : found.firstOutOfOrder();
            default -> null;
        };
    }
}
