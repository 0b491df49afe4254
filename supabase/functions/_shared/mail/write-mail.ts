import { firstDayAhead } from '@site/contract/today';
import type { ClaimedMail, RequestMail, VisitorMail } from '../claimed-mail.ts';
import { requestFoot } from '../content/requests.ts';
import type { MailSettings } from '../settings.ts';
import { type Block, forHeader, type Line, sanitizeLine, typed } from '../text.ts';
import { REQUESTS_HEADER, replyAddress } from './addresses.ts';
import { type Invitation, visitorInvitation } from './calendar-files.ts';
import {
  codeBody,
  codeSubject,
  concernsBody,
  concernsSubject,
  digestBody,
  digestSubjectOf,
  requestIds,
  welcomeBody,
  welcomeSubject,
} from './owner.ts';
import { renderHtml, renderText } from './render.ts';
import { composeSubject, requestBody, spaceLinks } from './requests.ts';
import { recipientOf, visitorBody, visitorClosing, visitorSubjectOf } from './visitor.ts';

/** A message for nodemailer's `sendMail`, plain data only. */
export interface Mail {
  /** A bare address gets the product as its name. */
  readonly from: string | { readonly name: string; readonly address: string };
  /** One recipient. nodemailer does not parse an object, so it cannot become several recipients. */
  readonly to: string | { readonly name: string; readonly address: string };
  /** The visitor, or the owner in a mail to the visitor. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** `<uuid@domain of from>`. The same at every try, so that mail programs show a repeated mail only once. */
  readonly messageId: string;
  /** An alternative of the text, and a file for programs without a calendar. */
  readonly icalEvent?: Invitation;
  readonly headers: Readonly<Record<string, string>>;
}

const LONGEST_NAME = 80;

// Prevents the owner's out-of-office reply from going to the visitor. `All` would suppress reports of non-delivery too.
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/**
 * Composes the mail for one row of the outbox; the same row always gives the same mail.
 * @throws when `sender.from` contains no address, or a date is invalid
 */
export function writeMail(mail: ClaimedMail, sender: MailSettings): Mail {
  const { subject, body, closing = [], headers, ...rest } = letterOf(mail, sender);
  const blocks: Block[] = [...body, { kind: 'small', line: sentBy(sender) }, ...closing];
  return {
    from: /[<>]/.test(sender.from)
      ? sender.from
      : { name: forHeader(sender.product, LONGEST_NAME), address: sender.from },
    to: sender.to,
    ...rest,
    subject,
    text: renderText(blocks),
    html: renderHtml(blocks, subject),
    messageId: `<${mail.messageId}@${domainOf(sender.from)}>`,
    headers: { ...HEADERS, ...headers },
  };
}

interface Letter extends Pick<Mail, 'subject' | 'replyTo' | 'icalEvent'> {
  /** Replaces the owner's address. */
  readonly to?: Mail['to'];
  readonly body: readonly Block[];
  readonly closing?: readonly Block[];
  readonly headers?: Readonly<Record<string, string>>;
}

function letterOf(mail: ClaimedMail, sender: MailSettings): Letter {
  const { product, origin } = sender;
  const links = spaceLinks(origin);
  switch (mail.kind) {
    case 'concerns': {
      const ahead = firstDayAhead(sender.facts.hours);
      return { subject: concernsSubject(mail.detail, ahead), body: concernsBody(mail.detail, { origin, ahead }) };
    }
    case 'code':
      return { to: mail.detail.email, subject: codeSubject(mail.detail), body: codeBody(mail.detail) };
    case 'welcome':
      return { to: mail.detail.email, subject: welcomeSubject(product), body: welcomeBody(links) };
    case 'receipt':
    case 'confirmation':
    case 'cancellation':
    case 'calendar':
    case 'reminder':
    case 'funding':
    case 'feedback':
    case 'link':
    case 'asked':
      return visitorLetter(mail, sender);
    case 'digest': {
      const { detail } = mail;
      const headers = { [REQUESTS_HEADER]: requestIds(detail) };
      return { subject: digestSubjectOf(detail), body: digestBody(detail, links), headers };
    }
    default:
      return requestLetter(mail, sender);
  }
}

function requestLetter(mail: RequestMail, { origin, facts }: MailSettings): Letter {
  const replyTo = replyAddress(mail.detail);
  return {
    subject: composeSubject(mail),
    ...(replyTo && { replyTo }),
    body: requestBody(mail, spaceLinks(origin), facts),
  };
}

function visitorLetter(mail: VisitorMail, sender: MailSettings): Letter {
  const icalEvent = visitorInvitation(mail, sender);
  return {
    to: { name: '', address: recipientOf(mail) },
    replyTo: { name: sanitizeLine(sender.product), address: sender.to },
    subject: visitorSubjectOf(mail, sender),
    ...(icalEvent && { icalEvent }),
    body: visitorBody(mail, sender),
    closing: visitorClosing(mail),
  };
}

function sentBy({ product, origin }: MailSettings): Line {
  const isLink = /^https?:\/\//.test(origin);
  return [requestFoot.sentBy, typed(product), ...(isLink ? [' (', typed(origin, origin), ')'] : []), '.'];
}

/** The domain, in ASCII. */
export function domainOf(from: string): string {
  const [, domain] = /@([^\s@<>]+)>?\s*$/.exec(from) ?? [];
  if (!domain) throw new Error(`No address in the sender "${from}": write it as "Name <a@b.fr>" or "a@b.fr".`);
  // A Message-ID is ASCII; an address may be accented.
  return new URL(`http://${domain}`).hostname;
}
