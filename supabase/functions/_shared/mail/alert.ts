import type { AlertMail, IncidentCount } from '../claimed-mail.ts';
import { alertSubject, alertTitle, incidentWording, unsentWording } from '../content/alerts.ts';
import { formatMoment } from '../french-dates.ts';
import { type Block, typed } from './body.ts';

type Detail = AlertMail['detail'];

/** Both troubles where there are both. */
export function alertSubjectOf({ unsent, incidents }: Detail): string {
  const total = totalOf(incidents);
  const troubles = [
    ...(unsent > 0 ? [alertSubject.unsent(unsent)] : []),
    ...(total > 0 ? [alertSubject.incidents(total)] : []),
  ];
  return alertSubject.begin + troubles.join(', ');
}

/** What went wrong and where to look, without the foot. */
export function alertBody(detail: Detail): Block[] {
  return [{ kind: 'title', line: [alertTitle] }, ...unsentBlocks(detail), ...incidentBlocks(detail.incidents)];
}

function unsentBlocks({ unsent, oldestUnsentAt, lastError }: Detail): Block[] {
  if (unsent === 0) return [];
  const facts = [
    ...(oldestUnsentAt ? [{ label: unsentWording.oldest, value: [formatMoment(oldestUnsentAt)] }] : []),
    ...(lastError ? [{ label: unsentWording.lastError, value: [typed(lastError)] }] : []),
  ];
  return [
    { kind: 'notice', line: [unsentWording.told(unsent)] },
    ...(facts.length > 0 ? [{ kind: 'facts', facts } as const] : []),
    { kind: 'line', line: [unsentWording.kept] },
  ];
}

function incidentBlocks(incidents: IncidentCount[]): Block[] {
  if (incidents.length === 0) return [];
  const items = incidents.map(({ remote, release, count, lastAt }) =>
    incidentWording.item([typed(remote), ' (', typed(release), ')'], count, formatMoment(lastAt)),
  );
  return [
    { kind: 'notice', line: [incidentWording.told(totalOf(incidents))] },
    { kind: 'list', label: incidentWording.label, items },
    { kind: 'line', line: [incidentWording.look] },
  ];
}

function totalOf(incidents: IncidentCount[]): number {
  return incidents.reduce((sum, { count }) => sum + count, 0);
}
