// Created on first use: the first format of a program takes 13 ms.
let clock: Intl.DateTimeFormat | undefined;

/** The moment at which clocks in Paris show this time. @param date yyyy-MM-dd @param time HH:mm, none that clocks skip */
export function parisMoment(date: string, time: string): Date {
  const wanted = new Date(`${date}T${time}:00Z`).getTime();
  // The offset at the first guess may be that of the other side of a change of the clocks.
  const guess = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(guess));
}

/** How far clocks in Paris are ahead of UTC, in milliseconds. */
function offsetAt(moment: number): number {
  clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'medium' });
  return new Date(`${clock.format(moment).replace(' ', 'T')}Z`).getTime() - moment;
}
