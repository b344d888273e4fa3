// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import org.jspecify.annotations.Nullable;

/** Compares tables with their images row by row, and removes compared rows from the image. */
final class ImageComparison {

    private long missing;
    private long different;
    private long extra;
    private @Nullable String first;

    void compareRow(TableImage image, TableShape.Row tableRow) {
        if (image.accepts(tableRow.key(), tableRow.row())) {
            image.change(tableRow.key(), tableRow.row(), null);
            return;
        }
        byte[] imageRow = image.row(tableRow.key());
        if (imageRow == null) {
            missing++;
            describeFirst(image, tableRow.key(), "the table has the row, but no received change created it");
            return;
        }
        different++;
        String difference = image.shape().difference(tableRow.row(), imageRow);
        describeFirst(image, tableRow.key(), difference + " according to the received changes");
        image.change(tableRow.key(), imageRow, null);
    }

    /** Call it after all rows of the table were compared. */
    void addExtraRows(TableImage image) {
        if (image.count() > 0) {
            extra += image.count();
            image.forEach((key, imageRow) ->
                    describeFirst(image, key, "received changes created the row, but the table does not have it"));
        }
    }

    private void describeFirst(TableImage image, byte[] key, String finding) {
        if (first == null) {
            first = "at the end, table " + image.shape().shortName() + ", "
                    + image.shape().describeKey(key) + ": " + finding;
        }
    }

    boolean isEqual() {
        return missing + different + extra == 0;
    }

    boolean hasOnlyExtraRows() {
        return missing + different == 0 && extra > 0;
    }

    long differences() {
        return missing + different + extra;
    }

    /** {@code null} if there is no difference. */
    @Nullable
    String first() {
        return first;
    }
}
