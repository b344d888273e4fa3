// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.Locale;
import java.util.Optional;

/** What sums that agree leave open. */
final class AgreeingSums {

    private AgreeingSums() {}

    /**
     * Why they do not say that nothing is wrong.
     *
     * @param evidence where as many transactions came as were committed, or more
     * @return one clause; empty where the sums, and the positions, tell
     */
    static Optional<String> doubt(Evidence evidence, long more) {
        long unknownOutcome = evidence.unknownOutcome() == null ? 0 : evidence.unknownOutcome();
        if (more > unknownOutcome) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the stream has %d %s more than were committed: counting cannot tell somebody else's from"
                            + " repeated ones, nor whether they stand for lost ones. Use a server that nobody else writes to,"
                            + " or one with GTIDs in its stream",
                    more - unknownOutcome,
                    more - unknownOutcome == 1 ? "transaction" : "transactions"));
        }
        PlaceFindings places = evidence.findings().places();
        if (places.gaps() > 0) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "as many came as were committed, but %d bytes of the log did not, from %s: a transaction that came twice"
                            + " may stand for a lost one",
                    places.gapBytes(),
                    places.firstGap()));
        }
        if (places.unclear() > 0) {
            return Optional.of("as many came as were committed, but " + places.unclear()
                    + " positions do not follow the ones before: something may have come twice, late, or not at all");
        }
        if (places.passes()) {
            return Optional.of(
                    "as many came as were committed, but the stream was resumed by GTIDs, so positions do not tell the rest");
        }
        return evidence.ownLog()
                ? Optional.empty()
                : Optional.of(
                        "as many came as were committed, but which ones and in which order was not checked: the stream comes"
                                + " from another log than the one that is written. GTIDs in the stream, the same as at the"
                                + " server that is written to, would tell");
    }
}
