-- MySQL, gtid_mode=ON; the server is stopped and started again behind it, and the stream goes on into the next file
USE t;
CREATE TABLE m (id INT, v VARCHAR(100));
INSERT INTO m VALUES (1, 'the last one');
