// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.result.Note.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The wording of notes, which is tested nowhere else. */
class NoteTest {

    /** A note in two lines: its code with its arguments, and its sentence. */
    private static final String SENTENCES = """
        DELAY_NOT_MEASURED
        DT was not measured: no transaction with a known commit time arrived
        VERDICT_BAD verdict=LOST~3
        verdict LOST 3
        OFFENDER_IS_STEP transaction=0-1-57 by=mine step=12 kind=xa table=storm_000003
        transaction 0-1-57, where mine is wrong, is of step 12 (xa of storm_000003)
        STEPS_SHRUNK consumer=mine steps=1 of=40 trials=7 passed=1 names=[3~xa~of~storm_000003]
        1 step of 40 makes mine fail, as 7 trials show: 3 xa of storm_000003; sent once more, it did not fail
        STEPS_SHRUNK consumer=mine steps=9 of=40 trials=7 ended=time more=7 names=[3~xa~of~t,9~index~of~t]
        9 steps of 40 make mine fail, as 7 trials show: 3 xa of t, 9 index of t, and 7 more; ended by time
        STEPS_LEFT_OUT kinds=[vector,compressed]
        the server cannot make these steps, or not for this account: vector, compressed
        STREAM_CUT_OFF
        the run was ended before the stream caught up: totals and DT miss the rest
        STREAM_CUT_OFF streams=[a:1,b:2]
        the run was ended before a:1, b:2 caught up: totals and DT miss the rest
        STREAM_END_NOT_SEEN
        the stream did not catch up before the drain timeout: totals and DT miss the rest
        BACKLOG_GREW percent=2.96
        the backlog grew: 3.0 % of what was committed stayed behind
        CATCH_UP_LATE seconds=2.5
        the stream ended 2.5 s after the writes
        LOAD_NOT_DELIVERED leftOutPercent=20.0 reachedPerSecond=100.0 threads=4 waitedPercent=99.6
        the load could not be delivered: 20.0 % of the starts were left out, 100.0 transactions/s were reached; the 4 threads waited for the server 100 % of the time: it is the limit, or they are too few
        LOAD_NOT_DELIVERED leftOutPercent=20.0 reachedPerSecond=100.0 idlePercent=97.5
        the load could not be delivered: 20.0 % of the starts were left out, 100.0 transactions/s were reached; the threads were idle for 98 % of the time: the tester is the limit
        LOAD_NOT_DELIVERED leftOutPercent=100.0 reachedPerSecond=0.0
        the load could not be delivered: 100.0 % of the starts were left out, 0.0 transactions/s were reached
        TRIAL_ENDED_EARLY seconds=5.0 plannedSeconds=10.0
        ended after 5 of 10 s, as the outcome was certain by then
        TRIAL_FAILED run=2 reason=gone
        run 2: failed: gone
        LIMIT_BROKEN limit=tps<10
        failed tps<10
        LIMIT_BROKEN run=1 limit=tps<10 found=9/s
        run 1: failed tps<10: 9/s
        STATEMENTS_FOUND_NO_ROW percent=12.34 foundNoRow=1 statements=9 deletedBy=oltp_delete
        12.3 % of the statements (1 of 9) found no row: oltp_delete deletes rows and inserts none
        STATEMENTS_FOUND_NO_ROW percent=50.0 foundNoRow=1 statements=2 setting=--table-size
        50.0 % of the statements (1 of 2) found no row: the tables have fewer rows than --table-size, or something else deletes them
        STATEMENTS_FOUND_NO_ROW percent=50.0 foundNoRow=1 statements=2 workloads=[bank]
        50.0 % of the statements (1 of 2) found no row: the workload asks for rows that do not exist
        TABLES_DIFFER setting=--table-size asked=10 table=sbtest1 madeWith=5
        --table-size is 10, but sbtest1 was made with 5: values of k come from another range
        TABLES_DIFFER setting=--table-size asked=10 table=sbtest1 highestId=0
        --table-size is 10, but the highest id in sbtest1 is 0: statements on higher ids find no row
        NODE_LOST node=a:1 connection=as_{it}_is:$1
        worker a:1 was lost: as_{it}_is:$1
        NODE_LOST node=a:1 unansweredSeconds=4.24
        worker a:1 has not answered for 4.2 s: it is stopped, cut off from the network, or overloaded
        NODE_LOST node=a:1 unreportedSeconds=4.0
        worker a:1 answers, but has not reported its work for 4.0 s: it is stopped, cut off from the network, or overloaded
        NODE_LOST node=a:1 fillingSeconds=30
        worker a:1 did not stop filling tables within 30 s
        NODE_WORK_NOT_COUNTED node=a:1 connection=gone
        worker a:1 was lost: gone; its work since its last report is in the log, but in no total here
        NODE_PART_LEFT node=a:1 threads=2 reason=refused
        nobody took over the part of worker a:1 (2 threads): refused
        NODE_ABSENT node=a:1 connection=gone
        worker a:1 was not there when the run began: gone
        NODE_PART_MOVED node=a:1 to=b:1 second=12.34 threads=1 ratePerSecond=50.0
        12.3 s after the load began, worker b:1 took over 1 thread and 50.0 transactions/s of worker a:1
        NODE_PART_MOVED node=a:1 to=b:1 second=12.34 threads=2
        12.3 s after the load began, worker b:1 took over 2 threads of worker a:1
        TESTER_CPU_BUSY cpuPercent=80.9 processors=2
        the tester used 81 % of its machine's 2 processors: delays and latencies may be its own
        NODES_BUSY busy=2 nodes=3 limitPercent=70.0 node=b:1 cpuPercent=93.0 busiestCpuPercent=98.0
        2 of 3 worker nodes used 70 % of their processors or more, b:1 most: 93 % (98 % in its busiest second); latencies and delays may be their own
        NODES_BUSY busy=1 nodes=1 limitPercent=70.0 node=a:1 cpuPercent=81.0 busiestCpuPercent=86.0
        1 of 1 worker node used 70 % of its processors or more, a:1 most: 81 % (86 % in its busiest second); latencies and delays may be its own
        TRANSACTIONS_NOT_STARTED count=2 percent=0.1234 waitedMillis=7.0
        2 scheduled transactions (0.123 %) did not start in time and had waited up to 7.000 ms: latency leaves them out, latencyWithWaiting includes them
        READER_BUSY cpuPercent=94.2
        the tester's reader may be the limit: its thread used 94 % of a processor, so the server may be able to send more
        FAULT_FAILED fault=rotate reason=refused
        fault 'rotate' could not be injected: refused
        PAUSES_IN_P99 pauseMillis=200 percent=1.904
        garbage collection paused the tester for 200 ms (1.90 % of the time): p99 and above include these pauses
        SAMPLES_MISSED count=1
        1 sample was missed, as the machine was overloaded: the next sample includes its numbers
        SAMPLES_MISSED count=3
        3 samples were missed, as the machine was overloaded: the next sample includes their numbers
        LOAD_LATE load=stress lateMillis=72.4
        load stress began 72 ms late: the machine was overloaded
        NODES_BEHIND behind=1 nodes=3 node=b:1 startDelayP99Millis=40.0 medianMillis=3.0
        1 of 3 worker nodes fell behind schedule, b:1 most: start delay 40.0 ms at p99, where the median node has 3.0 ms
        CLOCK_UNCERTAIN uncertaintyMillis=1.5 delayMillis=2.0
        the server's clock is known to ±1.500 ms only, which is large for a median DT of 2.000 ms
        CONSUMER_SILENT
        it reported nothing: check that it runs, and reads the log from where this run began
        CONSUMER_LINES_UNREADABLE count=2 of=10 first=hello
        2 of 10 lines could not be read, such as 'hello'
        CONSUMER_REPORTS_UNREADABLE count=1 of=3 first=x gtidExample=0-1-7
        1 of 3 reports could not be read, such as 'x': a GTID is like 0-1-7
        CONSUMER_IDENTITY_CHANGED count=1 identity=GTID
        1 report identified transactions in another way than the first (GTID) and was ignored
        CONSUMER_IDENTITY_CHANGED count=2 identity=ROW
        2 reports identified transactions in another way than the first (ROW) and were ignored
        CONSUMER_STRAY_REPORTS count=1 first=0-1-7
        1 report names a transaction that nobody committed, first 0-1-7
        CONSUMER_STRAY_REPORTS count=2 first=0-1-7
        2 reports name a transaction that nobody committed, first 0-1-7
        CONSUMER_STRAY_POSITIONS count=2 first=binlog.000001:4
        2 reports name a transaction that nobody committed, first binlog.000001:4: report the position after a transaction's last event, at the server that the stream comes from
        CONSUMER_DUPLICATES_UNCERTAIN foreign=1
        1 transaction in the log is somebody else's: their updates keep a row's stamp, so some repetitions may be theirs; losses, torn and reordered transactions are not
        CONSUMER_DUPLICATES_UNCERTAIN foreign=2
        2 transactions in the log are somebody else's: their updates keep a row's stamp, so some repetitions may be theirs; losses, torn and reordered transactions are not
        CONSUMER_DELAY_NEGATIVE count=2 lowestMillis=1.5
        2 of its delays were below zero, by up to 1.500 ms: the clocks differ by more than was measured
        CONSUMER_DELAY_INCOMPLETE
        its delay was not measured for all transactions: it was so far behind that their commit times were forgotten
        CONSUMER_SNAPSHOT_EARLY rows=1
        1 row of its snapshot came before the run listened and was not judged
        CONSUMER_SNAPSHOT_EARLY rows=20
        20 rows of its snapshot came before the run listened and were not judged
        CONSUMER_SNAPSHOT_LATE rows=1
        1 row of its snapshot came when the load had ended, so the end of the snapshot was not judged under load
        CONSUMER_SNAPSHOT_LATE rows=20
        20 rows of its snapshot came when the load had ended, so the end of the snapshot was not judged under load
        CONSUMER_SNAPSHOT_NOT_ONE_MOMENT
        the rows of its snapshot are of different moments of the log
        CONSUMER_SHOWS_NO_DELETIONS rows=1
        it shows no deletions: of 1 row that it showed and the server has no more it is not known whether it still has them
        CONSUMER_SHOWS_NO_DELETIONS rows=3
        it shows no deletions: of 3 rows that it showed and the server has no more it is not known whether it still has them
        NOT_AT_REST_BEFORE
        started before the stream was at rest
        NOT_AT_REST_BEFORE run=2
        run 2: started before the stream was at rest
        NOT_AT_REST_AFTER run=2 reason=behind
        run 2: the stream was not at rest in time afterwards: behind
        NOT_WARM warmUpSeconds=30.0 state=cpu~is~5
        not warm after 30 s: cpu is 5
        DELAY_NEGATIVE count=1 lowestMillis=-1.5
        1 delay was below zero (down to -1.500 ms) and counts as 0: the clock offset is wrong by more than the delay
        DELAY_NEGATIVE count=2 lowestMillis=-1.5
        2 delays were below zero (down to -1.500 ms) and count as 0: the clock offset is wrong by more than the delay
        DELAY_BY_EVENT_HEADER setting=--delay-source
        DT comes from event headers, which have whole seconds: it is 0 to 1 s too long; heartbeats (--delay-source heartbeat) are exact to the µs, but write to the server
        OUTCOME_UNKNOWN count=1
        1 transaction lost its connection during the commit: it may have been committed or not
        OUTCOME_UNKNOWN count=2
        2 transactions lost their connection during the commit: they may have been committed or not
        READER_BUSY_AT_TIMES limitPercent=80.0 busySeconds=3
        the tester's reader may be the limit in 3 s: its thread used 80 % of a processor or more
        DELAY_IS_AGE_OF_LOG
        DT is the age of the log when it was read, not a delay of the server
        STREAM_BROKE count=2 seconds=2.0
        the stream broke 2 times and was resumed, after 2.0 s in all; DT includes that
        PHASE_CUT_SHORT phase=loads-1 limits=2 expressions=[delay.p99>1s,delay.max>9s]
        phase loads-1 was cut short, so 2 limits were not judged: delay.p99>1s, delay.max>9s
        SIDE_INTERRUPTED side=A runs=2
        A has 2 interrupted runs
        SIDE_INCOMPLETE side=B missing=1 cells=40
        B: 1 of 40 cells failed or were not run
        NOISE_OF_ONE_RUN confidencePercent=95
        a side has one run: intervals in brackets are from the noise within one run (95 %), without the variation from run to run
        NOISE_UNKNOWN
        a side has one run, and too few seconds to estimate the noise: nothing is certain
        DELAY_INCLUDES_PAUSE pausedSeconds=3.0 phase=pile
        DT includes a planned pause of 3.0 s: phase pile left the stream unread
        SERVER_LIMITED cpuPercent=40.0 netBufferLength=16384
        server-limited: the reader used 40 % of a processor and waited for the server's dump thread, which sends pieces of net_buffer_length = 16384 bytes; SET GLOBAL net_buffer_length = 1048576 makes them larger
        EVENT_KIND_UNKNOWN count=4 kind=TYPE_99
        4 events of the unknown kind TYPE_99 were counted and skipped: if they begin or end transactions, transaction counts are wrong
        COMMIT_TIME_MISSING count=2
        2 transactions had no commit time and are not in DT
        LOG_NOT_SENT_IN_FULL bytes=7
        the server did not send 7 bytes of its log: bytes and events miss them
        OTHERS_WROTE count=2
        the stream carried 2 transactions more than this run committed: somebody else wrote too
        MORE_THAN_NODES_REPORTED count=2
        the stream carried 2 transactions more than the worker nodes reported: the lost node's, or somebody else's
        FEW_DELAYS_FOR_P99 count=50
        DT has 50 values only: p99 and p99.9 are the maximum or next to it
        MEASURED_SHORT seconds=2.04
        the measured part is short: within 2.0 s a single pause weighs much
        STEPS_OF_ONE_SIDE side=A axis=threads steps=[2,4]
        only A has threads 2, 4
        TRANSACTION_WITHOUT_END count=2
        2 transactions in the log have no end and are not counted
        ROWS_NOT_COUNTED count=2
        rows of 2 events could not be counted
        HEARTBEATS_BROKE count=2
        the heartbeat connection broke and was replaced 2 times: there were no heartbeats meanwhile
        SAME_MACHINE
        tester and server share a machine: DT has no network in it, and both compete for processors
        NO_INTERVAL_WITH_ZERO
        values that are 0 in some run have no interval
        NODES_JAVA_DIFFERS versions=[17.0.15,25.0.1]
        worker nodes run on different Java versions: 17.0.15, 25.0.1
        NODES_DRIVER_DIFFERS drivers=[a,b]
        worker nodes use different JDBC drivers: a, b
        BINLOG_FORMAT_NOT_ROW binlogFormat=MIXED
        binlog_format is MIXED: statements are logged instead of rows, or beside them, so bytes and events differ
        NODES_SHARE_ROWS nodes=3 warehouses=2
        3 worker nodes share 2 warehouses: their workers wait for each other's row locks
        COMMITS_NOT_DURABLE settings=[sync_binlog=0,innodb_flush_log_at_trx_commit=2] server=db:3306
        sync_binlog is 0, innodb_flush_log_at_trx_commit is 2 at db:3306: commits do not wait for the disk, as they do with 1, so writes are faster
        BUFFER_POOL_SMALL bufferPoolMegabytes=134.217728
        innodb_buffer_pool_size is 134 MB: larger tables are read from disk again and again
        DELAY_BY_HEARTBEAT
        DT is that of the tester's heartbeat rows and includes the time to commit them
        ROW_IMAGE_NOT_FULL binlogRowImage=MINIMAL server=db:3306
        binlog_row_image is MINIMAL at db:3306: fewer bytes than with FULL
        SERVER_KEY_NOT_VERIFIED keySetting=--server-public-key-path tlsSetting=--ssl-mode
        the password was sent without TLS, encrypted with an RSA key that the server sent and nobody verified: give the key with --server-public-key-path, or use --ssl-mode VERIFY_CA
        THROUGH_PROXY
        the stream went through a proxy on this machine for network faults: each byte is copied once more
        NODES_WROTE nodes=2 startSpreadMillis=7.0 clockMillis=1.0
        2 worker nodes wrote and began within 7.000 ms of each other (clocks ±1.000 ms); they report once a second, so a sample's write figures are up to a second old
        NODES_WROTE nodes=1 clockMillis=1.0 lateMillis=900.0 shiftedFromMillis=100
        1 worker node wrote (clocks ±1.000 ms); they report once a second, so a sample's write figures are up to a second old, and came up to 900 ms late: from 100 ms on they count in the next second
        NODE_READ_LINES node=a:1 lines=4711
        worker a:1 read 4711 lines of the consumer
        NODES_READ nodes=2 clockMillis=1.0
        2 worker nodes read the streams, by clocks known to ±1.000 ms; they report five times a second, so a sample's stream figures are up to 0.3 s old
        PROBE_GAPS probe=nodes gaps=1 readings=1 reason=away
        probe nodes has 1 gap in 1 reading: away
        PROBE_GAPS probe=nodes gaps=2 readings=9 reason=away
        probe nodes has 2 gaps in 9 readings: away
        PAUSES_IN_P999 pauseMillis=20 percent=0.19
        garbage collection paused the tester for 20 ms (0.19 % of the time): p99.9 and the maximum include these pauses
        FEW_DELAYS_FOR_P999 count=101
        DT has 101 values only: p99.9 is the maximum or next to it
        NO_WARM_UP
        no warm-up: cold caches, new connections and JVM start-up are in the totals
        STREAM_OFF setting=--stream
        no stream was followed (--stream off): the numbers are those of the write side alone
        NOT_ENCRYPTED
        the stream was not encrypted: with TLS, DT and CPU time are higher
        FAULT_INJECTED fault=cut
        fault cut
        RESULTS_OF_EARLIER_RUN
        the results in the same directory are of an earlier run
        PHASES_UNKNOWN file=course.jsonl
        course.jsonl is missing or unreadable, so the phases are unknown
        SAMPLES_UNREADABLE second=7 reason=cut
        samples after second 7 cannot be read: cut
        OTHER text=anything
        anything
        BINLOG_CHECKSUM_OFF
        binlog_checksum is NONE: events are four bytes shorter, and no time goes into checksums
        HIGHEST_RATE_INTERVAL
        a highest rate is known only up to the lowest rate that failed, and the interval includes that
        HIGHEST_RATE_INTERVAL withinOneRun=true
        a highest rate is known only up to the lowest rate that failed, and the interval includes that, but not the variation from search to search
        INTERVALS_OF_ALL_ROWS confidencePercent=95
        intervals hold simultaneously: if both sides are equal, 95 % of such tables mark no row as changed; the noise is that between repeats
        INTERVALS_OF_ALL_ROWS confidencePercent=95 pooled=true
        intervals hold simultaneously: if both sides are equal, 95 % of such tables mark no row as changed; the noise is that between repeats, pooled over steps with similar noise
        PUBLISHED_BESIDE name=x/y source=https://host/page
        published is what x/y gives; nothing is judged, as server, machine, data, time and options differ; source: https://host/page
        SEVERAL_STREAMS streams=2
        BPS, EPS and TPS are sums over 2 streams; DT is over all of them
        SEVERAL_STREAMS streams=2 divided=true
        BPS, EPS and TPS are sums over 2 streams that divide the log, with each transaction once; DT is over all of them
        SECONDS_COUNT_PARTS
        TPS of a second is parts/s: in lines, charts, samples.csv and meters, as in the rows of the streams, a transaction counts in each stream that has a part of it
        NO_COMMIT_TIMESTAMPS server=MARIADB
        no delays by commit timestamp: MARIADB sends none
        NO_HEARTBEATS_IN_DRAIN
        no delays by heartbeat: a drain writes nothing
        EVENT_HEADER_INEXACT
        the delay by EVENT_HEADER is 0 to 1 s too long: headers have whole seconds
        SAMPLES_DROPPED count=980
        the first 980 samples are not in this result; the totals include them
        HISTOGRAMS_DROPPED second=4 limitMegabytes=64
        histograms are kept from second 4 on only: all would need more than 64 MB
        CLOSED_LOOP
        closed loop: a stalled worker starts nothing meanwhile, so a stall counts once per worker, not once per user
        """;

