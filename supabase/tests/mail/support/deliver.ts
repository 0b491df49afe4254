import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import type { ClaimedMail } from '../../../functions/_shared/claimed-mail.ts';
import { composeMail } from '../../../functions/_shared/mail/compose-mail.ts';
import { settings } from './rows';

const transport = createTransport({ streamTransport: true, buffer: true });

interface Delivered extends Email {
  /** Names of the headers, sorted. */
  names: string[];
  /** Recipients of the SMTP envelope, whatever the headers say. */
  recipients: string[];
}

/** Composes the mail of a row and parses it as a mail program does. */
export async function deliver(mail: ClaimedMail, sender = settings): Promise<Delivered> {
  const sent = await transport.sendMail(composeMail(mail, sender));
  const email = await PostalMime.parse(sent.message as Buffer, { attachmentEncoding: 'utf8' });
  return { ...email, names: email.headers.map(({ key }) => key).sort(), recipients: sent.envelope.to };
}

// The only links that the templates may write. Others stay unchanged and are then unknown tags.
const LINK = /href="(?:(tel):\+?\d{6,15}|(mailto):(?:[\w.!~*%-]|&#39;)+@[\w.-]+)"/;

/** Tags of a page; links without their targets. */
export function tagsOf(html = ''): string[] {
  return [...html.matchAll(/<[^<]*?(?:>|$)/g)].map(([tag]) => tag.replace(LINK, 'href="$1$2:"'));
}
