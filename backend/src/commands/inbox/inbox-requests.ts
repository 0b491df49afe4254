import type { Column } from '@site/contract/csv';
import { readPhone } from '@site/contract/phone';
import { retentionReason, retentionResumes } from '@site/supabase/functions/_shared/content/concerns';
import { requestStatus } from '@site/supabase/functions/_shared/content/requests';
import { formatDay, formatMoment, plural } from '@site/supabase/functions/_shared/french';
import { answerRemarks, type HeldRetention, KIND_WORDS, mailFailure, type OwnedRequest } from '@site/supabase/requests';
import { renderRequestsCsv } from '@site/supabase/requests-csv';
import { renderTable } from '@site/terminal/output';
import type { Database } from '../../database/postgres';
import type { RetentionRun } from '../../worker/retention';

const wording = {
  columns: { receivedAt: 'Reçu le', request: 'Demande', person: 'Personne', detail: 'Détail' },
  kind: KIND_WORDS,
  status: requestStatus,
  flagged: 'à vérifier',
  noDates: '(aucune date)',
  unwanted: (count: number) =>
    `Indésirables (${count})\u00a0: marqués dans votre espace, ou envoyés avec le champ caché du formulaire rempli, ce que seul un robot fait. Pour les supprimer\u00a0: «\u00a0npx pnpm inbox purge unwanted --yes\u00a0».`,
  empty: 'Aucune demande pour le moment.',
};

/** One contact message or reservation, as `inbox --json` prints it. */
export interface InboxRequest extends OwnedRequest {
  /** The most troubled of its mails; null when none is in the outbox any more. */
  readonly mail: MailState | null;
}

// One statement, for one snapshot.
const NEWEST_FIRST = `
  select request, mail
  from (
    select c.id, c.created_at, private.owned_contact_json(c) as request from public.contacts c
    union all
    select r.id, r.created_at, private.owned_reservation_json(r) from public.reservations r
  ) as entry
  left join lateral (
    select json_build_object('id', message.id::text, 'sentAt', private.iso(message.sent_at), 'tries', message.attempts,
      'lastError', message.last_error,
      'nextTryAt', case when message.sent_at is null and message.given_up_at is null
                   then private.iso(greatest(message.not_before, message.claimed_until)) end,
      'givenUpAt', private.iso(message.given_up_at)) as mail
    from private.outbox o
    -- The mail of its digest until that is sent, otherwise its own.
    left join private.outbox d on d.id = o.digest_id and d.sent_at is null and o.sent_at is null
    join private.outbox message on message.id = coalesce(d.id, o.id)
    where o.ref = entry.id and o.recipient_hash is null
    order by message.sent_at is not null, message.given_up_at is null, message.last_error is null, o.id desc limit 1
  ) as worst on true
  order by created_at desc, id`;

export async function readInbox(database: Database): Promise<readonly InboxRequest[]> {
  const rows = await database.query<{ request: OwnedRequest; mail: MailState | null }>(NEWEST_FIRST);
  return rows.map(({ request, mail }) => ({ ...request, mail }));
}

/** State of the mail to the owner about a request. Times in ISO 8601, UTC. */
export interface MailState {
  /** Id of its row in the outbox: all requests of a digest share one mail. */
  readonly id: string;
  readonly sentAt: string | null;
  readonly tries: number;
  readonly lastError: string | null;
  /** Earliest time of the next try; null once it is sent or given up. */
  readonly nextTryAt: string | null;
  readonly givenUpAt: string | null;
}

// A worker looks every few seconds, so an overdue mail means that no worker runs.
const OVERDUE_MS = 5 * 60_000;

/** Null for a mail that is sent, forgotten or due. */
function troubleOf(mail: MailState | null, now: Date): 'waits' | 'given-up' | null {
  if (!mail || mail.sentAt) return null;
  if (mail.givenUpAt) return 'given-up';
  const isOverdue = mail.nextTryAt !== null && now.getTime() - Date.parse(mail.nextTryAt) > OVERDUE_MS;
  return mail.lastError !== null || isOverdue ? 'waits' : null;
}

const mailWording = {
  remark: { waits: 'mail en attente', 'given-up': 'mail non envoyé' },
  sent: 'envoyé',
  waits: 'en attente',
  givenUp: 'non envoyé',
};

function mailField(mail: MailState | null): string {
  if (!mail) return '';
  if (mail.sentAt) return mailWording.sent;
  return mail.givenUpAt ? mailWording.givenUp : mailWording.waits;
}

/** Says why a mail was not sent and when it is tried next; null for a mail without trouble. */
function mailDetail(mail: MailState | null, now: Date): string | null {
  const trouble = troubleOf(mail, now);
  if (!mail || !trouble) return null;
  const reason = mail.lastError ? [mailFailure(mail.lastError)] : [];
  const next = trouble === 'waits' ? [nextTry([mail], now)] : [];
  return [...reason, ...next].length > 0 ? `Mail\u00a0: ${[...reason, ...next].join('. ')}` : null;
}

