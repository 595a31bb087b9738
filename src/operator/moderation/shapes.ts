// What an act of moderation may say.
export const SUBJECT_MOST = 200;
export const REASON_MOST = 500;

/** The subject of acts about registration: the entry in the audit log is what closes and opens it. */
export const REGISTRATION = "registration";
