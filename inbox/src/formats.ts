import type { HeldRetention } from '@site/backend/src/worker/retention';
import { renderCsv } from './csv';
import type { Entry } from './entry';
import { troubleOf } from './mail-state';
import { mailDetail, mailField, mailSummary, mailWording } from './mail-wording';
import { retentionWording } from './retention-wording';
import { renderTable } from './table';
import { formatDay, formatMoment, wording } from './wording';

/** The list for a terminal of the given width in characters. @param held the run of retention that waits */
export function asTable(entries: Entry[], width: number, now = new Date(), held: HeldRetention | null = null): string {
  const wanted = entries.filter(({ unwanted }) => !unwanted);
  const unwanted = entries.filter((entry) => entry.unwanted);
  const parts = [
    held && retentionWording.held(held),
    mailSummary(entries, now),
    wanted.length > 0 ? tableOf(wanted, width, now) : wording.empty,
    ...(unwanted.length > 0 ? [wording.unwanted(unwanted.length), tableOf(unwanted, width, now)] : []),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function tableOf(entries: Entry[], width: number, now: Date): string {
  const rows = entries.map((entry) => [
    `${formatMoment(entry.receivedAt)}\n${entry.shortId}`,
    [wording.kind[entry.kind], ...remarks(entry, now)].join('\n'),
    [entry.name, entry.email, entry.phone ?? ''].filter(Boolean).join('\n'),
    [request(entry), mailDetail(entry.mail, now)].filter(Boolean).join('\n'),
  ]);
  return renderTable(Object.values(wording.columns), rows, width);
}

function request({ kind, message, dates }: Entry): string {
  if (kind === 'contact') return message ?? '';
  return dates.map(formatDay).join('\n') || wording.noDates;
}

function remarks({ isAgefice, status, flagged, unwanted, mail }: Entry, now: Date): string[] {
  const remark = [];
  if (isAgefice) remark.push(wording.fields.agefice);
  if (status && status !== 'nouvelle') remark.push(wording.status[status] ?? status);
  if (flagged && !unwanted) remark.push(wording.flagged);
  const trouble = troubleOf(mail, now);
  if (trouble) remark.push(mailWording.remark[trouble]);
  return remark;
}

/** The list for a spreadsheet. */
export function asCsv(entries: Entry[]): string {
  const yesNo = (claim: boolean) => (claim ? wording.yes : wording.no);
  const rows = entries.map((entry) => [
    formatMoment(entry.receivedAt),
    wording.kind[entry.kind],
    entry.name,
    entry.email,
    entry.phone ?? '',
    yesNo(entry.isAgefice),
    entry.dates.join(', '),
    entry.message ?? '',
    entry.status ? (wording.status[entry.status] ?? entry.status) : '',
    yesNo(entry.flagged),
    yesNo(entry.unwanted),
    mailField(entry.mail),
    entry.shortId,
    entry.id,
  ]);
  return renderCsv([Object.values(wording.fields), ...rows]);
}

/** The list for a program: an array of entries. */
export function asJson(entries: Entry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`;
}
