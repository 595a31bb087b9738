-- What the service keeps secret for itself. Passes for registration are signed with a key of 32 random bytes, the same for all
-- processes; whoever changes it ends the passes that are out.

-- Up Migration
CREATE TABLE service_secrets (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  pass_key bytea NOT NULL CHECK (length(pass_key) = 32)
);
INSERT INTO service_secrets (pass_key)
  VALUES (sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')));

-- Down Migration
DROP TABLE service_secrets;
