// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.snapshot;

import static io.github.cdctester.internal.judge.consumer.feed.SnapshotRows.NO_ROW;
import static io.github.cdctester.internal.judge.consumer.feed.SnapshotRows.deletionOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.consumer.snapshot.RowHistory.Version;
import org.junit.jupiter.api.Test;

final class RowHistoryTest {

    private final RowHistory row = new RowHistory();

    @Test
    void transactionCreatesOneVersion() {
        assertThat(row.addChange(7, 3, 1, 1)).isTrue();
        assertThat(row.addChange(7, 7, 1, 1)).as("updated again").isFalse();
        assertThat(row.addChange(deletionOf(7), 7, 1, 0)).isFalse();
        assertThat(row.addChange(7, NO_ROW, 1, 1)).isFalse();
        assertThat(row.open()).containsExactly(new Version(7, true, 1, 3));
    }

    @Test
    void recordsInsertAndDeleteInOneTransaction() {
        row.addChange(7, NO_ROW, 1, 1);
        row.addChange(deletionOf(7), 7, 1, 0);
        assertThat(row.open()).containsExactly(new Version(deletionOf(7), false, 1, 1));
        assertThat(row.isWrittenAndDeleted(7)).isTrue();
    }

    @Test
    void detectsDeletionByOtherTransaction() {
        row.addChange(7, NO_ROW, 1, 1);
        row.addChange(deletionOf(7), 7, 2, 0);
        assertThat(row.isWrittenAndDeleted(7)).isFalse();
    }

    @Test
    void ignoresChangesThatKeepStamp() {
        assertThat(row.addChange(7, 7, 1, 1)).isFalse();
        assertThat(row.open()).isEmpty();
    }

    @Test
    void coversVersionsUpToTransaction() {
        row.addChange(7, 0, 1, 1);
        row.addChange(deletionOf(7), 7, 2, 0);
        row.addChange(9, NO_ROW, 3, 1);
        assertThat(row.deletionBefore(3)).isEqualTo(2);
        assertThat(row.deletionBefore(2)).isEqualTo(-1);
        assertThat(row.cover(2)).extracting(Version::stamp).containsExactly(7L, 7L);
        assertThat(row.open()).containsExactly(new Version(9, false, 3, 1));
        assertThat(row.isUnseen()).isTrue();
    }

    @Test
    void snapshotRowWithOtherVersionIsNotFromStream() {
        row.recordStreamed(9, false);
        row.recordSnapshotRow(9, 3);
        assertThat(row.hasStreamed(9)).as("the same version").isTrue();
        row.recordSnapshotRow(7, 1);
        assertThat(row.hasStreamed(7)).as("an older version").isFalse();
        assertThat(row.stamp()).isEqualTo(7);
        assertThat(row.order()).isEqualTo(3);
        row.recordStreamed(7, false);
        assertThat(row.hasStreamed(7)).isTrue();
    }
}