    @Test
    void separatesListItemsThatHaveCommasBySemicolons() {
        assertThat(Note.of(Code.STEPS_OF_ONE_SIDE, "side", "A", "axis", "a, b", "steps", List.of("1, 2", "1, 4"))
                        .text())
                .isEqualTo("only A has a, b 1, 2; 1, 4");
    }

    private static Note note(String line) {
        String[] words = line.split(" ");
        List<Object> arguments = new ArrayList<>();
        Arrays.stream(words).skip(1).forEach(word -> {
            String[] pair = word.split("=", 2);
            arguments.add(pair[0]);
            arguments.add(value(pair[1].replace('~', ' ')));
        });
        return Note.of(Code.valueOf(words[0]), arguments.toArray());
    }

    private static Object value(String text) {
        if (text.startsWith("[")) {
            return List.of(text.substring(1, text.length() - 1).split(","));
        }
        return text.matches("-?\\d+")
                ? Long.valueOf(text)
                : text.matches("-?\\d+\\.\\d+") ? Double.valueOf(text) : text;
    }

    private static Map<Code, List<String>> sentences() {
        Map<Code, List<String>> sentences = new EnumMap<>(Code.class);
        List<String> lines = SENTENCES.lines().toList();
        for (int i = 0; i < lines.size(); i += 2) {
            Note note = note(lines.get(i));
            assertThat(note.text()).as(lines.get(i)).isEqualTo(lines.get(i + 1));
            sentences.computeIfAbsent(note.code(), code -> new ArrayList<>()).add(note.text());
        }
        return sentences;
    }

