import type { Concern, ReminderMail } from '../claimed-mail.ts';
import { concernWording, gigabytes, reminderSubject, reminderTitle, reminderWording } from '../content/reminder.ts';
import { formatMoment } from '../french-dates.ts';
import { type Block, type Line, typed } from './body.ts';

type Detail = ReminderMail['detail'];

/** Concerns that the person who hosts the site has to fix. */
const FOR_HOST = new Set<Concern['kind']>(['mails', 'backup', 'disk']);

export const reminderSubjectOf = ({ concerns }: Detail): string => reminderSubject(concerns.length);

export function reminderBody({ concerns }: Detail, origin: string): Block[] {
  const { text, label, gaps, host, when } = reminderWording;
  const missing = concerns.flatMap((concern) => (concern.kind === 'site' ? concern.gaps : []));
  return [
    { kind: 'title', line: [reminderTitle] },
    { kind: 'line', line: [text] },
    { kind: 'list', label, items: concerns.map(lineOf) },
    ...(missing.length > 0 ? [{ kind: 'list', label: gaps, items: missing.map((gap) => [typed(gap)]) } as const] : []),
    { kind: 'line', line: linkTo(origin) },
    ...(concerns.some(({ kind }) => FOR_HOST.has(kind)) ? [{ kind: 'line', line: [host] } as const] : []),
    { kind: 'small', line: [when] },
  ];
}

function lineOf(concern: Concern): Line {
  switch (concern.kind) {
    case 'requests':
      return [concernWording.requests(concern.count, formatMoment(concern.oldestAt))];
    case 'mails':
      return [concernWording.mails(concern.count)];
    case 'part':
      return [concernWording.part(concern.remote, formatMoment(concern.lastAt))];
    case 'backup':
      return [backupLine(concern)];
    case 'disk':
      return [concernWording.disk(concern.host, gigabytes(concern.freeBytes))];
    case 'site':
      return [concernWording.site(concern.gaps.length)];
    case 'retention':
      return [concernWording.retention(concern.requests, formatMoment(concern.resumesAt))];
  }
}

function backupLine({ failure, failedSince, lastAt }: Extract<Concern, { kind: 'backup' }>): string {
  if (failure && failedSince) return concernWording.backupFailed(failure, formatMoment(failedSince));
  return concernWording.backupLate(lastAt && formatMoment(lastAt));
}

function linkTo(origin: string): Line {
  if (!/^https?:\/\//.test(origin)) return [reminderWording.openWithoutOrigin];
  const address = new URL(reminderWording.path, origin).href;
  return [reminderWording.open, typed(address, address)];
}
