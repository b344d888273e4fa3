// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.RandomNumbers.RandType;
import java.time.Duration;
import java.util.Set;

/**
 * Default values of runs. Experiments and some commands define further default values. Options that also exist in sysbench have
 * the same defaults as in sysbench.
 */
public final class Defaults {

    /** The port of a MySQL server. */
    public static final int PORT = 3306;

    /** The schema of the workload's tables, like sysbench's {@code --mysql-db}. */
    public static final String DATABASE = "sbtest";

    /** The TLS mode, like in MySQL's own clients. */
    public static final SslMode SSL_MODE = SslMode.PREFERRED;

    /** Time limit for opening a TCP connection. */
    public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** sysbench's {@code --threads}. */
    public static final int THREADS = 1;

    /** sysbench's {@code --time}. */
    public static final Duration MEASURE = Duration.ofSeconds(10);

    /** sysbench's {@code --warmup-time}. */
    public static final Duration WARM_UP = Duration.ZERO;

    /** sysbench's {@code --events}: no limit. */
    public static final long EVENTS = 0;

    /** Evenly spaced starts; sysbench uses {@link Arrivals#POISSON}. */
    public static final Arrivals ARRIVALS = Arrivals.CONSTANT;

    /** Time without a stable connection after which a worker fails the run. */
    public static final Duration RECONNECT_TIMEOUT = Duration.ofSeconds(30);

    /** sysbench's {@code --tables}. */
    public static final int TABLES = 1;

    /** sysbench's {@code --table-size}. */
    public static final int TABLE_SIZE = 10_000;

    /** sysbench's {@code --range-size}. */
    public static final int RANGE_SIZE = 100;

    /** sysbench's {@code --point-selects}. All other statements run once per transaction. */
    public static final int POINT_SELECTS = 10;

    /** sysbench 1.1's {@code --rand-type}; the default of 1.0 is {@code special}. */
    public static final RandType RAND_TYPE = RandType.UNIFORM;

    /** sysbench's {@code --rand-spec-iter}. */
    public static final int RAND_SPEC_ITER = 12;

    /** sysbench 1.0's {@code --rand-spec-pct}: percentage of rows that are special. */
    public static final int RAND_SPEC_PCT = 1;

    /** sysbench 1.0's {@code --rand-spec-res}: percentage of draws that fall on special rows. */
    public static final int RAND_SPEC_RES = 75;

    /** sysbench's {@code --rand-pareto-h}. */
    public static final double RAND_PARETO_H = 0.2;

    /** sysbench 1.1's {@code --rand-zipfian-exp}; version 1.0.20 has no Zipf distribution. */
    public static final double RAND_ZIPFIAN_EXP = 0.8;

    /** sysbench's {@code --mysql-ignore-errors}: deadlock (1213), changed record (1020), lock wait timeout (1205). */
    public static final Set<Integer> IGNORED_ERRORS = Set.of(1213, 1020, 1205);

    /** sysbench's {@code --percentile}: the percentile in progress lines. */
    public static final int PERCENTILE = 95;

    /** Size of a large transaction in the log in bytes, like in PolarDB-X's CDC test: 0.5 GB. */
    public static final long TRX_BYTES = 500_000_000;

    /** Size of a row in a large transaction in bytes, like in PolarDB-X's CDC test. */
    public static final int ROW_BYTES = 2_500;

    /** Number of large transactions in a run. */
    public static final long TRX_COUNT = 1;

    /** Time limit for a worker to finish its transaction when the load is stopped. */
    public static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    /** Maximum time that a run waits for the end of the stream after the last write. */
    public static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(60);

    /** Interval of heartbeats, if they are written. */
    public static final Duration HEARTBEAT_INTERVAL = Duration.ofMillis(100);

    /** Interval at which an idle server must send a keep-alive. */
    public static final Duration STREAM_KEEPALIVE = Duration.ofSeconds(5);

    /** Time without data and keep-alives after which a stream is considered broken. */
    public static final Duration STREAM_TIMEOUT = STREAM_KEEPALIVE.multipliedBy(6);

    /** Time limit for reconnecting a broken stream. */
    public static final Duration RESUME_TIMEOUT = Duration.ofSeconds(60);

    private Defaults() {}
}
