import { mailFailure } from '@site/supabase/requests';
import type { Entry } from './entry';
import { type MailState, troubleOf } from './mail-state';
import { formatMoment } from '@site/supabase/functions/_shared/french-dates';

export const mailWording = {
  remark: { waits: 'mail en attente', 'given-up': 'mail non envoyé' },
  sent: 'envoyé',
  waits: 'en attente',
  givenUp: 'non envoyé',
};

export function mailField(mail: MailState | null): string {
  if (!mail) return '';
  if (mail.sentAt) return mailWording.sent;
  return mail.givenUpAt ? mailWording.givenUp : mailWording.waits;
}

/** Why a mail was not sent, and its next attempt; null for a mail without trouble. */
export function mailDetail(mail: MailState | null, now: Date): string | null {
  const trouble = troubleOf(mail, now);
  if (!mail || !trouble) return null;
  const reason = mail.lastError ? [mailFailure(mail.lastError)] : [];
  const next = trouble === 'waits' ? [nextTry([mail], now)] : [];
  return [...reason, ...next].length > 0 ? `Mail\u00a0: ${[...reason, ...next].join('. ')}` : null;
}

/** One line on all mails that were not sent; null without any. */
export function mailSummary(entries: readonly Entry[], now: Date): string | null {
  const waiting = mailsIn('waits', entries, now);
  const givenUp = mailsIn('given-up', entries, now);
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

function mailsIn(trouble: 'waits' | 'given-up', entries: readonly Entry[], now: Date): MailState[] {
  const mails = entries.flatMap(({ mail }) => (mail && troubleOf(mail, now) === trouble ? [mail] : []));
  return [...new Map(mails.map((mail) => [mail.id, mail])).values()];
}

function nextTry(mails: MailState[], now: Date): string {
  const [first = ''] = mails.flatMap(({ nextTryAt }) => nextTryAt ?? []).sort();
  if (!(Date.parse(first) > now.getTime())) return 'Prochain essai dès que le site tourne';
  const [day, time] = formatMoment(first).split(' ');
  const isToday = day === formatMoment(now.toISOString()).split(' ')[0];
  return `Prochain essai ${isToday ? '' : `le ${day} `}à ${time}`;
}
