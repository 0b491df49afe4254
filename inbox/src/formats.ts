import type { HeldRetention } from '@site/backend/retention';
import { readPhone } from '@site/contract/phone';
import { answerRemarks } from '@site/supabase/requests';
import { type Column, renderRequestsCsv } from '@site/supabase/requests-csv';
import { renderTable } from '@site/terminal/table';
import type { Entry } from './entry';
import { troubleOf } from './mail-state';
import { mailDetail, mailField, mailSummary, mailWording } from './mail-wording';
import { retentionWording } from './retention-wording';
import { formatDay, formatMoment } from '@site/supabase/functions/_shared/french-dates';
import { wording } from './wording';

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
    [entry.name, entry.email, readPhone(entry.phone ?? '').shown, ...answerRemarks(entry)].filter(Boolean).join('\n'),
    [request(entry), mailDetail(entry.mail, now)].filter(Boolean).join('\n'),
  ]);
  return renderTable([Object.values(wording.columns), ...rows], { gap: ' │ ', ruleGap: '─┼─', width });
}

function request({ kind, message, dates }: Entry): string {
  if (kind === 'contact') return message ?? '';
  return dates.map(formatDay).join('\n') || wording.noDates;
}

function remarks({ status, flagged, isSpam, mail }: Entry, now: Date): string[] {
  const remark = [];
  if (status && status !== 'nouvelle') remark.push(wording.status[status]);
  if (flagged && !isSpam) remark.push(wording.flagged);
  const trouble = troubleOf(mail, now);
  if (trouble) remark.push(mailWording.remark[trouble]);
  return remark;
}

const MAIL: Column<Entry> = ['Mail', ({ mail }) => mailField(mail)];

export const asCsv = (entries: readonly Entry[]): string => renderRequestsCsv(entries, [MAIL]);

export function asJson(entries: readonly Entry[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`;
}
