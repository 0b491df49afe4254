import { renderTable } from '@site/backend/src/terminal/table';
import type { HeldRetention } from '@site/backend/src/worker/retention';
import { renderCsv } from './csv';
import type { Entry } from './entry';
import { troubleOf } from './mail-state';
import { mailDetail, mailField, mailSummary, mailWording } from './mail-wording';
import { retentionWording } from './retention-wording';
import { formatDay, formatMoment, wording } from './wording';

interface ListState {
  readonly now?: Date;
  readonly held?: HeldRetention | null;
}

/** @param width of the terminal in characters */
export function asTable(
  entries: readonly Entry[],
  width: number,
  { now = new Date(), held = null }: ListState = {},
): string {
  const wanted = entries.filter(({ isSpam }) => !isSpam);
  const unwanted = entries.filter(({ isSpam }) => isSpam);
  const parts = [
    held && retentionWording.held(held),
    mailSummary(entries, now),
    wanted.length > 0 ? tableOf(wanted, width, now) : wording.empty,
    ...(unwanted.length > 0 ? [wording.unwanted(unwanted.length), tableOf(unwanted, width, now)] : []),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function tableOf(entries: readonly Entry[], width: number, now: Date): string {
  const rows = entries.map((entry) => [
    `${formatMoment(entry.receivedAt)}\n${entry.shortId}`,
    [wording.kind[entry.kind], ...remarks(entry, now)].join('\n'),
    [entry.name, entry.email, entry.phone ?? ''].filter(Boolean).join('\n'),
    [request(entry), mailDetail(entry.mail, now)].filter(Boolean).join('\n'),
  ]);
  return renderTable([Object.values(wording.columns), ...rows], { gap: ' │ ', ruleGap: '─┼─', width });
}

function request({ kind, message, dates }: Entry): string {
  if (kind === 'contact') return message ?? '';
  return dates.map(formatDay).join('\n') || wording.noDates;
}

function remarks({ isAgefice, status, flagged, isSpam, mail }: Entry, now: Date): string[] {
  const remark = [];
  if (isAgefice) remark.push(wording.fields.agefice);
  if (status && status !== 'nouvelle') remark.push(wording.status[status]);
  if (flagged && !isSpam) remark.push(wording.flagged);
  const trouble = troubleOf(mail, now);
  if (trouble) remark.push(mailWording.remark[trouble]);
  return remark;
}

const yesNo = (claim: boolean) => (claim ? wording.yes : wording.no);

const { fields } = wording;
const CSV_COLUMNS: readonly (readonly [heading: string, value: (entry: Entry) => string])[] = [
  [fields.receivedAt, ({ receivedAt }) => formatMoment(receivedAt)],
  [fields.request, ({ kind }) => wording.kind[kind]],
  [fields.name, ({ name }) => name],
  [fields.email, ({ email }) => email],
  [fields.phone, ({ phone }) => phone ?? ''],
  [fields.agefice, ({ isAgefice }) => yesNo(isAgefice)],
  [fields.dates, ({ dates }) => dates.join(', ')],
  [fields.message, ({ message }) => message ?? ''],
  [fields.status, ({ status }) => (status ? wording.status[status] : '')],
  [fields.flagged, ({ flagged }) => yesNo(flagged)],
  [fields.unwanted, ({ isSpam }) => yesNo(isSpam)],
  [fields.mail, ({ mail }) => mailField(mail)],
  [fields.shortId, ({ shortId }) => shortId],
  [fields.id, ({ id }) => id],
];

export function asCsv(entries: readonly Entry[]): string {
  const headings = CSV_COLUMNS.map(([heading]) => heading);
  return renderCsv([headings, ...entries.map((entry) => CSV_COLUMNS.map(([, value]) => value(entry)))]);
}

export function asJson(entries: readonly Entry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`;
}