    @Test
    void eachCodeHasItsSentenceItsRemedyAndItsPlace() {
        assertThat(sentences()).containsOnlyKeys(Code.values());
        assertThat(Code.values()).isSortedAccordingTo((one, other) -> Integer.compare(one.rank(), other.rank()));
        for (Code code : Code.values()) {
            assertThat(Note.of(code).remedy()).as(code.name()).endsWith(".");
            assertThat(Note.of(code).severity()).as(code.name()).isNotNull();
        }
    }

    @Test
    void theDocumentListsEachCodeWithItsSentence() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../docs/metrics.md"));
        Map<String, String[]> documented = lines.subList(lines.indexOf("## Notes"), lines.indexOf("## Meters")).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split(" \\| "))
                .collect(Collectors.toMap(row -> row[0].replaceAll("[|` ]", ""), row -> row));
        Map<Code, List<String>> sentences = sentences();
        assertThat(documented).hasSameSizeAs(sentences);
        sentences.forEach((code, texts) -> {
            String[] row = documented.getOrDefault(code.name(), new String[0]);
            assertThat(row).as(code.name()).hasSize(4);
            assertThat(row[1]).as(code.name()).isEqualTo(code.severity().name());
            if (code != Code.TABLES_DIFFER && code != Code.NODE_LOST && code != Code.OTHER) {
                Pattern sentence = Pattern.compile(
                        Arrays.stream(row[2].replace(" (or of those named)", "").split("…"))
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*")));
                assertThat(texts)
                        .as(row[2])
                        .anyMatch(text -> sentence.matcher(text).find());
            }
        });
    }

    @Test
    void notesThatDifferInNumbersOnlyAreAlike() {
        Note shorter = Note.of(Code.MEASURED_SHORT, "seconds", 2.0);
        assertThat(shorter.isLike(Note.of(Code.MEASURED_SHORT, "seconds", 3.5))).isTrue();
        assertThat(shorter.isLike(Note.of(Code.BINLOG_CHECKSUM_OFF))).isFalse();
        assertThat(Note.of(Code.LOAD_LATE, "load", "a", "lateMillis", 60.0)
                        .isLike(Note.of(Code.LOAD_LATE, "load", "b", "lateMillis", 60.0)))
                .isFalse();
    }

    @Test
    void theWorstComesFirstAndOnce() {
        Note checksum = Note.of(Code.BINLOG_CHECKSUM_OFF);
        Note missed = Note.of(Code.SAMPLES_MISSED, "count", 3);
        assertThat(Note.worstFirst(List.of(checksum, missed, checksum))).containsExactly(missed, checksum);
    }

    @Test
    void argumentsAreWhatJsonHasOfThem() {
        Note note = Note.of(Code.OTHER, "int", 1, "float", 0.5f, "list", List.of(1, 2), "none", null, "empty", "");
        assertThat(note.arguments()).isEqualTo(Map.of("int", 1L, "float", 0.5, "list", List.of("1", "2")));
        assertThat(note.arguments().keySet()).containsExactly("int", "float", "list");
    }

    @Test
    void settingsHaveTheProgramsNames() {
        assertThat(Note.of(Code.DELAY_BY_EVENT_HEADER, "setting", Setting.DELAY_SOURCE)
                        .text())
                .contains("(delaySource heartbeat)");
    }
}
