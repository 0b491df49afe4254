/** A calendar of events, each the lines of its properties. */
export function calendarOf(events: readonly (readonly string[])[], zones = ''): string {
  const all = events.map((lines, at) => ['BEGIN:VEVENT', ...withUid(lines, at), 'END:VEVENT'].join('\n'));
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...(zones ? [zones] : []), ...all, 'END:VCALENDAR', ''];
  return lines.join('\n').replaceAll('\n', '\r\n');
}

const withUid = (lines: readonly string[], at: number) =>
  lines.some((line) => line.startsWith('UID:')) ? lines : [`UID:${at}@exemple.fr`, ...lines];
