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

interface Wish {
  /** yyyy-MM-dd, as `to` */
  readonly from: string;
  readonly to: string;
}

/** Days that the visitor has asked for in place of others since the last confirmation. */
export function wishesOf(history: RequestDetail['history']): readonly Wish[] {
  const confirmedAt = history.map(({ action }) => action).lastIndexOf('confirmed');
  const since = history.slice(confirmedAt + 1);
  const gaveUp = since
    .filter(({ action }) => action === 'visitor_gave_up')
    .map(({ detail }) => (detail as { readonly day: string }).day);
  // Who gives up the new day keeps the one that it was to replace.
  return since
    .filter(({ action }) => action === 'visitor_asked')
    .map(({ detail }) => detail as Wish)
    .filter(({ to }) => !gaveUp.includes(to));
}

/**
 * Days of a reservation that a confirmation leaves out at first, yyyy-MM-dd: they are confirmed for another one, or the
 * visitor has asked to replace them. Of several dates for one day, the owner chooses.
 */
export function daysToLeave({
  request: { dates, daysWanted },
  clashes,
  history,
}: Pick<RequestDetail, 'request' | 'clashes' | 'history'>): readonly string[] {
  if (daysWanted === 'one') return dates;
  const taken = clashes.filter(({ isConfirmed }) => isConfirmed).map(({ date }) => date);
  return [...taken, ...wishesOf(history).map(({ from }) => from)];
}
