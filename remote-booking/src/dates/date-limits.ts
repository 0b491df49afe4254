/** As many dates as the server takes for one reservation. */
export const MAX_DATES = 31;

/** As far ahead as the server takes a date. */
export const MAX_DAYS_AHEAD = 730;

/** A funding file leaves at least this long before the training. */
export const FUNDING_LEAD_DAYS = 15;
