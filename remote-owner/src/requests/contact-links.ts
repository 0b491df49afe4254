import { readPhone } from '@site/contract/phone';
import type { OwnedRequest } from '@site/supabase/requests';
import type { Channel, RequestDetail } from '../api/requests';
import { type Message, mailLink } from '../view/mail-link';

export interface ContactLinks extends Readonly<Record<Channel | 'call', string | null>> {
  readonly email: string;
}

/** Addresses that open the owner's own apps, with the message if there is one; null where a number cannot be reached so. */
export function contactLinks({ email, phone }: Pick<OwnedRequest, 'email' | 'phone'>, message?: Message): ContactLinks {
  const { tel, whatsApp } = readPhone(phone ?? '');
  const text = message && encodeURIComponent(message.text);
  return {
    call: tel && `tel:${tel}`,
    // iOS and Android both read a body after « ?& ».
    sms: whatsApp && `sms:+${whatsApp}${text ? `?&body=${text}` : ''}`,
    whatsapp: whatsApp && `https://wa.me/${whatsApp}${text ? `?text=${text}` : ''}`,
    email: mailLink(email, message),
  };
}

/**
 * Days of a reservation that a confirmation leaves out at first, yyyy-MM-dd: they are confirmed for another one, or the
 * visitor has asked to replace them since the last confirmation. Of several dates for one day, the owner chooses.
 */
export function daysToLeave({
  request: { dates, daysWanted },
  clashes,
  history,
}: Pick<RequestDetail, 'request' | 'clashes' | 'history'>): readonly string[] {
  if (daysWanted === 'one') return dates;
  const confirmedAt = history.map(({ action }) => action).lastIndexOf('confirmed');
  const since = history.slice(confirmedAt + 1);
  const gaveUp = since
    .filter(({ action }) => action === 'visitor_gave_up')
    .map(({ detail }) => (detail as { readonly day: string }).day);
  // Who gives up the new day keeps the one that it was to replace.
  const replaced = since
    .filter(({ action }) => action === 'visitor_asked')
    .map(({ detail }) => detail as { readonly from: string; readonly to: string })
    .filter(({ to }) => !gaveUp.includes(to))
    .map(({ from }) => from);
  return [...clashes.filter(({ isConfirmed }) => isConfirmed).map(({ date }) => date), ...replaced];
}
