-- The last act about registration says whether it is open. Every registration asks.

-- Up Migration
CREATE INDEX moderation_acts_registration ON moderation_acts (act_id)
  WHERE act IN ('close-registration', 'open-registration');

-- Down Migration
DROP INDEX moderation_acts_registration;