/** One line on all mails that were not sent; null without any. */
function mailSummary(requests: readonly InboxRequest[], now: Date): string | null {
  const waiting = mailsIn('waits', requests, now);
  const givenUp = mailsIn('given-up', requests, now);
  const sentences = [];
  if (waiting.length > 0) {
    const error = waiting.find(({ lastError }) => lastError)?.lastError;
    const count = waiting.length > 1 ? `${waiting.length} mails attendent` : '1 mail attend';
    sentences.push(`${count}${error ? `\u00a0: ${mailFailure(error)}` : ''}. ${nextTry(waiting, now)}.`);
  }
  if (givenUp.length > 0) {
    const count = givenUp.length > 1 ? `${givenUp.length} mails n’ont` : '1 mail n’a';
    sentences.push(`${count} pas pu partir\u00a0: «\u00a0npx pnpm inbox resend\u00a0» pour réessayer.`);
  }
  return sentences.length > 0 ? sentences.join(' ') : null;
}

function mailsIn(trouble: 'waits' | 'given-up', requests: readonly InboxRequest[], now: Date): MailState[] {
  const mails = requests.flatMap(({ mail }) => (mail && troubleOf(mail, now) === trouble ? [mail] : []));
  return [...new Map(mails.map((mail) => [mail.id, mail])).values()];
}

function nextTry(mails: MailState[], now: Date): string {
  const [first = ''] = mails.flatMap(({ nextTryAt }) => nextTryAt ?? []).sort();
  if (!(Date.parse(first) > now.getTime())) return 'Prochain essai dès que le site tourne';
  const [day, time] = formatMoment(first).split(' ');
  const isToday = day === formatMoment(now.toISOString()).split(' ')[0];
  return `Prochain essai ${isToday ? '' : `le ${day} `}à ${time}`;
}

export const FILES_FOLLOW = 'Leurs fichiers dans mails/ suivent dans la minute, ou dès que le site tourne.';

export const inboxRetention = {
  nothing: 'Aucune suppression automatique n’attend votre confirmation.',
  held: ({ requests, total, reason, since, lastRunAt, resumesAt }: HeldRetention) =>
    [
      `La suppression automatique est suspendue depuis le ${formatMoment(since)}\u00a0: elle supprimerait ${plural(requests, 'demande')} sur ${total}.`,
      retentionReason[reason](lastRunAt && formatMoment(lastRunAt)),
      'Vérifiez la date de la machine. Si elle est juste, confirmez\u00a0: «\u00a0npx pnpm inbox retention --confirm\u00a0».',
      retentionResumes(formatMoment(resumesAt)),
    ].join('\n'),
  removed: ({ requests, mails, incidents }: RetentionRun['removed']) =>
    `Supprimé\u00a0: ${[
      plural(requests, 'demande'),
      plural(mails, 'mail en file', 'mails en file'),
      plural(incidents, 'incident'),
    ].join(', ')}. ${FILES_FOLLOW}`,
};

interface ListState {
  readonly now?: Date;
  readonly held?: HeldRetention | null;
}

/** @param width of the terminal in characters */
export function asTable(
  requests: readonly InboxRequest[],
  width: number,
  { now = new Date(), held = null }: ListState = {},
): string {
  const wanted = requests.filter(({ isSpam }) => !isSpam);
  const unwanted = requests.filter(({ isSpam }) => isSpam);
  const parts = [
    held && inboxRetention.held(held),
    mailSummary(requests, now),
    wanted.length > 0 ? tableOf(wanted, width, now) : wording.empty,
    ...(unwanted.length > 0 ? [wording.unwanted(unwanted.length), tableOf(unwanted, width, now)] : []),
  ];
  return parts.filter(Boolean).join('\n\n');
}

function tableOf(requests: readonly InboxRequest[], width: number, now: Date): string {
  const rows = requests.map((request) => [
    formatMoment(request.receivedAt),
    [wording.kind[request.kind], ...remarks(request, now)].join('\n'),
    [request.name, request.email, readPhone(request.phone ?? '').shown, ...answerRemarks(request)]
      .filter(Boolean)
      .join('\n'),
    [detailOf(request), mailDetail(request.mail, now)].filter(Boolean).join('\n'),
  ]);
  return renderTable([Object.values(wording.columns), ...rows], { gap: ' │ ', ruleGap: '─┼─', width });
}

function detailOf({ kind, message, dates }: InboxRequest): string {
  if (kind === 'contact') return message ?? '';
  return dates.map(formatDay).join('\n') || wording.noDates;
}

function remarks({ status, flagged, isSpam, mail }: InboxRequest, now: Date): string[] {
  const remark = [];
  if (status && status !== 'nouvelle') remark.push(wording.status[status]);
  if (flagged && !isSpam) remark.push(wording.flagged);
  const trouble = troubleOf(mail, now);
  if (trouble) remark.push(mailWording.remark[trouble]);
  return remark;
}

const MAIL: Column<InboxRequest> = ['Mail', ({ mail }) => mailField(mail)];

export const asCsv = (requests: readonly InboxRequest[]): string => renderRequestsCsv(requests, [MAIL]);

export function asJson(requests: readonly InboxRequest[]): string {
  return `${JSON.stringify(requests, null, 2)}\n`;
}
