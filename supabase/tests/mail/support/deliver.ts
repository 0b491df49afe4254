import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import type { ClaimedMail } from '../../../functions/_shared/claimed-mail.ts';
import { composeMail } from '../../../functions/_shared/compose-mail.ts';
import { settings } from './rows';

const transport = createTransport({ streamTransport: true, buffer: true });

interface Delivered extends Email {
  /** Names of the headers, sorted. */
  names: string[];
  /** Where it goes, whatever its headers say. */
  recipients: string[];
}

/** What the owner's mail program reads of the mail that is composed of a row. */
export async function deliver(mail: ClaimedMail, sender = settings): Promise<Delivered> {
  const sent = await transport.sendMail(composeMail(mail, sender));
  const email = await PostalMime.parse(sent.message as Buffer, { attachmentEncoding: 'utf8' });
  return { ...email, names: email.headers.map(({ key }) => key).sort(), recipients: sent.envelope.to };
}

// The only links there may be; any other stays as it is, and is then no tag of the template's.
const LINK = /href="(?:(tel):\+?\d{6,15}|(mailto):(?:[\w.!~*%-]|&#39;)+@[\w.-]+)"/;

/** Tags of a page, links without whom they lead to. */
export function tagsOf(html = ''): string[] {
  return [...html.matchAll(/<[^<]*?(?:>|$)/g)].map(([tag]) => tag.replace(LINK, 'href="$1$2:"'));
}
