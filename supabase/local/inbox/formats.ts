import { renderCsv } from './csv';
import type { Entry } from './entry';
import { renderTable } from './table';
import { formatDay, formatMoment, wording } from './wording';

/** The list for a terminal of the given width in characters. */
export function asTable(entries: Entry[], width: number): string {
  if (entries.length === 0) return wording.empty;
  const rows = entries.map((entry) => [
    formatMoment(entry.receivedAt),
    [wording.kind[entry.kind], ...remarks(entry)].join('\n'),
    [entry.name, entry.email, entry.phone ?? ''].filter(Boolean).join('\n'),
    entry.kind === 'contact' ? (entry.message ?? '') : entry.dates.map(formatDay).join('\n') || wording.noDates,
  ]);
  return renderTable(Object.values(wording.columns), rows, width);
}

function remarks({ isAgefice, status, flagged }: Entry): string[] {
  const remark = [];
  if (isAgefice) remark.push(wording.fields.agefice);
  if (status && status !== 'nouvelle') remark.push(wording.status[status] ?? status);
  if (flagged) remark.push(wording.flagged);
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
    entry.id,
  ]);
  return renderCsv([Object.values(wording.fields), ...rows]);
}

/** The list for a program: an array of entries. */
export function asJson(entries: Entry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`;
}
