-- A repeated call gets the first answer with its own headers, such as the receipt of a payment.

-- Up Migration
ALTER TABLE idempotency ADD COLUMN headers jsonb; -- those that the endpoint set; null when it set none

-- Down Migration
ALTER TABLE idempotency DROP COLUMN headers;
