import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import type {
  ChangeMail,
  ClaimedMail,
  CodeMail,
  ConcernsMail,
  ContactMail,
  DigestMail,
  DigestRequest,
  ReservationMail,
  StoredRequest,
  VisitorChange,
  VisitorMail,
} from '../../../functions/_shared/claimed-mail.ts';
import type { Concern } from '../../../functions/_shared/concern.ts';
import { writeMail } from '../../../functions/_shared/mail/write-mail.ts';
import type { MailSettings, SiteFacts } from '../../../functions/_shared/settings.ts';

export const settings: MailSettings = {
  from: 'Journée Automatisation <site@exemple.fr>',
  to: 'proprietaire@exemple.com',
  product: 'Journée Automatisation',
  origin: 'https://exemple.fr',
  facts: {},
};

export const facts: SiteFacts = {
  phone: '06 39 98 00 00',
  hours: { from: '09:00', to: '17:30' },
  videoTool: 'Visio Libre',
  videoLink: 'https://visio.example/salle',
  replyTime: 'sous 1 jour ouvré',
  preRegistrationUrl: 'https://formulaire.example/pre-inscription',
  prices: { standard: 199, funded: 320 },
};

const claimed = { id: '12', messageId: '6f1d8a52-3c77-4b0e-9f0a-5d2b8c1e7a90' };

export const request: StoredRequest = {
  kind: 'reservation',
  id: '1a2b3c4d-0000-4000-8000-000000000001',
  receivedAt: '2026-11-21T22:05:00Z',
  name: 'Camille Durand',
  email: 'camille.durand@exemple.org',
  phone: '06 12 34 56 78',
  isAgefice: false,
  message: null,
  dates: ['2026-11-23', '2026-12-01', '2026-12-31'],
  status: 'nouvelle',
  flagged: false,
  unwanted: false,
};

export function contactMail(detail: Partial<ContactMail['detail']> = {}): ContactMail {
  return {
    ...claimed,
    kind: 'contact',
    detail: { ...request, kind: 'contact', dates: [], status: null, message: 'Bonjour', ...detail },
  };
}

export function reservationMail(detail: Partial<ReservationMail['detail']> = {}): ReservationMail {
  return {
    ...claimed,
    kind: 'reservation',
    detail: { ...request, clashes: [], clashCount: detail.clashes?.length ?? 0, isFundingFiled: false, ...detail },
  };
}

export function changeMail(
  change: VisitorChange & { readonly at?: string },
  detail: Partial<ReservationMail['detail']> = {},
): ChangeMail {
  const { detail: reservation } = reservationMail(detail);
  return { ...claimed, kind: 'change', detail: { ...reservation, change: { at: reservation.receivedAt, ...change } } };
}

export function digestRequest(changes: Partial<DigestRequest> = {}): DigestRequest {
  return { ...request, dates: ['2026-11-23'], ...changes };
}

/** @param more requests that are counted but not listed */
export function digestMail(requests: readonly DigestRequest[] = [digestRequest()], more = 0): DigestMail {
  const contacts = requests.filter(({ kind }) => kind === 'contact').length;
  return {
    ...claimed,
    kind: 'digest',
    detail: {
      since: request.receivedAt,
      contacts,
      reservations: requests.length - contacts + more,
      flagged: requests.filter(({ flagged }) => flagged).length,
      requests,
      more,
    },
  };
}

export function codeMail(detail: Partial<CodeMail['detail']> = {}): CodeMail {
  return {
    ...claimed,
    kind: 'code',
    detail: { email: 'camille.martin@exemple.fr', nonce: 'nonce', code: '04213756', ...detail },
  };
}

export const welcomeMail = { ...claimed, kind: 'welcome', detail: { email: 'nouvelle@exemple.fr' } } as const;

export function concernsMail(...concerns: readonly Concern[]): ConcernsMail {
  return { ...claimed, kind: 'concerns', detail: { concerns } };
}

export const heldRetention = {
  kind: 'retention',
  isUrgent: true,
  requests: 7,
  total: 8,
  reason: 'share',
  since: '2026-11-21T08:05:00Z',
  lastRunAt: null,
  resumesAt: '2026-11-28T08:05:00Z',
} as const;

export function visitorMail(kind: VisitorMail['kind'], detail: Partial<VisitorMail['detail']> = {}): VisitorMail {
  const { id, email, receivedAt } = request;
  return {
    ...claimed,
    kind,
    detail: {
      id,
      email,
      request: 'reservation',
      queuedAt: '2026-11-21T22:06:00Z',
      receivedAt,
      name: kind === 'receipt' ? null : 'Camille Durand',
      isAgefice: false,
      days: ['2026-11-23', '2026-12-01'],
      withdrawn: [],
      moved: [],
      wereConfirmed: kind === 'cancellation',
      entry: null,
      furtherEntries: 0,
      manageUrl: null,
      ...detail,
    },
  };
}

const transport = createTransport({ streamTransport: true, buffer: true });

interface Delivery extends Email {
  /** Names of the headers, sorted. */
  names: string[];
  /** Recipients of the SMTP envelope, whatever the headers say. */
  recipients: string[];
}

/** Composes the mail of a row and parses it as a mail program does. */
export async function deliver(mail: ClaimedMail, sender = settings): Promise<Delivery> {
  const sent = await transport.sendMail(writeMail(mail, sender));
  const email = await PostalMime.parse(sent.message as Buffer, { attachmentEncoding: 'utf8' });
  return { ...email, names: email.headers.map(({ key }) => key).sort(), recipients: sent.envelope.to };
}

// The only links that the templates may write. Others stay unchanged and are then unknown tags.
const LINK = /href="(?:(tel):\+?\d{6,15}|(mailto):[\w.!~*%'-]+@[\w.-]+)"/;

/** Tags of a page; links without their targets. */
export function tagsOf(html = ''): string[] {
  return [...html.matchAll(/<[^<]*?(?:>|$)/g)].map(([tag]) => tag.replace(LINK, 'href="$1$2:"'));
}
