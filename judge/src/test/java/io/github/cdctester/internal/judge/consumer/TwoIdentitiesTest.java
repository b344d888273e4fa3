// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The consumer identifies transactions first by GTIDs, then by rows. */
final class TwoIdentitiesTest {

    @Test
    void countsEachReportByOtherIdentityOnce() {
        SimulatedRun run = new SimulatedRun(false);
        run.openWindow();
        run.commit(10, new Random(1));
        run.streamAll();
        run.probe.recordTransaction("");
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.GTID));
        run.commits.forEach(transaction -> run.reportToProbe(transaction, Identity.ROW));
        Map<Code, Map<String, Object>> notes =
                run.result().notes().stream().collect(Collectors.toMap(Note::code, Note::arguments));
        long rows = (long) notes.get(Code.CONSUMER_IDENTITY_CHANGED).get("count");
        assertThat(rows).isGreaterThanOrEqualTo(10);
        assertThat(notes.get(Code.CONSUMER_REPORTS_UNREADABLE)).containsEntry("of", 1 + 10 + rows);
    }
}
