-- Portraits of creatures, one for each stage of a life, and avatars of agents. The pictures themselves lie in a store
-- under the SHA-256 of their bytes.

-- Up Migration
CREATE TABLE portraits (
  agent_id uuid NOT NULL,
  creature_id uuid NOT NULL,
  stage text NOT NULL,
  sha256 text NOT NULL,
  source text NOT NULL, -- drawn, or remote for a picture that an image model painted
  generated_at bigint NOT NULL, -- the time of the house
  PRIMARY KEY (agent_id, creature_id, stage)
);

CREATE TABLE avatars (
  agent_id uuid PRIMARY KEY,
  sha256 text NOT NULL,
  generated_at bigint NOT NULL -- real time
);

-- Down Migration
DROP TABLE avatars;
DROP TABLE portraits;
