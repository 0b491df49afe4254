/** The server's limits: dates per reservation, and days ahead. */
export const MAX_DATES = 31;

export const MAX_DAYS_AHEAD = 730;

/** A complete funding file must be sent at least this many days before the training. */
export const FUNDING_LEAD_DAYS = 15;
