/** The server's limit for one reservation. */
export const MAX_DATES = 31;

/** The server's limit for the distance of a date, in days. */
export const MAX_DAYS_AHEAD = 730;

/** A funding file must be sent at least this many days before the training. */
export const FUNDING_LEAD_DAYS = 15;
