import { renderCsv } from './csv';
import type { Entry } from './entry';
import { troubleOf } from './mail-state';
import { mailDetail, mailField, mailSummary, mailWording } from './mail-wording';
import { renderTable } from './table';
import { formatDay, formatMoment, wording } from './wording';

/** The list for a terminal of the given width in characters. */
export function asTable(entries: Entry[], width: number, now = new Date()): string {
  if (entries.length === 0) return wording.empty;
  const rows = entries.map((entry) => [
    `${formatMoment(entry.receivedAt)}\n${entry.shortId}`,
    [wording.kind[entry.kind], ...remarks(entry, now)].join('\n'),
    [entry.name, entry.email, entry.phone ?? ''].filter(Boolean).join('\n'),
    [request(entry), mailDetail(entry.mail, now)].filter(Boolean).join('\n'),
  ]);
  const table = renderTable(Object.values(wording.columns), rows, width);
  const summary = mailSummary(entries, now);
  return summary ? `${summary}\n\n${table}` : table;
}

function request({ kind, message, dates }: Entry): string {
  if (kind === 'contact') return message ?? '';
  return dates.map(formatDay).join('\n') || wording.noDates;
}

function remarks({ isAgefice, status, flagged, mail }: Entry, now: Date): string[] {
  const remark = [];
  if (isAgefice) remark.push(wording.fields.agefice);
  if (status && status !== 'nouvelle') remark.push(wording.status[status] ?? status);
  if (flagged) remark.push(wording.flagged);
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
