import fc from 'fast-check';
import type { ClaimedMail } from '../../functions/_shared/claimed-mail.ts';
import { composeMail } from '../../functions/_shared/mail/compose-mail.ts';
import { deliver, tagsOf } from './support/deliver';
import {
  concernsMail,
  contactMail,
  digestMail,
  digestRequest,
  heldRetention,
  reservationMail,
  settings,
} from './support/rows';

const RUNS = Number(process.env.FC_RUNS ?? 100);

const PIECES = [
  ...['\r\n', '\n', '\r', '\u2028', '\u0000', '\u001b', '\t', '\r\nBcc: x@exemple.net', '\r\n\r\n--', '\n.\n'],
  ...['<b>', '</p>', '<script>', '&lt;', '"', "'", '\\', ',', ';', ':', '<', '>', '(', '=?utf-8?B?QA==?=', '=?', '?='],
  ...['\u202e', '\u2066', '\u2069', '\u200b', '\u200d', '\ufe0f', '\ufeff', '\u00ad', '\u{e0041}', 'שלום', 'محمد', '1'],
  ...[
    '👩‍👩‍👧',
    '🇫🇷',
    '🏴',
    '❤',
    '\ud83d',
    '\ude00',
    '\u0301',
    'é',
    'ﷺ',
    '@',
    'ceo@bank.fr',
    ' ',
    'Camille',
    'a'.repeat(90),
  ],
];
const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 });

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: units.map((codes) => String.fromCharCode(...codes)) },
);

const SHORT_ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,20}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,9}[A-Za-z0-9])?[.]){1,3}[a-z]{2,6}$/;

// The addresses that the database accepts.
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;
const anyAddress = fc.oneof(fc.stringMatching(SHORT_ADDRESS), anyText);

/** Names that every object has. */
const inherited = fc.constantFrom('toString', 'constructor', '__proto__');

const requester = {
  name: anyText,
  email: anyAddress,
  phone: fc.option(anyText),
  isAgefice: fc.boolean(),
  flagged: fc.boolean(),
};
const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const clash = fc.record({ date: day, name: anyText, status: fc.oneof(fc.constant('confirmee'), inherited, anyText) });
const lastAt = '2026-11-21T09:00:00Z';
const concern = fc.oneof(
  fc
    .record({ remote: fc.oneof(inherited, anyText), release: anyText, count: fc.nat(1000), pages: fc.nat(1000) })
    .map((part) => ({ ...part, kind: 'part', isUrgent: true, lastAt }) as const),
  fc
    .record({ count: fc.nat(9), lastError: fc.option(anyText) })
    .map((unsent) => ({ ...unsent, kind: 'unsent', isUrgent: true, oldestAt: lastAt }) as const),
);

const digested = fc
  .record({
    ...requester,
    kind: fc.constantFrom('contact', 'reservation', 'dates', 'change'),
    dates: fc.uniqueArray(day, { maxLength: 6 }),
  })
  .map((changes) => digestRequest(changes));

const anyMail: fc.Arbitrary<ClaimedMail> = fc.oneof(
  fc.record({ ...requester, message: fc.option(anyText) }).map((detail) => contactMail(detail)),
  fc
    .record({ ...requester, dates: fc.uniqueArray(day, { maxLength: 31 }), clashes: fc.array(clash, { maxLength: 3 }) })
    .map((detail) => reservationMail({ ...detail, dates: detail.dates.sort() })),
  fc.array(concern, { minLength: 1, maxLength: 4 }).map((all) => concernsMail(...all)),
  fc
    .record({ requests: fc.array(digested, { minLength: 1, maxLength: 4 }), more: fc.nat(40) })
    .map(({ requests, more }) => digestMail(requests, more)),
);

const ALWAYS = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];
const EMOJI = /\p{RGI_Emoji}/gv;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const full = reservationMail({ flagged: true, clashes: [{ date: '2026-11-23', name: 'x', status: 'nouvelle' }] });
const noDates = reservationMail({ name: '@', phone: '12', dates: [] });
const wholeConcerns = concernsMail(
  { kind: 'unsent', isUrgent: true, count: 2, lastError: 'x', oldestAt: lastAt },
  { kind: 'part', isUrgent: true, remote: 'x', release: 'x', count: 1, pages: 2, lastAt },
  heldRetention,
);
const wholeDigest = digestMail([digestRequest({ flagged: true }), digestRequest({ phone: 'x', email: 'x' })], 3);
const ordinary = [full, noDates, contactMail({ message: 'a\nb' }), wholeConcerns, wholeDigest];
const ownTags = new Set(ordinary.flatMap((mail) => tagsOf(composeMail(mail, settings).html)));

test("no typed text changes a mail's headers, recipient, subject or layout", async () => {
  const check = async (row: ClaimedMail) => {
    const composed = composeMail(row, settings);
    const mail = await deliver(row);

    const email = 'email' in row.detail ? row.detail.email : '';
    const isAnswered = ADDRESS.test(email) && email.length <= 254 && !email.includes('=?');
    const own = [...(isAnswered ? ['reply-to'] : []), ...(row.kind === 'digest' ? ['x-requests'] : [])];
    const names = [...ALWAYS, ...own, 'x-auto-response-suppress'].sort();
    expect(mail.names).toEqual(names);
    expect(mail.recipients).toEqual([settings.to]);
    expect(mail.to).toEqual([{ name: '', address: settings.to }]);
    expect(mail.from).toEqual({ name: 'Journée Automatisation', address: 'site@exemple.fr' });
    if (isAnswered) {
      const [answered, ...others] = mail.replyTo ?? [];
      expect(others).toEqual([]);
      expect(answered?.address?.replaceAll('"', '').toLowerCase()).toBe(email.toLowerCase());
      expect(answered?.name).not.toContain('@');
    }

    expect(mail.subject).toBe(composed.subject);
    expect(composed.subject.replace(EMOJI, '')).not.toMatch(UNSEEN);
    expect(composed.subject.length).toBeLessThanOrEqual(200);

    expect(tagsOf(mail.html).filter((tag) => !ownTags.has(tag))).toEqual([]);
    expect(mail.html).toBe(`${composed.html}\n`);
    expect(mail.text).toBe(`${composed.text}\n`);
    expect(mail.attachments).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(anyMail, check), { numRuns: RUNS });
});
