// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Comes to the verdict on one consumer. What cannot be known is never called wrong, and never called right. */
final class ConsumerVerdict {

    /**
     * What it rests on.
     *
     * @param reported whether it reported anything
     * @param unreadable how many of its reports could not be read, and of how many, as the end of a reason; empty where all could
     * @param allUnreadable the same as a reason, where there was no other report; else {@code null}
     * @param settled whether nothing more is coming: it has said so, or that was to be assumed when the waiting ended
     * @param assumed whether that was to be assumed
     * @param waitedSeconds how long it was waited for
     * @param broke why the run broke; {@code null} if it did not
     * @param unknown why it is not known what the consumer was to show; {@code null} where it is
     * @param writes whether the run wrote itself
     * @param unknownOutcome commits that were not acknowledged; {@code null} where somebody else wrote
     * @param how by what it was compared, for the reason
     */
    record Basis(
            boolean reported,
            String unreadable,
            @Nullable String allUnreadable,
            boolean settled,
            boolean assumed,
            double waitedSeconds,
            @Nullable String broke,
            @Nullable String unknown,
            boolean writes,
            @Nullable Long unknownOutcome,
            String how) {}

    private final ConsumerFindings found;
    private final Basis basis;

    private ConsumerVerdict(ConsumerFindings found, Basis basis) {
        this.found = found;
        this.basis = basis;
    }

    static Verdict of(ConsumerFindings found, Basis basis) {
        return new ConsumerVerdict(found, basis).verdict();
    }

    /** What a verdict says of the promise that a consumer keeps. */
    static Delivery delivery(Verdict verdict) {
        boolean lost = verdict.status() == Status.LOST;
        boolean repeated = verdict.duplicated() != null && verdict.duplicated() > 0;
        return switch (verdict.status()) {
            case NOT_CHECKED, BEHIND -> Delivery.UNKNOWN;
            default ->
                lost
                        ? repeated ? Delivery.UNKNOWN : Delivery.AT_MOST_ONCE
                        : repeated
                                ? Delivery.AT_LEAST_ONCE
                                : verdict.missing() == null ? Delivery.UNKNOWN : Delivery.EXACTLY_ONCE;
        };
    }

    private Verdict verdict() {
        if (found.full()) {
            return notChecked("there was no room for all that would have to be remembered");
        }
        boolean nothingCommitted = found.committed() != null && found.committed() == 0;
        if (nothingCommitted) {
            return notChecked("nothing was committed in the measured part that it could have shown");
        }
        if (basis.allUnreadable() != null) {
            return notChecked(basis.allUnreadable());
        }
        boolean nothingShown = found.shown() == 0;
        if (nothingShown && (found.stray() > 0 || !basis.unreadable().isEmpty())) {
            return notChecked("none of its reports names a transaction of this run"
                    + (found.firstStray() == null ? "" : ", such as " + found.firstStray()) + basis.unreadable());
        }
        long behind = behind();
        if (basis.unknown() == null && found.missing() > behind) {
            return of(Status.LOST, lost(behind));
        }
        if (found.duplicated() > 0) {
            return of(Status.DUPLICATED, basis.how() + behindText(behind));
        }
        if (found.outOfOrder() > 0) {
            return of(Status.REORDERED, basis.how() + behindText(behind));
        }
        if (basis.unknown() != null) {
            return notChecked(
                    basis.unknown() + ": " + found.missing() + " of the log's transactions were not reported");
        }
        if (basis.broke() != null) {
            return of(Status.BEHIND, "the run was ended by a failure: " + basis.broke());
        }
        if (behind > 0) {
            return of(Status.BEHIND, behindReason(behind) + basis.unreadable());
        }
        return of(Status.LOSSLESS, basis.how());
    }

    /** Transactions that had not been seen when the waiting ended, and are not lost. */
    static long notSeen(ConsumerFindings found, Basis basis) {
        return basis.unknown() != null ? 0 : new ConsumerVerdict(found, basis).behind();
    }

    private long behind() {
        boolean settled = basis.settled() && basis.broke() == null;
        return basis.unknown() != null ? found.missing() : settled ? 0 : found.missing() - passed();
    }

    /** Those that it has passed over can only come if it does not keep the order, which it does as far as was seen. */
    private long passed() {
        return basis.broke() == null && found.outOfOrder() == 0 ? found.passed() : 0;
    }

    private String lost(long behind) {
        String assumed = basis.assumed()
                ? "; what was not seen when " + waited() + " counts as lost, as " + Setting.ASSUME_ENDED + " says"
                : "";
        return basis.how() + torn() + assumed + behindText(behind);
    }

    private String waited() {
        return String.format(Locale.ROOT, "the waiting of %.1f s ended", basis.waitedSeconds());
    }

    private String torn() {
        return found.torn() == 0
                ? ""
                : "; " + found.torn() + (found.torn() == 1 ? " transaction" : " transactions")
                        + " came without a part of it";
    }

    private String behindText(long behind) {
        return behind == 0 ? "" : "; " + behind + " more were not seen when " + waited() + ", and may still come";
    }

    private String behindReason(long behind) {
        Long committed = found.committed();
        String first = found.firstMissing();
        return (basis.reported() ? "" : "it has reported nothing: ")
                + behind + (committed == null ? "" : " of " + committed) + " not seen when " + waited()
                + (first == null ? "" : ", the first: " + first) + torn()
                + "; they may still come, unless the consumer says that it has ended, or " + Setting.ASSUME_ENDED
                + " does";
    }

    private Verdict notChecked(String reason) {
        return verdict(Status.NOT_CHECKED, "none", reason, null);
    }

    private Verdict of(Status status, String reason) {
        long lost = found.missing() - behind();
        boolean known = basis.unknown() == null && (status == Status.LOST || lost == found.missing());
        return verdict(status, basis.unknown() == null ? "exact" : "stream", reason, known ? Long.valueOf(lost) : null);
    }

    private Verdict verdict(Status status, String method, String reason, @Nullable Long missing) {
        return new Verdict(
                status,
                method,
                reason,
                basis.writes() ? found.committed() : null,
                found.shown(),
                missing,
                found.full() ? null : Long.valueOf(found.duplicated()),
                found.full() ? null : Long.valueOf(found.outOfOrder()),
                basis.unknownOutcome(),
                found.others(),
                offender(status),
                List.of(),
                null);
    }

    private @Nullable String offender(Status status) {
        return switch (status) {
            case LOST -> found.torn() == found.missing() ? found.firstTorn() : found.firstMissing();
            case BEHIND -> found.firstMissing();
            case DUPLICATED -> found.firstDuplicate();
            case REORDERED -> found.firstOutOfOrder();
            default -> null;
        };
    }
}
