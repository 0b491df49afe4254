/** The server's limits: dates per reservation, and days ahead. */
export const MAX_DATES = 31;

export const MAX_DAYS_AHEAD = 730;
