import type { AlertMail, IncidentCount } from '../claimed-mail.ts';
import { alertSubject, alertTitle, incidentWording, unsentWording } from '../content/alerts.ts';
import { formatMoment } from '../french-dates.ts';
import { type Block, type Line, typed } from './body.ts';

type Detail = AlertMail['detail'];

/** Stands for unregistered parts of the site in the database. */
const OTHER = 'other';

export function alertSubjectOf({ unsent, incidentCount }: Detail): string {
  const troubles = [
    ...(unsent > 0 ? [alertSubject.unsent(unsent)] : []),
    ...(incidentCount > 0 ? [alertSubject.incidents(incidentCount)] : []),
  ];
  return alertSubject.begin + troubles.join(', ');
}

export function alertBody(detail: Detail): Block[] {
  return [{ kind: 'title', line: [alertTitle] }, ...unsentBlocks(detail), ...incidentBlocks(detail)];
}

function unsentBlocks({ unsent, oldestUnsentAt, lastError }: Detail): Block[] {
  if (unsent === 0) return [];
  const facts = [
    ...(oldestUnsentAt ? [{ label: unsentWording.oldest, value: [formatMoment(oldestUnsentAt)] }] : []),
    ...(lastError ? [{ label: unsentWording.lastError, value: [typed(lastError)] }] : []),
  ];
  return [
    { kind: 'notice', line: [unsentWording.text(unsent)] },
    ...(facts.length > 0 ? [{ kind: 'facts', facts } as const] : []),
    { kind: 'line', line: [unsentWording.kept] },
  ];
}

function incidentBlocks({ incidents, incidentCount, reporters }: Detail): Block[] {
  if (incidentCount === 0) return [];
  return [
    { kind: 'notice', line: [incidentWording.text(incidentCount, reporters)] },
    ...(incidents.length > 0
      ? [{ kind: 'list', label: incidentWording.label, items: incidents.map(item) } as const]
      : []),
    { kind: 'line', line: [incidentWording.look] },
  ];
}

function item({ remote, release, count, pages, lastAt }: IncidentCount): Line {
  const part: Line = remote === OTHER ? [incidentWording.other] : [typed(remote), ' (', typed(release), ')'];
  return incidentWording.item(part, incidentWording.times(count, pages), formatMoment(lastAt));
}
