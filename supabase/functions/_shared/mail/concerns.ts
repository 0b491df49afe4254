import { type Block, type Line, typed } from '../body.ts';
import type { ConcernsMail } from '../claimed-mail.ts';
import type { Concern } from '../concern.ts';
import {
  concernsTitle,
  concernsWording,
  concernWording,
  gigabytes,
  subjectBegin,
  subjectOf,
  subjectOthers,
} from '../content/concerns.ts';
import { mailFailure, mayBeSent } from '../content/mail-failure.ts';
import { retentionReason, retentionResumes, retentionWording } from '../content/retention.ts';
import { spaceWording } from '../content/space.ts';
import { watchAdvice } from '../content/watch.ts';
import { formatMoment } from '../french-dates.ts';

type Concerns = ConcernsMail['detail'];

/** Concerns that the person who hosts the site has to fix. */
const FOR_HOST = new Set<Concern['kind']>(['mails', 'unsent', 'backup', 'disk']);

export function concernsSubject({ concerns: [first, ...others] }: Concerns): string {
  if (!first) return concernsTitle;
  const begin = first.isUrgent ? subjectBegin.urgent : subjectBegin.later;
  return begin + subjectOf(first) + subjectOthers(others.length);
}

export function concernsBody({ concerns }: Concerns, origin: string): Block[] {
  const { label, host, when } = concernsWording;
  return [
    { kind: 'title', line: [concernsTitle] },
    { kind: 'list', label, items: concerns.map(lineOf) },
    ...concerns.flatMap(detailsOf),
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
      return [
        mayBeSent(concern.lastError) ? concernWording.mayBeSent(concern.count) : concernWording.mails(concern.count),
      ];
    case 'unsent':
      return [concernWording.unsent(concern.count, formatMoment(concern.oldestAt))];
    case 'part':
      return concernWording.part(concern, formatMoment(concern.lastAt));
    case 'watch':
      return concernWording.watch(concern, formatMoment(concern.at));
    case 'incidents':
      return [concernWording.incidents(concern.count, concern.reporters)];
    case 'backup':
      return [backupLine(concern)];
    case 'disk':
      return [concernWording.disk(concern.host, gigabytes(concern.freeBytes))];
    case 'site':
      return [concernWording.site(concern.gaps.length)];
    case 'calendar':
      return [concernWording.calendar(concern.since && formatMoment(concern.since))];
    case 'retention':
      return [concernWording.retention(concern.requests, concern.total)];
  }
}

/** What a concern needs besides its sentence. */
function detailsOf(concern: Concern): Block[] {
  const { gaps, cause, kept, look } = concernsWording;
  switch (concern.kind) {
    case 'site':
      return [{ kind: 'list', label: gaps, items: concern.gaps.map((gap) => [typed(gap)]) }];
    case 'unsent': {
      const facts = concern.lastError ? [{ label: cause, value: [mailFailure(concern.lastError)] }] : [];
      return [...(facts.length > 0 ? [{ kind: 'facts', facts } as const] : []), { kind: 'line', line: [kept] }];
    }
    case 'part':
    case 'incidents':
      return [{ kind: 'line', line: [look] }];
    case 'watch':
      return [{ kind: 'line', line: [watchAdvice[concern.outcome]] }];
    case 'retention':
      return retentionBlocks(concern);
    default:
      return [];
  }
}

function retentionBlocks({ reason, lastRunAt, resumesAt }: Extract<Concern, { kind: 'retention' }>): Block[] {
  const { steps, checkClock, wrongClock, rightClock } = retentionWording;
  return [
    { kind: 'line', line: [retentionReason[reason](lastRunAt && formatMoment(lastRunAt))] },
    { kind: 'list', label: steps, items: [[checkClock], [wrongClock], [rightClock]] },
    { kind: 'line', line: [retentionResumes(formatMoment(resumesAt))] },
  ];
}

function backupLine({ failure, failedSince, lastAt }: Extract<Concern, { kind: 'backup' }>): string {
  if (failure && failedSince) return concernWording.backupFailed(failure, formatMoment(failedSince));
  return concernWording.backupLate(lastAt && formatMoment(lastAt));
}

function linkTo(origin: string): Line {
  if (!/^https?:\/\//.test(origin)) return [spaceWording.withoutOrigin];
  const address = new URL(concernsWording.path, origin).href;
  return [concernsWording.open, typed(address, address)];
}
