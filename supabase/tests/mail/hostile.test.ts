import { EMAIL_RULE } from '@site/contract/email';
import { BOOKING_FIELDS, CONTACT_FIELDS, type FormFields } from '@site/contract/form-fields';
import fc from 'fast-check';
import type { ClaimedMail } from '../../functions/_shared/claimed-mail.ts';
import type { FormAnswers } from '../../functions/_shared/form-answers.ts';
import { writeMail } from '../../functions/_shared/mail/write-mail.ts';
import {
  concernsMail,
  contactMail,
  deliver,
  digestMail,
  digestRequest,
  heldRetention,
  request,
  reservationMail,
  settings,
  tagsOf,
} from './support/rows';

describe('any text', () => {
  const RUNS = Number(process.env.FC_RUNS ?? 100);

  const PIECES = [
    ...['\r\n', '\n', '\r', '\u2028', '\u0000', '\u001b', '\t', '\r\nBcc: x@exemple.net', '\r\n\r\n--', '\n.\n'],
    ...`<b> </p> <script> &lt; " ' \\ , ; : < > ( =?utf-8?B?QA==?= =? ?= @ ceo@bank.fr Camille`.split(' '),
    ...[...'\u202e\u2066\u2069\u200b\u200d\ufe0f\ufeff\u00ad\u{e0041}\u0301 1❤🏴éﷺ'],
    ...['שלום', 'محمد', '👩‍👩‍👧', '🇫🇷', '\ud83d', '\ude00', ' ', 'a'.repeat(90)],
  ];
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 });

  const anyText = fc.oneof(
    { weight: 3, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    { weight: 1, arbitrary: units.map((codes) => String.fromCharCode(...codes)) },
  );

  const SHORT_ADDRESS =
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,20}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,9}[A-Za-z0-9])?[.]){1,3}[a-z]{2,6}$/;

  const anyAddress = fc.oneof(fc.stringMatching(SHORT_ADDRESS), anyText);

  /** Names that every object has. */
  const inherited = fc.constantFrom('toString', 'constructor', '__proto__');

  const answers = Object.fromEntries(
    Object.entries<FormFields[string]>({ ...CONTACT_FIELDS, ...BOOKING_FIELDS })
      .filter(([, { isAnswer }]) => isAnswer)
      .map(([name, { kind }]) => [name, kind === 'checkbox' ? fc.boolean() : fc.option(anyText)]),
  ) as { readonly [Name in keyof FormAnswers]: fc.Arbitrary<FormAnswers[Name]> };
  const requester = { name: anyText, email: anyAddress, phone: fc.option(anyText), ...answers, flagged: fc.boolean() };
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
    fc
      .record({ name: anyText, due: day, step: fc.constantFrom('signature', 'payable', 'reimbursement') })
      .map((deadline) => ({ ...deadline, kind: 'deadline', isUrgent: false, request: null }) as const),
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
      .record({
        ...requester,
        dates: fc.uniqueArray(day, { maxLength: 31 }),
        clashes: fc.array(clash, { maxLength: 3 }),
      })
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
  const ownTags = new Set(ordinary.flatMap((mail) => tagsOf(writeMail(mail, settings).html)));

  test("no typed text changes a mail's headers, recipient, subject or layout", async () => {
    const check = async (row: ClaimedMail) => {
      const written = writeMail(row, settings);
      const mail = await deliver(row);

      const email = 'email' in row.detail ? row.detail.email : '';
      const isAnswered = EMAIL_RULE.test(email) && email.length <= 254 && !email.includes('=?');
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

      expect(mail.subject).toBe(written.subject);
      expect(written.subject.replace(EMOJI, '')).not.toMatch(UNSEEN);
      expect(written.subject.length).toBeLessThanOrEqual(200);

      expect(tagsOf(mail.html).filter((tag) => !ownTags.has(tag))).toEqual([]);
      expect(mail.html).toBe(`${written.html}\n`);
      expect(mail.text).toBe(`${written.text}\n`);
      expect(mail.attachments).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(anyMail, check), { numRuns: RUNS });
  });
});

