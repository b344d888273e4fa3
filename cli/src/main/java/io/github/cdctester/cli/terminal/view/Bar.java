// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal.view;

/** How much of something is done. */
final class Bar {

    /** The moving piece of a bar whose end nobody knows takes so much of it. */
    private static final int PIECES = 6;

    /** It moves by so many places a second. */
    private static final double SPEED = 4;

    private Bar() {}

    /**
     * Draws a bar.
     *
     * @param share of what is done, from 0 to 1; what is beyond is taken for the nearest
     * @param width columns, 3 at least
     */
    static String of(double share, int width, Glyphs glyphs) {
        int places = width - 2;
        double done = Double.isNaN(share) ? 0 : Math.max(0, Math.min(1, share));
        int parts = (int) Math.floor(done * places * glyphs.parts());
        StringBuilder bar = new StringBuilder("[");
        for (int place = 0; place < places; place++) {
            int filled = parts - place * glyphs.parts();
            bar.append(filled >= glyphs.parts() ? glyphs.full() : glyphs.part(Math.max(0, filled)));
        }
        return bar.append(']').toString();
    }

    /**
     * Draws a bar of something whose end nobody knows.
     *
     * @param width columns, 3 at least
     */
    static String moving(double seconds, int width, Glyphs glyphs) {
        int places = width - 2;
        int piece = Math.max(1, places / PIECES);
        int ways = Math.max(1, places - piece);
        int step = (int) (seconds * SPEED % (2 * ways));
        int from = step <= ways ? step : 2 * ways - step;
        StringBuilder bar = new StringBuilder("[");
        for (int place = 0; place < places; place++) {
            bar.append(place >= from && place < from + piece ? glyphs.full() : glyphs.part(0));
        }
        return bar.append(']').toString();
    }
}
