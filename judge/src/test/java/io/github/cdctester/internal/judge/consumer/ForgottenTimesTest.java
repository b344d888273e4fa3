// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The consumer reports transactions so late that their commit times were forgotten. */
class ForgottenTimesTest {

    private static final int COMMITS = 90_000;
    private static final int LATE_COMMITS = 100;

    @ParameterizedTest
    @CsvSource({"ROW, false", "GTID, false", "ROW, true", "GTID, true"})
    void notesDelaysThatAreNotMeasured(Identity identity, boolean isMariaDb) {
        SimulatedRun run = new SimulatedRun(isMariaDb);
        run.openWindow();
        run.commit(COMMITS, new Random(1), COMMITS);
        run.streamAll();
        run.commits.subList(LATE_COMMITS, COMMITS).forEach(transaction -> run.reportToProbe(transaction, identity));
        run.judge.takeReports();
        run.commits.subList(0, LATE_COMMITS).forEach(transaction -> run.reportToProbe(transaction, identity));
        ConsumerResult result = run.result();
        boolean isMeasured = isMariaDb && identity == Identity.ROW; // measured from the acknowledgement
        assertThat(result.delay().count()).isEqualTo(isMeasured ? COMMITS : COMMITS - LATE_COMMITS);
        List<Code> codes = result.notes().stream().map(Note::code).toList();
        assertThat(codes.contains(Code.CONSUMER_DELAY_INCOMPLETE)).isEqualTo(!isMeasured);
    }
}
