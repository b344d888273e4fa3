// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReportedCommitsTest {

    private final List<Long> received = new ArrayList<>();
    private final ReportedCommits commits =
            new ReportedCommits(List.of((high, low, tag, number) -> received.add(number)));

    @Test
    void mayBeCompleteBeforeFirstCommit() {
        assertThat(commits.mayBeComplete(0)).isTrue();
    }

    /** A proxy between the load and the server may remove the GTIDs from the answers. */
    @Test
    void isIncompleteIfServerReportsNoGtid() {
        assertThat(commits.mayBeComplete(1)).isFalse();
    }

    @Test
    void mayBeCompleteAfterFirstGtid() {
        commits.onCommit(1, 2, "", 7);
        assertThat(commits.mayBeComplete(2)).isTrue();
        assertThat(received).containsExactly(7L);
    }
}
