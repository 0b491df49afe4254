import { readPhone } from '@site/contract/phone';
import type { OwnedRequest } from '@site/supabase/requests';
import type { Channel } from '../api/requests';

export interface Message {
  readonly subject: string;
  readonly text: string;
}

/** Opens the owner's mail application, with the message if any. Line breaks of a mail are CRLF (RFC 6068). */
export const mailLink = (email: string, message?: Message): string =>
  `mailto:${encodeURIComponent(email)}${message ? `?subject=${encodeURIComponent(message.subject)}&body=${encodeURIComponent(message.text.replaceAll('\n', '\r\n'))}` : ''}`;

export interface ContactLinks extends Readonly<Record<Channel | 'call', string | null>> {
  readonly email: string;
}

/** Addresses that open the owner's own apps, with the message if any; null for a number that an app cannot reach. */
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
