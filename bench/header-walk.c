// SPDX-License-Identifier: Apache-2.0
//
// header-walk PORT FILE: reads a binlog from its beginning to its present end and walks over the event headers, with one
// blocking read after another. What the least of a reader costs, without a JVM. An account without a password, no TLS.
// Waits for a line on standard input, as the other sides do, and answers with name=value pairs.

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 1 << 20, FULL_PACKET = 0xFFFFFF, XID = 16 };

static int server;
static uint8_t buffer[BUFFER];

static void die(const char *what) {
    printf("error=%s\n", what);
    exit(1);
}

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static uint32_t little(const uint8_t *at, int bytes) {
    uint32_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
        value = value << 8 | at[i];
    }
    return value;
}

static void read_fully(uint8_t *to, size_t bytes) {
    while (bytes > 0) {
        ssize_t got = read(server, to, bytes);
        if (got <= 0) die("the_server_closed_the_connection");
        to += got;
        bytes -= got;
    }
}

static uint8_t sequence;

static uint32_t read_packet(void) {
    uint8_t head[4];
    read_fully(head, 4);
    uint32_t length = little(head, 3);
    if (length > BUFFER) die("a_packet_too_long");
    read_fully(buffer, length);
    sequence = head[3] + 1;
    if (length > 0 && buffer[0] == 0xFF) die("the_server_refuses");
    return length;
}

static void write_packet(const uint8_t *payload, uint32_t length) {
    uint8_t packet[512] = {length, length >> 8, length >> 16, sequence++};
    if (length > sizeof packet - 4) die("a_command_too_long");
    memcpy(packet + 4, payload, length);
    if (write(server, packet, length + 4) != (ssize_t)length + 4) die("cannot_write");
}

static void log_in(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server = socket(AF_INET, SOCK_STREAM, 0);
    int yes = 1;
    setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(server, (struct sockaddr *)&address, sizeof address) != 0) die("cannot_connect");
    read_packet();
    // CLIENT_LONG_PASSWORD, PROTOCOL_41, SECURE_CONNECTION, PLUGIN_AUTH; no password
    static const char tail[] = "bench\0\0caching_sha2_password";
    uint8_t response[32 + sizeof tail] = {0x01, 0x82, 0x08, 0, 0, 0, 0, 1, 45};
    memcpy(response + 32, tail, sizeof tail);
    write_packet(response, sizeof response);
    read_packet();
    if (buffer[0] == 0xFE) {
        write_packet(response, 0); // another plugin: the answer for no password is the same
        read_packet();
    }
}

static void dump(const char *file) {
    static const char checksum[] = "\x03SET @source_binlog_checksum = @@global.binlog_checksum,"
                                   " @master_binlog_checksum = @@global.binlog_checksum";
    sequence = 0;
    write_packet((const uint8_t *)checksum, sizeof checksum - 1);
    read_packet();
    uint8_t command[256] = {0x12, 4, 0, 0, 0, 1, 0, 0x2C, 0x23, 0, 0}; // from 4, until the end, server 9004
    size_t name = strlen(file);
    if (name > sizeof command - 11) die("a_file_name_too_long");
    memcpy(command + 11, file, name);
    sequence = 0;
    write_packet(command, 11 + name);
}

int main(int count, char **arguments) {
    char line[256];
    if (count != 3) die("PORT_FILE");
    if (!fgets(line, sizeof line, stdin)) return 0;
    double began = now(CLOCK_MONOTONIC);
    log_in(atoi(arguments[1]));
    dump(arguments[2]);
    uint64_t bytes = 0, events = 0, transactions = 0, skip = 0;
    size_t have = 0;
    int continued = 0;
    for (;;) {
        ssize_t got = read(server, buffer + have, BUFFER - have);
        if (got <= 0) die("the_dump_has_no_end");
        have += got;
        size_t at = 0;
        while (at < have) {
            if (skip > 0) {
                size_t step = skip < have - at ? skip : have - at;
                at += step;
                skip -= step;
                continue;
            }
            if (have - at < 24) break; // the end of the dump is a short packet, and the last one
            uint32_t length = little(buffer + at, 3);
            const uint8_t *event = buffer + at + 5;
            if (!continued && little(event, 4) != 0) { // what the dump makes up has no time
                bytes += little(event + 9, 4);
                events++;
                transactions += event[4] == XID;
            }
            continued = length == FULL_PACKET;
            skip = 4 + (uint64_t)length;
        }
        memmove(buffer, buffer + at, have - at);
        have -= at;
        if (skip == 0 && have >= 5 && buffer[4] == 0xFE && little(buffer, 3) < 9) break;
        if (skip == 0 && have >= 5 && buffer[4] == 0xFF) die("the_server_ends_with_an_error");
    }
    double seconds = now(CLOCK_MONOTONIC) - began;
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    double cpu = used.ru_utime.tv_sec + used.ru_utime.tv_usec / 1e6 + used.ru_stime.tv_sec + used.ru_stime.tv_usec / 1e6;
    printf("bytes=%llu seconds=%.6f events=%llu transactions=%llu cpu=%.3f wall=%.6f\n", (unsigned long long)bytes, seconds,
           (unsigned long long)events, (unsigned long long)transactions, cpu, seconds);
    return 0;
}
