-- MariaDB, log_bin_compress=ON, log_bin_compress_min_len=10: what HeartbeatWriter writes
USE t;
CREATE TABLE heartbeat (id INTEGER NOT NULL PRIMARY KEY, seq BIGINT NOT NULL, sent_micros BIGINT NOT NULL) ENGINE = innodb;
INSERT INTO heartbeat VALUES (1, 0, 0);
UPDATE heartbeat SET seq = 1, sent_micros = 1795250967554061 WHERE id = 1;
SET binlog_row_image = MINIMAL;
UPDATE heartbeat SET seq = 2, sent_micros = 1795250967554062 WHERE id = 1;
SET binlog_row_image = FULL;
SET GLOBAL log_bin_compress_min_len = 256;
UPDATE heartbeat SET seq = 3, sent_micros = 1795250967554063 WHERE id = 1;
DROP TABLE heartbeat;
