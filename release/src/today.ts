const parisDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', dateStyle: 'short' });

/** The day it is in Paris, yyyy-MM-dd. */
export const todayInParis = (now = new Date()) => parisDay.format(now);
