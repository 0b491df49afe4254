import type { ClaimedMail } from '../../functions/_shared/claimed-mail.ts';
import { writeMail } from '../../functions/_shared/mail/write-mail.ts';
import { readMailSettings } from '../../functions/_shared/settings.ts';
import {
  changeMail,
  concernsMail,
  contactMail,
  deliver,
  digestMail,
  digestRequest,
  facts,
  heldRetention,
  reservationMail,
  settings,
  welcomeMail,
} from './support/rows';

const ENVELOPE = {
  from: { name: 'Journée Automatisation', address: 'site@exemple.fr' },
  to: [{ name: '', address: 'proprietaire@exemple.com' }],
  replyTo: [{ name: 'Camille Durand', address: 'camille.durand@exemple.org' }],
  messageId: '<6f1d8a52-3c77-4b0e-9f0a-5d2b8c1e7a90@exemple.fr>',
};

test('the mail of a message contains its author and a reply link', async () => {
  const mail = await deliver(contactMail({ message: 'Bonjour,\n\n  à bientôt\nCamille', isAgefice: true }));
  expect(mail).toMatchObject({ ...ENVELOPE, subject: 'Message\u00a0: Camille Durand (AGEFICE)', attachments: [] });
  expect(mail.text).toBe(
    [
      'Nouveau message',
      '',
      'Nom\u00a0: Camille Durand',
      'E-mail\u00a0: camille.durand@exemple.org',
      'Téléphone\u00a0: 06 12 34 56 78',
      'Financement\u00a0: AGEFICE demandé',
      'Reçu le\u00a0: 21/11/2026 23:05 (heure de Paris)',
      '',
      'Message\u00a0:',
      '> Bonjour,',
      '>',
      '>   à bientôt',
      '> Camille',
      '',
      'Voir\u00a0: https://exemple.fr/espace?demande=1a2b3c4d-0000-4000-8000-000000000001',
      'Appeler\u00a0: +33612345678',
      '',
      'Répondez simplement à ce mail\u00a0: votre réponse partira à camille.durand@exemple.org.',
      '',
      'Envoyé par le site Journée Automatisation (https://exemple.fr).',
      '',
    ].join('\n'),
  );
  expect(mail.html).toContain('<html lang="fr" dir="ltr">');
  expect(mail.html).toContain('href="mailto:camille.durand@exemple.org"');
  expect(mail.html).toContain('href="tel:+33612345678"');
  expect(mail.html).toMatch(/white-space:pre-wrap">Bonjour,<br><br> {2}à bientôt<br>Camille<\/div>/);
});

test('the mail of a reservation contains its days, one per line, and says while it is new that nobody knows how many are wanted', async () => {
  const mail = await deliver(reservationMail());
  expect(mail).toMatchObject({
    ...ENVELOPE,
    subject: 'Réservation\u00a0: Camille Durand, lundi 23 novembre 2026 et 2 autres dates',
  });
  expect(mail.text).toContain(
    '\nDates demandées\u00a0:\n- lundi 23 novembre 2026\n- mardi 1er décembre 2026\n- jeudi 31 décembre 2026\n\n',
  );
  expect(mail.html).toMatch(/>mardi 1er décembre 2026<\/li>/);
  const open = 'Journées souhaitées\u00a0: à préciser\n';
  expect(mail.text).toContain(open);
  for (const answered of [{ daysWanted: 'one' }, { dates: ['2026-11-23'] }, { status: 'confirmee' as const }])
    expect((await deliver(reservationMail(answered))).text).not.toContain(open);
});

test('a visitor who asks to replace a confirmed day has said long ago how many days are wanted', async () => {
  const swap = { dates: ['2026-12-11', '2026-12-18'], confirmedDates: ['2026-12-11'] };
  const asked = changeMail({ action: 'visitor_asked', from: '2026-12-11', to: '2026-12-18' }, swap);
  const digest = digestMail([digestRequest({ ...swap, kind: 'change' })]);
  for (const mail of [asked, digest]) expect((await deliver(mail)).text).not.toContain('Journées souhaitées');
});

test.each([
  [{}, '250\u00a0€ la journée'],
  [{ daysWanted: 'one' }, '250\u00a0€ la journée'],
  [{ daysWanted: 'all' }, '750\u00a0€ pour 3\u00a0journées'],
])('the mail of a reservation has the price that was announced for what is wanted (%j): %s', async (wanted, price) => {
  const { text } = await deliver(reservationMail({ dayCents: 25_000, ...wanted }));
  expect(text).toContain(`\nTarif\u00a0: ${price}\n`);
});

test('a telephone number without its end is said to be incomplete, and cannot be called', async () => {
  const { text, html } = await deliver(reservationMail({ phone: '06 12 34' }));
  expect(text).toContain('Téléphone\u00a0: 06 12 34 (incomplet\u00a0: il manque des chiffres)\n');
  expect(html).not.toContain('href="tel:');
  expect((await deliver(digestMail([digestRequest({ phone: '06 12 34' })]))).text).toContain('06 12 34 (incomplet');
});

const SPACE = 'https://exemple.fr/espace?demande=1a2b3c4d-0000-4000-8000-000000000001';

test('the mail of a reservation links to its request and to the confirmation dialog', async () => {
  const { text, html } = await deliver(reservationMail());
  expect(text).toContain(
    `\n\nConfirmer\u00a0: ${SPACE}&action=confirmer\nVoir\u00a0: ${SPACE}\nAppeler\u00a0: +33612345678\n\n`,
  );
  expect(html).toMatch(/<a href="\S+&amp;action=confirmer" style="[^"]+">Confirmer<\/a>/);
  // Only the main button is filled.
  const filled = [...(html ?? '').matchAll(/border-radius:8px;background-color:(?!#FFFFFF)[^>]*>([^<]*)</g)].map(
    ([, label]) => label,
  );
  expect(filled).toEqual(['Confirmer']);
  expect(html).toContain('>Appeler</a>');
});

test('only an unconfirmed reservation with days has a button to confirm it', async () => {
  for (const mail of [reservationMail({ status: 'confirmee' }), reservationMail({ dates: [] }), contactMail()]) {
    const { text } = await deliver(mail);
    expect(text).toContain(`Voir\u00a0: ${SPACE}\n`);
    expect(text).not.toContain('action=confirmer');
  }
});

test('the mail says how to open the space when the site’s address is unknown', async () => {
  for (const origin of ['', 'exemple.fr', 'javascript:alert(1)']) {
    const { text = '', html = '' } = await deliver(reservationMail(), { ...settings, origin });
    expect(text).toContain('\n\nOuvrez votre espace\u00a0: l’adresse de votre site, suivie de /espace.\n\n');
    expect(text + html).not.toMatch(/href="[^"]*espace|pnpm/);
  }
});

test.each([digestMail(), concernsMail(heldRetention), welcomeMail])(
  'a mail of the kind $kind says how to open the space when the site’s address is unknown',
  async (mail) => {
    const { text, html } = await deliver(mail, { ...settings, origin: '' });
    expect(text).toContain('l’adresse de votre site, suivie de /espace.\n');
    expect(html).not.toContain('href="https');
  },
);

test('dates added later have a subject of their own', async () => {
  const mail = await deliver({ ...reservationMail(), kind: 'dates' });
  expect(mail.subject).toBe('Dates ajoutées\u00a0: Camille Durand, lundi 23 novembre 2026 et 2 autres dates');
  expect(mail.text).toMatch(/^Dates ajoutées à une réservation\n/);
});

test('the mail of a cancellation by the visitor names the days that are free again', async () => {
  const mail = changeMail({ action: 'visitor_cancelled', confirmed: ['2026-12-01'] }, { status: 'annulee' });
  const { subject, text } = await deliver(mail);
  expect(subject).toBe('Annulée par le visiteur\u00a0: Camille Durand, mardi 1er décembre 2026');
  expect(text).toMatch(/^Réservation annulée par le visiteur\n/);
  expect(text).toContain('Le jour confirmé est de nouveau libre\u00a0: mardi 1er décembre 2026.');
});

test('the mail of a cancellation before any confirmation is about a request, and names the days that were asked for', async () => {
  const mail = changeMail({ action: 'visitor_cancelled', confirmed: [] }, { status: 'annulee' });
  const { subject, text } = await deliver(mail);
  expect(subject).toMatch(/Camille Durand, lundi 23 novembre 2026 et 2 autres dates$/);
  expect(text).toMatch(/^Demande annulée par le visiteur\n/);
});

test.each([
  [
    { isContract: true, signedOn: '2026-11-20', withdrawalUntil: '2026-12-04', refundUntil: '2026-12-14' },
    /mardi 1er décembre 2026\. Contrat signé le vendredi 20 novembre 2026.: c’est une rétractation, sans frais\. Aucune somme n’est notée comme reçue/,
  ],
  [{ isContract: true, signedOn: '2026-11-20', withdrawalUntil: '2026-12-04' }, /une rétractation, sans frais\.\n/],
  [
    { isContract: false, signedOn: '2026-11-20' },
    /mardi 1er décembre 2026\. Convention signée le vendredi 20 novembre 2026.: le site lui a dit que vous lui écrivez/,
  ],
])('the mail of a cancellation names the agreement that was signed: %j', async (agreement, sentence) => {
  const confirmed = ['2026-12-01'];
  const { text } = await deliver(
    changeMail({ action: 'visitor_cancelled', confirmed, agreement }, { status: 'annulee' }),
  );
  expect(text).toMatch(sentence);
});

test('the mail of a reopened reservation that its visitor cancels names its agreement and its days, without those that were left out', async () => {
  const agreement = { isContract: false, signedOn: '2026-11-20', depositOn: '2026-11-21', depositCents: 5970 };
  const withdrawn = { ...agreement, withdrawalUntil: '2026-12-04', refundUntil: '2026-12-14' };
  const request = { status: 'annulee', dates: ['2026-12-01', '2026-12-02', '2026-12-03'] } as const;
  const leftDates = ['2026-12-02', '2026-12-03'];
  const change = { action: 'visitor_cancelled', confirmed: [], agreement: withdrawn } as const;
  const { subject, text } = await deliver(changeMail(change, { ...request, leftDates }));
  expect(subject).toMatch(/Camille Durand, mardi 1er décembre 2026$/);
  expect(text).toMatch(/annulé sa demande\. Convention signée .* rétractation, sans frais\. Acompte de 59,70.€ reçu/);
  expect(text).toContain('\nDates demandées\u00a0:\n- mardi 1er décembre 2026\n\n');
});

test('the mail of another day names both days, and leads to the request instead of a confirmation of all', async () => {
  const change = { action: 'visitor_asked', from: '2026-11-23', to: '2026-12-02' } as const;
  const { subject, text } = await deliver(changeMail(change));
  expect(subject).toBe('Autre jour demandé\u00a0: Camille Durand, mercredi 2 décembre 2026');
  expect(text).toMatch(/^Autre jour demandé par le visiteur\n/);
  expect(text).toContain('demande le mercredi 2 décembre 2026 à la place du lundi 23 novembre 2026.');
  expect(text).toContain(`Voir\u00a0: ${SPACE}\n`);
  expect(text).not.toContain('action=confirmer');
  const kept =
    'à la place du lundi 23 novembre 2026. Répondez-lui dans votre espace\u00a0: ce qui est confirmé le reste';
  for (const [confirmedDates, isSaid] of [
    [['2026-11-23'], true],
    [['2026-11-20'], false],
  ] as const) {
    const mail = changeMail(change, { dates: [...confirmedDates, change.to], confirmedDates });
    expect((await deliver(mail)).text?.includes(kept)).toBe(isSaid);
  }
});

test.each([
  [
    true,
    'Jour annulé par le visiteur',
    'Le visiteur a annulé le lundi 23 novembre 2026, qui était confirmé\u00a0: ce jour est de nouveau libre.',
  ],
  [false, 'Souhait retiré', 'Le visiteur ne demande plus le lundi 23 novembre 2026. Son autre jour ne change pas.'],
])(
  'the mail of a day that the visitor gives up names it and the others (confirmed: %s)',
  async (was, what, sentence) => {
    const change = { action: 'visitor_gave_up', day: '2026-11-23', wasConfirmed: was } as const;
    const { subject, text } = await deliver(changeMail(change, { dates: ['2026-12-01'] }));
    expect(subject).toBe(`${what}\u00a0: Camille Durand, lundi 23 novembre 2026`);
    expect(text).toMatch(new RegExp(`^${what}( par le visiteur)?\\n`));
    expect(text).toContain(sentence);
    expect(text).toContain('\nDates demandées\u00a0:\n- mardi 1er décembre 2026\n');
    const agreement = { isContract: true, signedOn: '2026-11-20' };
    const signed = await deliver(changeMail({ ...change, agreement }, { dates: ['2026-12-01'] }));
    expect(/Contrat signé le vendredi 20 novembre 2026.: envoyez-lui/.test(signed.text ?? '')).toBe(true);
  },
);

test.each([
  [['2026-11-20'], '.', 'le site lui a dit que vous lui écrivez pour la suite.'],
  [['2026-11-20', '2026-12-01'], '. Son autre jour ne change pas.', /envoyez-lui .* pour le jour qui reste\./],
  [['2026-12-01', '2026-12-02'], '. Ses autres jours ne changent pas.', /envoyez-lui .* pour les jours qui restent\./],
])('the mail of a day that is given up tells of days to come alone: %j', async (confirmedDates, rest, document) => {
  const agreement = { isContract: false, signedOn: '2026-11-19' };
  const change = { action: 'visitor_gave_up', day: '2026-11-23', at: '2026-11-21T08:05:00Z' } as const;
  const request = { dates: confirmedDates, confirmedDates, status: 'confirmee' } as const;
  const given = await deliver(changeMail({ ...change, wasConfirmed: true, agreement }, request));
  expect(given.text).toContain(`ce jour est de nouveau libre${rest}`);
  expect(given.text).toMatch(document);
  const wish = await deliver(changeMail({ ...change, wasConfirmed: false }, request));
  expect(wish.text).toContain(`Le visiteur ne demande plus le lundi 23 novembre 2026${rest}\n`);
});

test('the mail of a change counts no day whose hours are over', async () => {
  const at = '2026-11-23T18:31:00Z';
  const dates = ['2026-11-23', '2026-12-01'];
  const request = { dates, confirmedDates: dates, status: 'confirmee', isAgefice: true } as const;
  const mail = changeMail({ action: 'visitor_gave_up', day: '2026-12-18', wasConfirmed: true, at }, request);
  const { text } = await deliver(mail, { ...settings, facts });
  expect(text).toContain('Son autre jour ne change pas.');
  expect(text).not.toMatch(/AGEFICE.*23 novembre/);
});

const wants22 = { isAgefice: true, dates: ['2026-12-03', '2026-12-22'], confirmedDates: ['2026-12-22'] };
const gaveUp = {
  action: 'visitor_gave_up',
  day: '2026-12-18',
  wasConfirmed: true,
  at: '2026-12-01T08:05:00Z',
} as const;
const noted = async (mail: ClaimedMail) => {
  const { text = '' } = await deliver(mail);
  return text.match(/AGEFICE\u00a0: .*/g) ?? [];
};

test('the owner reads the confirmed days as such, without those that were not kept, and the deadline of their file from the day of the change', async () => {
  const mail = changeMail(gaveUp, { ...wants22, status: 'confirmee' });
  const { text } = await deliver(mail);
  expect(text).toContain('\nDates confirmées\u00a0:\n- mardi 22 décembre 2026\n\n');
  expect(text).not.toMatch(/Dates demandées|3 décembre/);
  expect(await noted(mail)).toEqual([
    'AGEFICE\u00a0: dossier complet au plus tard le lundi 7 décembre 2026\u00a0: c’est dans 6\u00a0jours.',
  ]);
  expect(await noted(changeMail(gaveUp, { ...wants22, status: 'confirmee', isFundingFiled: true }))).toEqual([]);
  const held = { ...wants22, status: 'confirmee', confirmedDates: ['2026-11-30', '2026-12-22'] } as const;
  expect(await noted(changeMail(gaveUp, held))).toHaveLength(1);
});

test('the owner reads confirmed days apart from a day that is asked for, in a mail and in a digest', async () => {
  const change = { action: 'visitor_asked', from: '2026-12-22', to: '2026-12-03', at: gaveUp.at } as const;
  const mail = changeMail(change, { ...wants22, isFundingFiled: true });
  expect((await deliver(mail)).text).toContain(
    '\nDates confirmées\u00a0:\n- mardi 22 décembre 2026\n\nDates demandées\u00a0:\n- jeudi 3 décembre 2026\n\n',
  );
  expect(await noted(mail)).toEqual([expect.stringContaining('trop tard pour le jeudi 3 décembre 2026\u00a0:')]);
  const [asked, confirmed] = await Promise.all(
    (['nouvelle', 'confirmee'] as const).map(async (status) =>
      deliver(digestMail([digestRequest({ ...wants22, kind: 'change', status })])),
    ),
  );
  expect(asked?.text).toContain(
    '\n  Dates confirmées\u00a0: mardi 22 décembre 2026\n  Dates demandées\u00a0: jeudi 3 décembre 2026\n',
  );
  expect(confirmed?.text).not.toMatch(/Dates demandées|3 décembre/);
});

test('the owner reads which days a visitor has cancelled, and of no deadline', async () => {
  const change = { action: 'visitor_cancelled', confirmed: ['2026-12-22'] } as const;
  const mail = changeMail(change, { ...wants22, confirmedDates: [], status: 'annulee' });
  expect((await deliver(mail)).text).toContain('\nDates annulées\u00a0:\n- mardi 22 décembre 2026\n\n');
  expect(await noted(mail)).toEqual([]);
});

test('a reservation that was confirmed before its mail goes has the kept days alone in its subject', () => {
  const mail = reservationMail({ ...wants22, status: 'confirmee' });
  expect(writeMail(mail, settings).subject).toMatch(/\(AGEFICE\), mardi 22 décembre 2026$/);
});

test('the mail of a visitor who says how many days are wanted repeats the answer, and names the dates', async () => {
  const change = { action: 'visitor_wanted', daysWanted: 'one' } as const;
  const { subject, text } = await deliver(
    changeMail(change, { dates: ['2026-12-01', '2026-12-02'], daysWanted: 'one' }),
  );
  expect(subject).toBe('Nombre de journées précisé\u00a0: Camille Durand, mardi 1er et mercredi 2 décembre 2026');
  expect(text).toContain('selon le visiteur\u00a0: «\u202fUne seule journée, à l’une de ces dates\u202f».');
});

test.each([
  ['Camille Durand', ['2026-11-23'], ', lundi 23 novembre 2026'],
  ['Camille Durand', ['2026-11-23', '2026-11-24'], ', lundi 23 et mardi 24 novembre 2026'],
  ['Camille Durand', ['2026-11-23', '2026-12-01'], ', lundi 23 novembre et mardi 1er décembre 2026'],
  ['Marie-Antoinette Delacroix', ['2026-11-23', '2026-12-01'], ', lundi 23 novembre et mardi 1er décembre 2026'],
  ['Camille Durand', ['2026-11-23', '2026-11-24', '2026-11-25'], ', lundi 23 novembre 2026 et 2 autres dates'],
  ['Camille Durand', [], ', sans dates'],
])('the subject of a request of %s names both of two days, and counts others: %j', (name, dates, end) => {
  expect(writeMail(reservationMail({ name, dates }), settings).subject).toBe(`Réservation\u00a0: ${name}${end}`);
});

test('the mail of a reservation without dates asks the owner to request them', async () => {
  const mail = await deliver(reservationMail({ dates: [] }));
  expect(mail.text).toContain('sans dates\u00a0: demandez à cette personne les jours qui lui conviennent.');
});

test('the mail names a person whose request is for the same day, and counts the further ones', async () => {
  const clashes = [{ date: '2026-11-23', name: 'Jean Martin', status: 'confirmee' }];
  const sentence =
    'Une autre demande vise aussi le lundi 23 novembre 2026\u00a0: Jean Martin (confirmée). La formation est individuelle.';
  const mail = await deliver(reservationMail({ clashes, clashCount: 8 }));
  expect(mail.text).toContain(`\n${sentence}`);
  expect(mail.text).toContain('7 autres demandes visent encore ces jours.');
  expect(mail.html?.replace(/<[^>]*>/g, '')).toContain(sentence);
});

test('the mail of a flagged request asks for a second look', async () => {
  expect((await deliver(contactMail({ flagged: true }))).text).toContain('À vérifier\u00a0: cette demande est arrivée');
  expect((await deliver(contactMail())).text).not.toContain('À vérifier');
});

test('the mail of a settled reservation states its status and asks for nothing', async () => {
  const { text } = await deliver(reservationMail({ status: 'annulee' }));
  expect(text).toContain('Statut\u00a0: annulée\n');
  expect(text).not.toContain('confirm ');
});

test('the mail of a request with AGEFICE says for which days it is too late for the file', async () => {
  const late = /trop tard pour le lundi 23 novembre 2026\u00a0: le fonds peut refuser/;
  const dates = ['2026-11-23', '2027-01-19'];
  expect((await deliver(reservationMail({ isAgefice: true, dates }))).text).toMatch(late);
  expect((await deliver(reservationMail({ isAgefice: false, dates }))).text).not.toContain('trop tard');
});

test.each([
  [['2026-12-07'], 'nouvelle', 'le dimanche 22 novembre 2026\u00a0: c’est demain.'],
  [['2026-11-23', '2027-01-19'], 'nouvelle', 'le lundi 4 janvier 2027 pour le mardi 19 janvier 2027.'],
  [['2026-12-07'], 'annulee', 'nothing'],
] as const)('the mail of a request with AGEFICE for %j (%s) says when it is due: %s', async (dates, status, due) => {
  const { text = '' } = await deliver(reservationMail({ isAgefice: true, dates, status }));
  expect(text.match(/AGEFICE\u00a0: dossier complet au plus tard (.*)/)?.[1] ?? 'nothing').toBe(due);
});

test('the subject names the funding before the days, which a phone may cut off', () => {
  expect(writeMail(reservationMail({ isAgefice: true }), settings).subject).toBe(
    'Réservation\u00a0: Camille Durand (AGEFICE), lundi 23 novembre 2026 et 2 autres dates',
  );
});

test('a sender may be a bare address, which gets the product as its name, and a site without an address has no link', async () => {
  const mail = await deliver(contactMail(), { ...settings, from: 'site@mail.exemple.fr', origin: '' });
  expect(mail).toMatchObject({ from: { name: 'Journée Automatisation', address: 'site@mail.exemple.fr' } });
  expect(mail.messageId).toMatch(/@mail\.exemple\.fr>$/);
  expect(mail.text).toMatch(/Envoyé par le site Journée Automatisation\.\n$/);
  expect(() => writeMail(contactMail(), { ...settings, from: 'personne' })).toThrow('No address in the sender');
});

test('an accented domain is accepted, and its Message-ID is ASCII', async () => {
  const settings = readMailSettings({ OWNER_EMAIL: 'contact@société.fr' });
  if (!settings) throw new Error('An owner was named.');
  expect(writeMail(contactMail(), settings).messageId).toMatch(/@xn--socit-esab\.fr>$/);
});
