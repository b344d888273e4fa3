// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Comes to the verdict on one consumer. What cannot be known is never called wrong, and never called right. */
final class ConsumerVerdict {

    /**
     * What it rests on.
     *
     * @param reported whether the consumer reported anything
     * @param unreadable its reports that could not be read
     * @param settled whether it has said that nothing more is coming
     * @param broke why the run broke; {@code null} if it did not
     * @param unknown why it is not known what the consumer was to show; {@code null} where it is
     * @param writes whether the run wrote itself
     * @param unknownOutcome commits that were not acknowledged; {@code null} where somebody else wrote
     * @param how by what it was compared, for the reason
     */
    record Basis(
            boolean reported,
            long unreadable,
            boolean settled,
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
        boolean nothingShown = found.shown() == 0;
        if (nothingShown && found.stray() + basis.unreadable() > 0) {
            return notChecked("none of its reports names a transaction of this run"
                    + (found.firstStray() == null ? "" : ", such as " + found.firstStray()));
        }
        boolean settled = basis.settled() && basis.broke() == null;
        long lost = basis.unknown() != null ? 0 : settled ? found.missing() : passed();
        long behind = found.missing() - lost;
        if (lost > 0) {
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
            return of(Status.BEHIND, behindReason(behind));
        }
        return of(Status.LOSSLESS, basis.how());
    }

    /** Those that it has passed over can only come if it does not keep the order, which it does as far as was seen. */
    private long passed() {
        return basis.broke() == null && found.outOfOrder() == 0 ? found.passed() : 0;
    }

    private String lost(long behind) {
        String torn = found.torn() == 0
                ? ""
                : "; " + found.torn() + (found.torn() == 1 ? " transaction" : " transactions")
                        + " came without a part of it";
        return basis.how() + torn + behindText(behind);
    }

    private static String behindText(long behind) {
        return behind == 0 ? "" : "; " + behind + " more had not come when waiting for them ended, and may still come";
    }

    private String behindReason(long behind) {
        return basis.reported()
                ? behind + " transactions had not come when waiting for them ended: what is not here may still come,"
                        + " unless the consumer says that it has ended"
                : "it has reported nothing: what is not here may still come, unless the consumer says that it has ended";
    }

    private Verdict notChecked(String reason) {
        return verdict(Status.NOT_CHECKED, "none", reason, null);
    }

    private Verdict of(Status status, String reason) {
        boolean settled = basis.settled() && basis.broke() == null;
        long lost = settled ? found.missing() : passed();
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
                List.of());
    }

    private @Nullable String offender(Status status) {
        return switch (status) {
            case LOST -> found.torn() == found.missing() ? found.firstTorn() : found.firstMissing();
            case DUPLICATED -> found.firstDuplicate();
            case REORDERED -> found.firstOutOfOrder();
            default -> null;
        };
    }
}
