// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import org.jspecify.annotations.Nullable;

/** Compares tables with their images, row by row. Takes equal rows out of the image. */
final class ImageComparison {

    private long missing;
    private long different;
    private long extra;
    private @Nullable String first;

    void row(TableImage image, TableShape.Row there) {
        if (image.holds(there.key(), there.row())) {
            image.change(there.key(), there.row(), null);
            return;
        }
        byte[] kept = image.row(there.key());
        if (kept == null) {
            missing++;
            name(image, there.key(), "the table has it, and no change that came made it");
            return;
        }
        different++;
        String words = image.shape().difference(there.row(), kept);
        name(image, there.key(), words + " by the changes that came");
        image.change(there.key(), kept, null);
    }

    /** A table has no more rows. */
    void rest(TableImage image) {
        if (image.count() > 0) {
            extra += image.count();
            image.forEach((key, kept) -> name(image, key, "changes that came made it, and the table does not have it"));
        }
    }

    private void name(TableImage image, byte[] key, String what) {
        if (first == null) {
            first = "at the end, table " + image.shape().shortName() + ", "
                    + image.shape().keyWords(key) + ": " + what;
        }
    }

    boolean isEqual() {
        return missing + different + extra == 0;
    }

    /** Returns true if the tables have all that the image has not, but the image has rows of its own. */
    boolean hasOnlyMore() {
        return missing + different == 0 && extra > 0;
    }

    long rows() {
        return missing + different + extra;
    }

    /** The first of them. */
    @Nullable
    String first() {
        return first;
    }
}