describe('hostile', () => {
  const BASE = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version'];
  const NAMES = [...BASE, 'reply-to', 'subject', 'to', 'x-auto-response-suppress'];

  const subjectFor = (name: string) => writeMail(contactMail({ name }), settings).subject;
  const replyNameFor = (name: string) => writeMail(contactMail({ name }), settings).replyTo?.name;

  test('a long name is cut in headers and kept whole in the body', async () => {
    const name = 'Wolfeschlegelsteinhausen '.repeat(8).trim();
    const mail = await deliver(reservationMail({ name }));
    expect(mail.subject).toMatch(/^Réservation\u00a0: Wolfe\S+ [\w ]+…, lundi 23 novembre 2026 et 2 autres dates$/);
    expect(mail.subject?.length).toBeLessThanOrEqual(200);
    expect(mail.replyTo?.[0]?.name?.length).toBeLessThanOrEqual(80);
    expect(mail.text).toContain(`Nom\u00a0: ${name}\n`);
    expect(mail.html).toContain(`>${name}<`);
  });

  test.each([
    ['a family', '👩‍👩‍👧'],
    ['a flag made of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a combining accent', 'e\u0301'],
  ])('a long name is never cut inside a character: %s', (_, sequence) => {
    for (const before of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
      const shown = subjectFor(before + sequence.repeat(90)).replace(`Message\u00a0: ${before}`, '');
      expect(shown.replaceAll(sequence, '')).toBe('…');
      expect(shown.length).toBeGreaterThan(60);
    }
  });

  test.each([
    ['a right-to-left override', '\u202e'],
    ['an isolate that is never closed', '\u2067'],
    ['a zero-width space', '\u200b'],
    ['a joiner outside an emoji', '\u200d'],
    ['a filler that has no width', '\u3164'],
    ['a tag character', '\u{e0041}'],
  ])('the mail does not contain %s from a typed text', async (_, character) => {
    const name = `Cam${character}ille ${character}`;
    const mail = await deliver(contactMail({ name, phone: `06${character} 12 34 56 78`, message: `a${character}b` }));
    expect(mail.subject).toBe('Message\u00a0: Camille');
    expect(mail.replyTo).toEqual([{ name: 'Camille', address: request.email }]);
    expect(mail.text).toContain('\n> ab\n');
    expect(`${mail.text}${mail.html}`).not.toContain(character);
  });

  test('a control character becomes a space in headers and a replacement mark in a message', async () => {
    const mail = await deliver(contactMail({ name: 'Cam\u0000ille\u001b[31m', message: 'a\u0007b\tc\u009b' }));
    expect(mail.subject).toBe('Message\u00a0: Cam ille [31m');
    expect(mail.text).toContain('\n> a\ufffdb\tc\ufffd\n');
  });

  test('every kind of line break is kept as a line break in a message', async () => {
    const mail = await deliver(contactMail({ message: 'a\r\nb\rc\u2028d\u0085e' }));
    expect(mail.text).toContain('\n> a\n> b\n> c\n> d\n> e\n');
    expect(mail.html).toContain('>a<br>b<br>c<br>d<br>e<');
  });

  test('a lone surrogate is replaced', async () => {
    const mail = await deliver(contactMail({ name: 'Cam\ud83dille', message: '\ude00!' }));
    expect(mail.subject).toBe('Message\u00a0: Cam\ufffdille');
    expect(mail.text).toContain('\n> \ufffd!\n');
  });

  test('stacked accents are limited, so that they do not cover other lines', () => {
    expect(subjectFor(`a${'\u0301'.repeat(50)}`)).toBe(`Message\u00a0: a${'\u0301'.repeat(4)}`);
  });

  test('right-to-left words do not reorder the text around them', async () => {
    const clashes = [{ date: '2026-11-23', name: 'محمد', status: 'nouvelle' }];
    const mail = await deliver(reservationMail({ name: 'שלום', clashes }));
    expect(mail.text).toContain('\nNom\u00a0: \u2068שלום\u2069\n');
    expect(mail.text).toContain('2026\u00a0: \u2068محمد\u2069 (nouvelle)');
    expect(mail.html).toContain('<span dir="auto">שלום</span>');
    expect((await deliver(contactMail({ message: 'a\nשלום' }))).text).toContain('\n> a\n> \u2068שלום\u2069\n');
  });

  test.each(['"ceo@bank.fr"', 'ceo＠bank.fr', 'Support <ceo@bank.fr>'])(
    'a name that reads like another address (%s) does not replace the reply address',
    async (name) => {
      const mail = await deliver(contactMail({ name }));
      expect(mail.replyTo).toEqual([{ name: '', address: request.email }]);
      expect(mail.subject).toBe(`Message\u00a0: ${request.email}`);
      expect(mail.text).toContain(`\nNom\u00a0: ${name}\n`);
      expect(mail.text).toContain(`ressemble à une adresse e-mail. Votre réponse partira à ${request.email}.`);
    },
  );

  test('an encoded word in a name is not decoded', async () => {
    const name = '=?utf-8?Q?ceo=40bank.fr=E2=80=AE?=';
    const mail = await deliver(contactMail({ name }));
    expect(mail.subject).toBe('Message\u00a0: = ?utf-8?Q?ceo=40bank.fr=E2=80=AE?=');
    expect(replyNameFor(name)).not.toContain('=?');
    expect(mail.replyTo?.[0]?.name).not.toMatch(/[@\u202e]/);
  });

  test('an invisible name is replaced by the address', () => {
    expect(subjectFor('\u200b\u202e ')).toBe(`Message\u00a0: ${request.email}`);
  });

  test('an address that a mail reader would decode into another one is never the reply address', async () => {
    // Base64 of « ceo@bank.fr ».
    const email = '=?utf-8?B?Y2VvQGJhbmsuZnI=?=x@exemple.org';
    const mail = await deliver(contactMail({ name: '', email }));
    expect(mail.names).toEqual(NAMES.filter((name) => name !== 'reply-to'));
    expect(mail.text).toContain(email);
  });

  test('an address with special characters stays one address in its link', async () => {
    const email = `a?bcc=x&y%0a'z+w@exemple.org`;
    const mail = await deliver(contactMail({ email }));
    expect(mail.replyTo).toEqual([{ name: 'Camille Durand', address: email }]);
    expect(mail.html).toContain(`href="mailto:a%3Fbcc%3Dx%26y%250a'z%2Bw@exemple.org"`);
  });

  test.each([
    ['06.12.34.56.78', 'tel:+33612345678'],
    ['"><b>06 12 34 56 78', 'tel:+33612345678'],
    ['javascript:alert(1)', 'nothing'],
  ])('the telephone %j links to %s', async (phone, link) => {
    const { html } = await deliver(contactMail({ phone }));
    expect(/href="(tel:[^"]*)"/.exec(html ?? '')?.[1] ?? 'nothing').toBe(link);
  });

  test('neither a name nor a message can imitate a line of the mail', async () => {
    const typed = 'ok\n\nNom\u00a0: Le Directeur\rStatut\u00a0: confirmée';
    const { text = '' } = await deliver(contactMail({ name: typed, message: typed }));
    expect(text.match(/^Nom/gm)).toHaveLength(1);
    expect(text).not.toMatch(/^Statut/m);
  });

  describe('in a digest', () => {
    const digestOf = (...requests: Partial<ReturnType<typeof digestRequest>>[]) =>
      deliver(digestMail(requests.map((request) => digestRequest(request))));

    test.each(['\r\n', '\u2028'])('a line break (%j) in a name or a telephone adds no line at all', async (end) => {
      const name = `Camille${end}Bcc: autre@exemple.net${end}${end}Corps`;
      const mail = await digestOf({ name: `Camille${end}- À vérifier`, phone: `06${end}E-mail : x` }, { name });
      expect(mail.names).toEqual([...NAMES.filter((one) => one !== 'reply-to'), 'x-requests'].sort());
      expect(mail.recipients).toEqual([settings.to]);
      expect(mail.text?.match(/^- /gm)).toHaveLength(2);
      expect(mail.text?.match(/^ *E-mail/gm)).toHaveLength(2);
    });

    test('a name that reads like an address is replaced by the actual address', async () => {
      const mail = await digestOf({ name: 'directeur@banque.fr' });
      expect(mail.text).toContain(`\n- Réservation\u00a0: ${request.email}\n`);
      expect(mail.text).not.toContain('banque');
    });

    test("a name cannot imitate the site's flag", async () => {
      const mail = await digestOf({ name: 'À vérifier – Message', flagged: false }, { flagged: true });
      expect(mail.text?.match(/^- À vérifier – /gm)).toHaveLength(1);
    });

    test('an id that is not a UUID is left out of the headers', async () => {
      const mail = await digestOf({ id: `x\r\nBcc: y@exemple.net` }, {});
      expect(mail.headers.find(({ key }) => key === 'x-requests')?.value).toBe(request.id);
    });
  });
});
