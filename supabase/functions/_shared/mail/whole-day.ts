const DAY_MS = 86_400_000;

/** The times of a calendar entry for a whole day. @param date yyyy-MM-dd */
export function wholeDay(date: string) {
  const start = new Date(`${date}T00:00:00Z`);
  // Calendars exclude the end.
  return { start, end: new Date(start.getTime() + DAY_MS), allDay: true };
}
