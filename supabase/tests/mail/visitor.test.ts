import { contractToCome } from '@site/contract/offer';
import type { VisitorMail } from '../../functions/_shared/claimed-mail.ts';
import { writeMail } from '../../functions/_shared/mail/write-mail.ts';
import { deliver, facts, settings, visitorMail } from './support/rows';

const OWNER = settings.to;
const VISITOR = 'camille.durand@exemple.org';
const mailSettings = { ...settings, facts };
const ANSWERS = ['confirmation', 'cancellation', 'calendar', 'reminder', 'funding', 'feedback', 'asked'] as const;
const KINDS = ['receipt', 'link', ...ANSWERS] as const;

/** The mail's own words, without its end. */
const wordsOf = async (mail: VisitorMail, sender = settings) =>
  (await deliver(mail, sender)).text?.split('\n\nUne question')[0]?.split('\n') ?? [];

test('a receipt goes to the visitor only, repeats the days, and has the owner as reply address', async () => {
  const mail = await deliver(visitorMail('receipt'));
  expect(mail).toMatchObject({
    from: { address: 'site@exemple.fr' },
    to: [{ address: VISITOR }],
    recipients: [VISITOR],
    replyTo: [{ name: 'Journée Automatisation', address: OWNER }],
    subject: 'Demande reçue\u00a0: Journée Automatisation, lundi 23 novembre et mardi 1er décembre 2026',
  });
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  // `All` would suppress reports of non-delivery too.
  const suppressed = { key: 'x-auto-response-suppress', value: 'OOF, AutoReply' };
  expect(mail.headers).toContainEqual(expect.objectContaining(suppressed));
  expect(mail.text).toBe(
    [
      'Votre demande est bien arrivée',
      '',
      'Bonjour,',
      '',
      'Nous avons bien reçu votre demande pour les dates ci-dessous et vous répondrons dès que possible.',
      '',
      'Ces dates ne sont pas encore confirmées\u00a0: rien n’est réservé avant notre réponse.',
      '',
      'Dates demandées\u00a0:',
      '- lundi 23 novembre 2026',
      '- mardi 1er décembre 2026',
      '',
      'Demande reçue le\u00a0: samedi 21 novembre 2026 à 23\u00a0h\u00a005 (heure de Paris)',
      'Journées souhaitées\u00a0: à préciser',
      'Lieu\u00a0: à distance',
      '',
      contractToCome(['2026-11-23', '2026-12-01'], '2026-11-21'),
      '',
      `Une question, un changement\u00a0? Répondez à cet e-mail, ou écrivez à ${OWNER}.`,
      '',
      'Envoyé par le site Journée Automatisation (https://exemple.fr).',
      '',
      'Vous n’avez rien demandé\u00a0? Votre adresse a sans doute été saisie par erreur\u00a0: répondez-nous, et nous l’effacerons.',
      '',
    ].join('\n'),
  );
});

test('the receipt of a message mentions no dates', async () => {
  const mail = await deliver(visitorMail('receipt', { request: 'contact', days: [], isAgefice: true }), mailSettings);
  expect(mail).toMatchObject({ subject: 'Message reçu\u00a0: Journée Automatisation', attachments: [] });
  expect(mail.text).toContain('\nFinancement\u00a0: AGEFICE demandé\n');
  expect(mail.text).toContain('vous répondrons dès que possible, sous 1 jour ouvré.\n');
  expect(mail.text).not.toMatch(/\b[Dd]ate|journée du|Horaires/);
});

const manageUrl = 'https://exemple.fr/reservation/gerer#a';

test.each([
  [['address', 'payer'], 'vous pouvez indiquer votre adresse et qui paie, avec'],
  [['payerName', 'payerAddress', 'priorLevel'], 'financeur, l’adresse de l’entreprise et ce que vous savez déjà'],
  [['siren', 'constructor'], 'vous pouvez indiquer votre SIREN, avec'],
  [[], null],
  [null, null],
])('a confirmation asks with its link for the missing %j, and for nothing without one', async (lacks, words) => {
  const { text } = await deliver(visitorMail('confirmation', { manageUrl, lacks }));
  if (words) expect(text).toContain(words);
  else expect(text).not.toContain('vous pouvez indiquer');
  expect((await deliver(visitorMail('confirmation', { lacks }))).text).not.toContain('vous pouvez indiquer');
});

test('the link of a request that was sent twice comes without a name that a stranger may have typed', async () => {
  const mail = visitorMail('link', { days: ['2026-12-01'], name: null, manageUrl });
  expect((await wordsOf(mail, mailSettings)).filter(Boolean)).toEqual([
    'Le lien de votre demande',
    'Bonjour,',
    expect.stringMatching(/^Votre demande pour le mardi 1er décembre 2026 nous a été envoyée une seconde fois/),
    'Ce lien la montre.',
    `Gérer ma demande\u00a0: ${manageUrl}`,
  ]);
});

test('the mail after the day asks for an opinion, and says who reads it and how long it takes', async () => {
  const mail = visitorMail('feedback', { days: ['2026-12-01'], isAgefice: true, manageUrl });
  expect((await deliver(mail)).subject).toBe('Votre avis\u00a0: Journée Automatisation, mardi 1er décembre 2026');
  expect((await wordsOf(mail, mailSettings)).filter(Boolean)).toEqual([
    'Comment s’est passée votre formation\u202f?',
    'Bonjour Camille Durand,',
    expect.stringMatching(/^Votre formation s’est terminée le mardi 1er décembre 2026\..*en une minute\.$/),
    expect.stringContaining('votre formateur les lit avec votre nom'),
    `Donner mon avis\u00a0: ${manageUrl}`,
  ]);
});

test('the confirmation of a day has everything that its visitor needs on that day', async () => {
  const mail = visitorMail('confirmation', { days: ['2026-12-01'], dayCents: 19_900 });
  expect((await deliver(mail, mailSettings)).subject).toBe(
    'C’est confirmé\u00a0: Journée Automatisation, mardi 1er décembre 2026',
  );
  expect(await wordsOf(mail, mailSettings)).toEqual([
    'Votre journée est confirmée',
    '',
    'Bonjour Camille Durand,',
    '',
    'Nous vous attendons le mardi 1er décembre 2026.',
    '',
    'Horaires\u00a0: de 9\u00a0h à 17\u00a0h\u00a030 (heure de Paris)',
    'Lieu\u00a0: à distance (Visio Libre)',
    'Visio\u00a0: https://visio.example/salle',
    'Téléphone\u00a0: 06 39 98 00 00',
    'Tarif\u00a0: 199\u00a0€ la journée',
    '',
    'La suite\u00a0:',
    '- Vous recevez la convention ou le contrat de formation. Votre signature rend la réservation définitive, sous réserve, s’il s’applique, du délai de rétractation. La journée du mardi 1er décembre 2026 peut avoir lieu dans ce délai, et se paie après\u202f; si vous êtes un particulier, elle n’a lieu que si vous le demandez en signant.',
  ]);
  const { text, html } = await deliver(mail, mailSettings);
  expect(text).toContain(`Répondez à cet e-mail, appelez le 06 39 98 00 00 ou écrivez à ${OWNER}.\n`);
  expect(html).toContain('href="tel:+33639980000"');
});

test.each([
  [true, 'le contrat de formation.', '- Le contrat de formation, signé\u00a0:'],
  [false, 'la convention de formation.', '- La convention de formation, signée\u00a0:'],
  [null, 'la convention ou le contrat de formation.', '- La convention ou le contrat de formation, signé\u00a0:'],
])('who signs a contrat (%s) reads of no convention, and the other way around', async (isContract, sent, signed) => {
  expect((await deliver(visitorMail('confirmation', { isContract }))).text).toContain(`Vous recevez ${sent}`);
  expect((await deliver(visitorMail('reminder', { isContract }))).text).toContain(signed);
});

test.each([
  [true, 'independent', 'définitive, sous réserve du délai de rétractation.'],
  [false, 'independent', 'définitive.'],
  [false, 'individual', 's’il s’applique, du délai de rétractation.'],
  [false, null, 's’il s’applique, du délai de rétractation.'],
  [null, 'independent', 's’il s’applique, du délai de rétractation.'],
] as const)('a confirmation names the time to withdraw: contrat %s, %s, « %s »', async (isContract, status, end) => {
  const { text } = await deliver(visitorMail('confirmation', { days: ['2026-12-08'], isContract, status }));
  expect(text).toMatch(new RegExp(`réservation ${end.startsWith('s’il') ? '.*' : ''}${end.replace('.', '\\.')}\n`));
});

test('the way of « portage salarial » is shown to those whose status may be that one', async () => {
  const textOf = async (status: string | null) =>
    (await deliver(visitorMail('funding', { isAgefice: true, status, days: ['2027-01-19'] }))).text;
  for (const status of [null, 'portage']) expect(await textOf(status)).toContain('En portage salarial');
  expect(await textOf('independent')).not.toContain('portage');
});

test('each mail to a visitor is signed by the trainer where the site has the name', async () => {
  const signed = { ...settings, facts: { prices: { standard: 199, funded: 320, trainer: 'Sophie Martin' } } };
  for (const kind of ['receipt', 'confirmation', 'cancellation', 'reminder', 'feedback'] as const)
    expect((await deliver(visitorMail(kind), signed)).text).toContain('\n\nSophie Martin, Journée Automatisation\n');
  expect((await deliver(visitorMail('receipt'), { ...signed, product: '' })).text).toContain('\n\nSophie Martin\n');
});

test('who was answered is not asked whether the address was typed by mistake', async () => {
  const texts = KINDS.map((kind) => [kind, writeMail(visitorMail(kind), settings).text] as const);
  expect(texts.filter(([, text]) => text.includes('Vous n’avez rien demandé')).map(([kind]) => kind)).toEqual([
    'receipt',
    'link',
  ]);
});

test('a receipt of several dates says which of them are wanted, and has the price of all that are', async () => {
  const days = ['2026-12-01', '2026-12-08'];
  const lines = async (changes: object) =>
    wordsOf(visitorMail('receipt', { days, dayCents: 19_900, ...changes }), mailSettings);
  expect(await lines({ daysWanted: 'all' })).toEqual(
    expect.arrayContaining([
      'Journées souhaitées\u00a0: Une journée à chacune de ces dates',
      'Tarif\u00a0: 398\u00a0€ pour 2\u00a0journées',
    ]),
  );
  expect(await lines({ daysWanted: 'one' })).toEqual(
    expect.arrayContaining([
      'Journées souhaitées\u00a0: Une seule journée, à l’une de ces dates',
      'Tarif\u00a0: 199\u00a0€ la journée',
    ]),
  );
  for (const daysWanted of [null, 'toString'])
    expect(await lines({ daysWanted })).toContain('Journées souhaitées\u00a0: à préciser');
  expect(await lines({ manageUrl })).toContain(
    'Journées souhaitées\u00a0: à préciser. Dites-le avec «\u00a0Gérer ma demande\u00a0» ci-dessous.',
  );
});

test('prices in mails have the word of the pages behind them, and none where the facts are older', async () => {
  const mail = visitorMail('confirmation', { days: ['2026-12-01'], dayCents: 19_900 });
  const withTax = (isNet: boolean) => ({ ...settings, facts: { prices: { standard: 199, funded: 320, isNet } } });
  expect(await wordsOf(mail, withTax(true))).toContain('Tarif\u00a0: 199\u00a0€\u00a0nets de taxe la journée');
  expect(await wordsOf(mail, withTax(false))).toContain('Tarif\u00a0: 199\u00a0€\u00a0TTC la journée');
  expect(await wordsOf(mail, mailSettings)).toContain('Tarif\u00a0: 199\u00a0€ la journée');
});

test.each([
  [
    ['2026-12-01'],
    [],
    'Vous demandez maintenant le mardi 1er décembre 2026.',
    'Cette date n’est pas encore confirmée\u00a0: rien n’est réservé avant notre réponse.',
  ],
  [
    ['2026-12-01'],
    ['2026-11-23'],
    'Vous demandez maintenant le mardi 1er décembre 2026.',
    'Cette date n’est pas encore confirmée\u00a0: jusqu’à notre réponse, votre journée du lundi 23 novembre 2026 reste réservée.',
  ],
  [
    ['2026-12-01', '2026-12-08'],
    ['2026-11-23', '2026-11-24'],
    'Vous demandez maintenant les dates ci-dessous.',
    'Ces dates ne sont pas encore confirmées\u00a0: jusqu’à notre réponse, vos journées du lundi 23 novembre 2026 et du mardi 24 novembre 2026 restent réservées.',
  ],
])('who has asked for %j, while %j stays reserved, has it by mail', async (days, kept, asked, state) => {
  const mail = visitorMail('asked', { days, kept, manageUrl });
  expect((await deliver(mail)).subject).toMatch(/^Demande modifiée\u00a0: Journée Automatisation, mardis? 1er /);
  expect((await wordsOf(mail, mailSettings)).filter((line) => line && !line.startsWith('-'))).toEqual([
    'Votre demande est modifiée',
    'Bonjour Camille Durand,',
    `${asked} Nous vous répondrons dès que possible, sous 1 jour ouvré.`,
    state,
    ...(days.length > 1 ? ['Dates demandées\u00a0:'] : []),
    `Gérer ma demande\u00a0: ${manageUrl}`,
  ]);
});

test('who asks for a day that is too near for the file of the fund reads it in the mail about it, and no steps', async () => {
  const words = await wordsOf(visitorMail('asked', { isAgefice: true, days: ['2026-11-23'] }));
  expect(words).toContainEqual(expect.stringContaining('C’est trop tard pour le lundi 23 novembre 2026'));
  expect(words.join('\n')).not.toContain('préparez');
});

test('the video link is in no mail before the confirmation, nor in its calendar entries', async () => {
  for (const kind of ['receipt', 'cancellation', 'funding'] as const) {
    const mail = writeMail(visitorMail(kind, { entry: cancel, isAgefice: true }), mailSettings);
    expect(JSON.stringify(mail)).not.toContain('visio.example');
  }
});

test('a confirmation with AGEFICE names the documents and the last day for the complete file', async () => {
  const mail = visitorMail('confirmation', {
    days: ['2027-01-19'],
    isAgefice: true,
    dayCents: 32_000,
    priceCents: 15_050,
  });
  const words = await wordsOf(mail, mailSettings);
  expect(words.slice(words.indexOf('Votre dossier AGEFICE\u00a0:'))).toEqual([
    'Votre dossier AGEFICE\u00a0:',
    '- Faites d’abord la pré-inscription, puis les étapes dans l’ordre\u00a0: https://exemple.fr/agefice',
    `- Envoyez à ${OWNER} votre attestation de contribution à la formation professionnelle (CFP), une copie de votre carte nationale d’identité et votre RIB.`,
    '- Le dossier complet doit être déposé au moins 15\u00a0jours avant la journée, donc au plus tard le lundi 4 janvier 2027\u00a0: sinon, il peut être refusé.',
    '- En portage salarial, faites uniquement la pré-inscription\u00a0: votre société de portage dépose la demande auprès de son OPCO.',
  ]);
  expect(words).toContain('Tarif\u00a0: 150,50\u00a0€, comme convenu');
});

test('who has nothing to send to the fund any more reads no steps of its file', async () => {
  for (const kind of ['confirmation', 'asked'] as const) {
    const mail = visitorMail(kind, { days: ['2027-01-19'], isAgefice: true, isFundingSettled: true });
    expect((await wordsOf(mail, mailSettings)).join()).not.toMatch(/dossier complet|pré-inscription/);
  }
});

test('a day that is too near for the file of the fund is said to be, before anything else is to be done', async () => {
  const words = await wordsOf(visitorMail('confirmation', { isAgefice: true, days: ['2026-11-23'] }));
  const late = /et ce délai est passé\u00a0: appelez-nous ou répondez à cet e-mail avant de commencer\.$/;
  expect(words[words.indexOf('Votre dossier AGEFICE\u00a0:') + 1]).toMatch(late);
  expect(words.join('\n')).not.toContain('au plus tard');
});

test('of several confirmed days, one that is too near for its file is named, and the other with its last day', async () => {
  const days = ['2026-11-23', '2026-12-22'];
  const words = await wordsOf(visitorMail('confirmation', { isAgefice: true, days }));
  expect(words[words.indexOf('Votre dossier AGEFICE\u00a0:') + 1]).toContain(
    'ce délai est passé pour le lundi 23 novembre 2026\u00a0: appelez-nous',
  );
  expect(words.join('\n')).toContain(
    'donc au plus tard le lundi 7 décembre 2026 pour le mardi 22 décembre 2026\u00a0: sinon',
  );
});

test('a confirmation that has only days that are over asks for no file of the fund', async () => {
  const words = await wordsOf(visitorMail('confirmation', { isAgefice: true, days: ['2026-11-20'] }));
  expect(words.join('\n')).not.toContain('Votre dossier AGEFICE');
});

test.each([
  [['2026-11-23'], ['C’est trop tard pour le lundi 23 novembre 2026, et le fonds']],
  [
    ['2026-11-23', '2026-11-24', '2027-01-19'],
    [
      'C’est trop tard pour le lundi 23 novembre 2026 et le mardi 24 novembre 2026, et le fonds',
      'AGEFICE\u00a0: le dossier complet doit être déposé au plus tard le lundi 4 janvier 2027 pour le mardi 19 janvier 2027, si cette date est confirmée.',
    ],
  ],
  [
    ['2027-01-19', '2027-01-20'],
    [
      'au plus tard le lundi 4 janvier 2027 pour le mardi 19 janvier 2027, si cette date est confirmée\u202f; pour une date suivante, 15\u00a0jours avant elle.',
    ],
  ],
  [['2027-01-19'], ['date est confirmée, le dossier complet doit être déposé au plus tard le lundi 4 janvier 2027.']],
  [['2026-12-08'], ['au plus tard le lundi 23 novembre 2026 (c’est dans 2\u00a0jours). Ce délai est très court']],
])('the receipt of a request with AGEFICE for %j says what is true of each file: %j', async (days, sentences) => {
  const words = await wordsOf(visitorMail('receipt', { isAgefice: true, days }));
  const said = words.filter((line) => line.startsWith('AGEFICE\u00a0:'));
  expect(said).toEqual(sentences.map((sentence) => expect.stringContaining(sentence)));
  expect(words).toContainEqual(
    expect.stringMatching(
      /préparez votre attestation .*CFP.* Ne commencez rien avant notre réponse\u00a0: elle vous dira comment faire la pré-inscription/,
    ),
  );
});

test('a confirmation without the video link says when it comes', async () => {
  const { videoLink: _, ...without } = facts;
  const words = await wordsOf(visitorMail('confirmation'), { ...settings, facts: without });
  expect(words).toContain('Visio\u00a0: le lien suit, avec la convocation');
});

test.each([
  ['2027-01-19', '2027-01-22', 'du mardi 19 au vendredi 22 janvier 2027'],
  ['2027-01-29', '2027-02-01', 'du vendredi 29 janvier au lundi 1er février 2027'],
  ['2026-12-31', '2027-01-04', 'du jeudi 31 décembre 2026 au lundi 4 janvier 2027'],
])('a day that moves from %s to %s is named with both days', async (from, to, both) => {
  const mail = visitorMail('confirmation', { days: [to], withdrawn: [from], moved: [{ from, to }] });
  const [title, , , , sentence] = await wordsOf(mail);
  expect([title, sentence]).toEqual(['Votre journée change de date', `Votre journée passe ${both}.`]);
  expect((await deliver(mail)).subject).toMatch(/^Nouvelle date\u00a0: Journée Automatisation, /);
});

test('a confirmation for another day than the one that was asked for names both', async () => {
  const asked = [{ from: '2026-11-30', to: '2026-12-01' }];
  const words = await wordsOf(visitorMail('confirmation', { days: ['2026-12-01'], asked }));
  expect(words[4]).toBe(
    'Vous aviez demandé le lundi 30 novembre 2026\u202f; votre journée est confirmée pour le mardi 1er décembre 2026.',
  );
  expect(words.join()).not.toContain('Nous vous attendons');
  const several = await wordsOf(visitorMail('confirmation', { days: ['2026-12-01', '2026-12-08'], asked }));
  expect([several[4], several[6]]).toEqual([
    'Nous vous attendons aux dates ci-dessous.',
    expect.stringContaining('une journée est confirmée pour le mardi 1er décembre 2026.'),
  ]);
});

test.each([
  [
    ['2026-11-30'],
    'Date inchangée\u00a0: Journée Automatisation, lundi 30 novembre 2026',
    'Votre journée reste la même',
    [],
  ],
  [
    ['2026-11-30', '2026-12-08'],
    'Date inchangée\u00a0: Journée Automatisation, lundi 30 novembre et mardi 8 décembre 2026',
    'Vos journées restent les mêmes',
    ['Nous vous attendons aux dates ci-dessous.'],
  ],
])('a wish that is refused is told first, with the day that stays: %j', async (days, subject, title, others) => {
  const refused = [{ from: '2026-11-30', to: '2026-12-01' }];
  const mail = visitorMail('confirmation', { days, declined: ['2026-12-01'], refused });
  expect((await deliver(mail)).subject).toBe(subject);
  const words = (await wordsOf(mail)).filter(Boolean);
  expect([words[0], ...words.slice(2, 3 + others.length)]).toEqual([
    title,
    'Le mardi 1er décembre 2026 n’est pas possible\u00a0: votre journée du lundi 30 novembre 2026 reste réservée.',
    ...others,
  ]);
  expect(words.join()).not.toContain('aussi demandé');
});

test('a refused wish leaves the signed agreement valid, and says so where no other one is to be signed', async () => {
  const [from, to] = ['2026-11-30', '2026-12-01'];
  const wish = { days: [from], declined: [to], refused: [{ from, to }], agreement: signed, newAgreement: null };
  const words = (await wordsOf(visitorMail('confirmation', wish))).filter(Boolean);
  expect(words.slice(2, 4)).toEqual([
    expect.stringContaining('n’est pas possible'),
    'Votre convention signée le lundi 2 novembre 2026 reste valable.',
  ]);
  for (const changes of [{ newAgreement: 'fewer' as const }, { declined: [], refused: [] }])
    expect((await wordsOf(visitorMail('confirmation', { ...wish, ...changes }))).join()).not.toContain('reste valable');
});

test.each([
  [
    true,
    null,
    /délai de rétractation\. La journée du samedi 5 décembre 2026, si elle tombe dans ce délai,.* si vous êtes un particulier, elle n’a lieu/,
  ],
  [
    true,
    'individual',
    /2026 peut avoir lieu dans ce délai, et se paie après\u202f; elle n’a lieu que si vous le demandez en signant\./,
  ],
  [false, 'independent', /^(?!.*dans ce délai)/],
])('a confirmation tells of a day inside the time to withdraw: contrat %s, %s', async (isContract, status, says) => {
  const days = ['2026-12-05'];
  const words = await wordsOf(visitorMail('confirmation', { days, isContract, status }));
  expect(words).toContainEqual(expect.stringMatching(/Vous recevez/));
  expect(words.find((line) => line.includes('Vous recevez'))).toMatch(says);
  const later = await wordsOf(visitorMail('confirmation', { days: ['2026-12-06'], isContract, status }));
  expect(later.join()).not.toContain('dans ce délai');
});

test('a professional reads it of a day within ten days, without a demand that the law asks of consumers', async () => {
  const told = async (day: string) =>
    (await wordsOf(visitorMail('confirmation', { days: [day], isContract: true, status: 'independent' }))).join();
  expect(await told('2026-12-01')).toMatch(/peut avoir lieu dans ce délai, et se paie après\./);
  expect(await told('2026-12-02')).not.toContain('se paie après');
});

test.each(['reminder', 'funding'] as const)('a %s says that its day stays while a wish waits', async (kind) => {
  const words = await wordsOf(visitorMail(kind, { days: ['2026-12-18'], wished: '2026-12-21', isAgefice: true }));
  expect(words).toContain(
    'Vous avez demandé le lundi 21 décembre 2026 à la place\u00a0: sans réponse de notre part, le vendredi 18 décembre 2026 reste réservé.',
  );
});

test('of several days, each that moves is named, and one that is no longer booked', async () => {
  const moved = [{ from: '2027-01-19', to: '2027-01-22' }];
  const mail = visitorMail('confirmation', {
    days: ['2027-01-22', '2027-01-29'],
    withdrawn: ['2027-01-19', '2027-02-01'],
    moved,
  });
  expect((await deliver(mail)).subject).toBe('Nouvelle date\u00a0: Journée Automatisation, vendredi 22 janvier 2027');
  const words = await wordsOf(mail);
  expect(words).toContain('Une de vos journées passe du mardi 19 au vendredi 22 janvier 2027.');
  expect(words).toContain(
    'Nous avons annulé votre journée du lundi 1er février 2027, qui n’est plus réservée. Nous en sommes désolés.',
  );
  expect(words).toContain('- vendredi 29 janvier 2027');
});

const cancel = { method: 'CANCEL', day: '2026-11-23', uid: 'a', sequence: 4 } as const;

test('a confirmation that only withdraws a day says so first, and names the days that remain', async () => {
  const detail = { days: ['2026-12-01'], withdrawn: ['2026-11-23'], entry: cancel };
  const mail = visitorMail('confirmation', detail);
  expect((await deliver(mail)).subject).toBe('Annulation\u00a0: Journée Automatisation, lundi 23 novembre 2026');
  expect((await wordsOf(mail)).filter(Boolean).slice(0, 4)).toEqual([
    'Une journée est annulée',
    'Bonjour Camille Durand,',
    'Nous avons annulé votre journée du lundi 23 novembre 2026, qui n’est plus réservée. Nous en sommes désolés.',
    'Pour une autre date, répondez à cet e-mail, ou envoyez une nouvelle demande sur notre site.',
  ]);
});

test('a confirmation expects nobody on a day that is over, and with none to come it is a cancellation', async () => {
  const over = { days: ['2026-11-20'], withdrawn: ['2026-11-23'], reason: 'Je suis malade.', agreement: null };
  const mail = visitorMail('confirmation', over);
  expect((await deliver(mail)).subject).toBe('Annulation\u00a0: Journée Automatisation, lundi 23 novembre 2026');
  const words = await wordsOf(mail);
  expect(words.filter(Boolean).slice(0, 6)).toEqual([
    'Une journée est annulée',
    'Bonjour Camille Durand,',
    'Nous avons annulé votre journée du lundi 23 novembre 2026, qui n’est plus réservée. Nous en sommes désolés.',
    'Pour une autre date, répondez à cet e-mail, ou envoyez une nouvelle demande sur notre site.',
    'Message de votre formateur\u00a0:',
    '> Je suis malade.',
  ]);
  expect(words.join('\n')).not.toMatch(/20 novembre|attendons|Horaires|Tarif|Vous recevez/);
  const ahead = await wordsOf(visitorMail('confirmation', { days: ['2026-11-20', '2026-12-01'], withdrawn: [] }));
  expect(ahead).toContain('Nous vous attendons le mardi 1er décembre 2026.');
  expect(ahead.join('\n')).not.toContain('20 novembre');
});

test('a wish that is refused once its day was held is told as too late, cancels nothing and invites to nothing', async () => {
  const refused = [{ from: '2026-11-20', to: '2026-11-24' }];
  const wish = { declined: ['2026-11-24'], refused, reason: 'Je suis malade.' };
  const mail = visitorMail('confirmation', { days: ['2026-11-20'], ...wish });
  expect((await deliver(mail)).subject).toBe('Date non retenue\u00a0: Journée Automatisation, mardi 24 novembre 2026');
  const words = (await wordsOf(mail)).filter(Boolean);
  expect(words.slice(0, 5)).toEqual([
    'Cette date n’est pas possible',
    'Bonjour Camille Durand,',
    'Vous aviez demandé le mardi 24 novembre 2026 à la place du vendredi 20 novembre 2026. C’est trop tard\u00a0: la journée a eu lieu.',
    'Message de votre formateur\u00a0:',
    '> Je suis malade.',
  ]);
  expect(words.join('\n')).not.toMatch(/attendons|Horaires|Tarif|confirmée|annulé|aussi demandé|autre date|nouvelle/);
  const several = visitorMail('confirmation', { days: ['2026-11-20'], declined: ['2026-11-24', '2026-12-01'] });
  expect((await wordsOf(several)).join('\n')).toContain(
    'Le mardi 24 novembre 2026 et le mardi 1er décembre 2026 ne sont pas possibles.',
  );
  const beside = await wordsOf(visitorMail('confirmation', { ...wish, days: ['2026-11-20', '2026-12-01'] }));
  expect(beside.join('\n')).toContain('C’est trop tard\u00a0: la journée a eu lieu.');
  expect(beside.join('\n')).not.toMatch(/aussi demandé|autre date/);
});

test('no mail tells of a day that is over as requested, left out or cancelled', async () => {
  const over = '2026-11-20';
  const mails = [
    visitorMail('confirmation', { days: ['2026-11-23'], declined: [over, '2026-11-24'] }),
    visitorMail('cancellation', { days: [over, '2026-11-24'], wereConfirmed: false, reason: null }),
    visitorMail('asked', { days: ['2026-11-24'], kept: ['2026-11-23'], withdrawn: [over] }),
  ];
  for (const mail of mails) {
    const text = (await wordsOf(mail)).join('\n');
    expect(text).toContain('le mardi 24 novembre 2026');
    expect(text).not.toContain('20 novembre');
  }
});

test('once the hours of a day are over, no mail expects anybody on it, nor says that it stays reserved', async () => {
  const evening = { queuedAt: '2026-11-23T18:31:00Z', isAgefice: true, manageUrl };
  const refused = [{ from: '2026-11-23', to: '2026-11-24' }];
  const mails = [
    visitorMail('confirmation', { ...evening, days: ['2026-11-23'], withdrawn: ['2026-11-24'], newAgreement: 'fewer' }),
    visitorMail('confirmation', { ...evening, days: ['2026-11-23'], declined: ['2026-11-24'], refused }),
    visitorMail('asked', { ...evening, days: ['2026-11-24'], kept: ['2026-11-23'] }),
  ];
  for (const mail of mails) {
    const text = (await wordsOf(mail, mailSettings)).join('\n');
    expect(text).toContain('mardi 24 novembre 2026');
    expect(text.replace(/ à la place du .*/, '')).not.toMatch(/23 novembre|attendons|reste|Horaires|pré-inscription/);
  }
});

test.each([
  [['2026-11-23'], '597\u00a0€\u00a0TTC pour 3\u00a0journées', 'votre journée du lundi 23 novembre 2026, déjà passée'],
  [
    ['2026-11-20', '2026-11-23'],
    '796\u00a0€\u00a0TTC pour 4\u00a0journées',
    'vos journées du vendredi 20 novembre 2026 et du lundi 23 novembre 2026, déjà passées',
  ],
  [[], '398\u00a0€\u00a0TTC pour 2\u00a0journées', ''],
])('the price of a confirmation names the days of it that are over: %j', async (over, price, rest) => {
  const days = [...over, '2026-12-16', '2026-12-30'];
  const mail = visitorMail('confirmation', { days, dayCents: 19_900, queuedAt: '2026-11-23T18:31:00Z' });
  const { text } = await deliver(mail, {
    ...mailSettings,
    facts: { ...facts, prices: { standard: 199, funded: 320, isNet: false } },
  });
  expect(text).toContain(`Tarif\u00a0: ${price}${rest && `, y compris ${rest}`}\n`);
});

test('a confirmation that answers a wish which its visitor has given up says that the day is no longer asked for', async () => {
  const about = (detail: object) => wordsOf(visitorMail('confirmation', { days: ['2026-11-23'], ...detail }));
  const sentence = 'Vous avez annulé le mardi 24 novembre 2026\u00a0: ce jour n’est plus demandé.';
  const givenUpDays = ['2026-11-20', '2026-11-24'];
  expect(await about({ givenUpDays })).toContain(sentence);
  expect(await about({ givenUpDays, withdrawn: ['2026-11-24'] })).not.toContain(sentence);
  expect((await about({ givenUpDays: ['2026-11-23'] })).join()).not.toContain('plus demandé');
});

test.each([
  [['2026-11-23'], 'REQUEST' as const, 'C’est confirmé', 'Votre journée est confirmée'],
  [['2026-11-23'], null, 'Date inchangée', 'Votre journée reste confirmée'],
  [['2026-11-23', '2026-12-01'], null, 'Date inchangée', 'Vos journées restent confirmées'],
])('after a wish is given up, %j with the entry %s is told as new or not', async (days, method, begin, title) => {
  const entry = method && { method, day: '2026-11-23', uid: 'one', sequence: 2 };
  const mail = visitorMail('confirmation', { days, givenUpDays: ['2026-11-24'], entry });
  expect((await deliver(mail)).subject).toMatch(new RegExp(`^${begin}`));
  expect(await wordsOf(mail)).toContain(title);
});

test('days that the owner and the visitor have cancelled are told apart, each with who it was', async () => {
  const withdrawn = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'];
  const detail = { days: ['2026-12-01'], withdrawn, givenUpDays: withdrawn.slice(2), entry: cancel };
  const words = await wordsOf(visitorMail('confirmation', detail));
  expect(words).toContain(
    'Vous avez annulé vos journées du mercredi 25 novembre 2026 et du jeudi 26 novembre 2026, qui ne sont plus réservées.',
  );
  expect(words).toContain(
    'Nous avons annulé vos journées du lundi 23 novembre 2026 et du mardi 24 novembre 2026, qui ne sont plus réservées. Nous en sommes désolés.',
  );
});

test.each([
  ['confirmation', 1, 'Un autre e-mail suit, pour une autre journée\u00a0: chacun met votre agenda à jour.'],
  ['confirmation', 2, 'D’autres e-mails suivent, un par journée\u00a0: chacun met votre agenda à jour.'],
  ['cancellation', 1, 'Un autre e-mail suit, pour une autre journée\u00a0: chacun met votre agenda à jour.'],
] as const)('a %s announces the mails of its further calendar entries: %i', async (kind, furtherEntries, sentence) => {
  const days = ['2026-11-23', '2026-12-01', '2026-12-08'];
  expect(await wordsOf(visitorMail(kind, { days, furtherEntries }))).toContain(sentence);
  expect((await wordsOf(visitorMail(kind, { days }))).join()).not.toContain('agenda');
});

test.each([
  [
    'REQUEST',
    'Pour votre agenda\u00a0: Journée Automatisation, lundi 23 novembre 2026',
    'Une journée pour votre agenda',
    'Cet e-mail place votre journée du lundi 23 novembre 2026 dans votre agenda.',
  ],
  [
    'CANCEL',
    'À retirer de votre agenda\u00a0: Journée Automatisation, lundi 23 novembre 2026',
    'Une journée à retirer de votre agenda',
    'Cet e-mail retire de votre agenda la journée du lundi 23 novembre 2026, qui n’est plus réservée.',
  ],
] as const)('the mail of a further calendar entry is short: %s', async (method, subject, title, sentence) => {
  const mail = visitorMail('calendar', { days: ['2026-11-23'], entry: { ...cancel, method }, isAgefice: true });
  expect((await deliver(mail, mailSettings)).subject).toBe(subject);
  expect((await wordsOf(mail, mailSettings)).filter(Boolean)).toEqual([
    title,
    'Bonjour Camille Durand,',
    sentence,
    'Tout le reste est dans notre e-mail précédent.',
  ]);
});

const file = 'le dossier complet doit être déposé au plus tard';
test.each([
  ['2026-12-15', '2026-12-22', `pour la journée qui reste réservée, ${file} le lundi 30 novembre 2026`],
  ['2026-12-22', '2026-12-15', `si la date est confirmée, ${file} le lundi 30 novembre 2026`],
])('the mail about the wish to replace %s by %s names one last date of the file, the first', async (from, to, due) => {
  const detail = { days: [to], kept: [from], instead: [{ from, to }], isAgefice: true };
  const words = await wordsOf(visitorMail('asked', detail));
  const said = words.filter((line) => line.startsWith('AGEFICE'));
  expect(said).toEqual([expect.stringContaining(`AGEFICE\u00a0: ${due}`)]);
});

const signed = { isContract: false, signedOn: '2026-11-02' };
const consumer = { isContract: true, signedOn: '2026-11-20', withdrawalUntil: '2026-12-04' };
const leaving = {
  days: ['2026-12-01'],
  withdrawn: ['2026-11-23'],
  givenUpDays: ['2026-11-23'],
  leftDays: ['2026-11-23'],
  newAgreement: 'fewer' as const,
  entry: cancel,
  manageUrl,
};
const withClause = { ...settings, facts: { prices: { standard: 199, funded: 320, earlyLeave: 'La moitié est due.' } } };
const DUE = 'Votre signature rend la réservation définitive';

test.each([
  [
    signed,
    {},
    [
      'Votre convention signée le lundi 2 novembre 2026 porte aussi sur ce jour. Nos conditions pour un arrêt avant la fin\u00a0: «\u202fLa moitié est due.\u202f»',
      'Nous vous écrivons pour la suite.',
    ],
    'une nouvelle convention de formation à signer, pour le jour qui reste',
  ],
  [
    { ...signed, clause: 'Rien n’est dû.' },
    {},
    [expect.stringMatching(/ aussi sur ce jour\. .* «.Rien n’est dû\..»$/), 'Nous vous écrivons pour la suite.'],
    'une nouvelle convention de formation à signer, pour le jour qui reste',
  ],
  [
    consumer,
    {},
    [
      expect.stringMatching(
        /^Votre contrat signé .* ce jour\. Jusqu’au vendredi 4 .* du contrat entier, sans frais, par «.Gérer ma demande.» \(/,
      ),
      'Pour ce seul jour, nous vous écrivons pour la suite.',
    ],
    'un nouveau contrat de formation à signer, pour le jour qui reste',
  ],
  [
    consumer,
    { days: ['2026-11-21', '2026-12-01'] },
    [
      expect.stringContaining('La moitié est due'),
      expect.stringContaining('du contrat entier\u00a0: écrivez-nous'),
      'Nous vous écrivons pour la suite.',
    ],
    'un nouveau contrat de formation à signer, pour les jours qui restent',
  ],
])(
  'who gives up a day of a signed agreement reads by mail what the dialog has said, and which one follows: %j %j',
  async (agreement, changes, sentences, follows) => {
    const { isContract } = agreement;
    const mail = visitorMail('confirmation', { ...leaving, ...changes, agreement, isContract });
    const words = (await wordsOf(mail, withClause)).filter(Boolean);
    const at = words.indexOf('Vous avez annulé votre journée du lundi 23 novembre 2026, qui n’est plus réservée.');
    expect(at).toBeGreaterThan(0);
    expect(words.slice(at + 1, at + 1 + sentences.length)).toEqual(sentences);
    expect(words).toContain(`- Vous recevez ${follows}.`);
    expect(words.join()).not.toContain(DUE);
  },
);

test('of a day that the owner has withdrawn, or that is told already, no mail quotes what holds for those who leave', async () => {
  for (const changes of [{ leftDays: [] }, { withdrawn: [] }]) {
    const words = await wordsOf(visitorMail('confirmation', { ...leaving, ...changes, agreement: signed }), withClause);
    expect(words.join()).not.toContain('porte aussi');
  }
});

test('the mail about an asked day says of a day that was given up meanwhile what holds of the agreement', async () => {
  const kept = { ...leaving, days: ['2026-12-08'], kept: ['2026-12-01'], agreement: consumer };
  const words = await wordsOf(visitorMail('asked', kept), withClause);
  expect(words).toContain('Pour ce seul jour, nous vous écrivons pour la suite.');
});

test('a confirmation asks for no signature of days that the signed agreement has, and for a new one of others', async () => {
  const days = { days: ['2026-12-01'], agreement: signed, isContract: false };
  const same = await wordsOf(visitorMail('confirmation', { ...days, newAgreement: null }));
  expect(same.join()).not.toMatch(/La suite|Vous recevez/);
  const moved = [{ from: '2026-11-23', to: '2026-12-01' }];
  const other = await wordsOf(visitorMail('confirmation', { ...days, newAgreement: 'others', moved }));
  expect(other).toContain('- Vous recevez une nouvelle convention de formation à signer, avec votre nouvelle date.');
  expect(other.join()).not.toContain(DUE);
  const payer = { ...days, newAgreement: 'kind' as const, moved };
  for (const agreement of [consumer, null])
    expect(await wordsOf(visitorMail('confirmation', { ...payer, agreement }))).toContain(
      '- Vous recevez une convention de formation à signer, à la place de votre contrat.',
    );
  expect(await wordsOf(visitorMail('confirmation', { ...payer, agreement: signed }))).toContain(
    '- Vous recevez une nouvelle convention de formation à signer, par le nouveau payeur.',
  );
  expect(await wordsOf(visitorMail('confirmation', { ...payer, agreement: signed, isContract: true }))).toContain(
    '- Vous recevez un contrat de formation à signer, à la place de votre convention.',
  );
});

test('who has asked for AGEFICE reads by mail that it is dropped', async () => {
  for (const kind of ['confirmation', 'reminder'] as const)
    expect(await wordsOf(visitorMail(kind, { isAgefice: false, isFundingDropped: true }))).toContain(
      'Financement\u00a0: sans financement AGEFICE',
    );
  const dropped = { isAgefice: false, isFundingDropped: true, days: ['2026-12-08'], dayCents: 32_000 };
  const priceOf = async (priceCents: number | null) =>
    (await wordsOf(visitorMail('confirmation', { ...dropped, priceCents }))).find((line) => line.startsWith('Tarif'));
  expect(await priceOf(null)).toMatch(/^Tarif.*320\u00a0€.* la journée\. Ce prix est celui de la formule financée/);
  expect(await priceOf(19_900)).toMatch(/199\u00a0€.*, comme convenu$/);
  const named = { ...dropped, isAgefice: true, isFundingDropped: false, isFundingAdded: true, dayCents: 19_900 };
  expect((await wordsOf(visitorMail('confirmation', named))).join()).toMatch(
    /199\u00a0€.* la journée\. Ce prix est celui de la formule sans financement\u00a0: votre formateur/,
  );
  expect((await wordsOf(visitorMail('confirmation', { isAgefice: false }))).join()).not.toContain('AGEFICE');
});

test.each([
  [['2026-12-08'], 'Vous aviez aussi demandé le mardi 8 décembre 2026\u00a0: ce jour n’est pas réservé.'],
  [
    ['2026-12-08', '2026-12-15'],
    'Vous aviez aussi demandé le mardi 8 décembre 2026 et le mardi 15 décembre 2026\u00a0: ces jours ne sont pas réservés.',
  ],
])('a confirmation names the requested days that are not booked: %j', async (declined, sentence) => {
  expect(await wordsOf(visitorMail('confirmation', { declined }))).toContain(sentence);
  expect((await deliver(visitorMail('confirmation'))).text).not.toContain('aussi demandé');
});

test.each([
  [consumer, /^Votre contrat .* reste valable jusqu’à notre réponse\u00a0: .*un nouveau contrat sera à signer\.$/],
  [
    signed,
    /^Votre convention .* reste valable jusqu’à notre réponse\u00a0: .* une nouvelle convention sera à signer\.$/,
  ],
])('the mail about a day in place of a signed one says what holds until then: %j', async (agreement, sentence) => {
  const [from, to] = ['2026-11-23', '2026-12-01'];
  const detail = { days: [to], kept: [from], instead: [{ from, to }], agreement, newAgreement: null };
  expect(await wordsOf(visitorMail('asked', detail))).toContainEqual(expect.stringMatching(sentence));
  for (const changes of [{ newAgreement: 'others' as const }, { instead: [] }])
    expect((await wordsOf(visitorMail('asked', { ...detail, ...changes }))).join()).not.toContain('reste valable');
});

test('a reminder asks for no signature that is given, and for the one that other days need', async () => {
  const prepared = async (changes: object) =>
    (await wordsOf(visitorMail('reminder', { days: ['2026-12-01'], isContract: false, ...changes }))).join();
  expect(await prepared({ agreement: signed, newAgreement: null })).not.toContain('signée');
  expect(await prepared({})).toContain('La convention de formation, signée');
  expect(await prepared({ agreement: signed, newAgreement: 'others' })).toContain(
    'La nouvelle convention de formation, signée',
  );
  expect(await prepared({ agreement: consumer, newAgreement: 'kind' })).toContain('La convention de formation, signée');
});

test('the mail about an asked day names the confirmed day that it is to replace, in its sentence or in the list, and one that was given up', async () => {
  const [from, to] = ['2026-11-23', '2026-12-01'];
  const detail = {
    days: [to],
    kept: [from],
    instead: [{ from, to }],
    withdrawn: ['2026-11-24'],
    givenUpDays: ['2026-11-24'],
  };
  const words = await wordsOf(visitorMail('asked', detail));
  expect(words).toContainEqual(
    expect.stringMatching(/^Vous demandez maintenant le mardi 1er .*, à la place du lundi 23 novembre 2026\. Nous/),
  );
  expect(words).toContain('Vous avez annulé votre journée du mardi 24 novembre 2026, qui n’est plus réservée.');
  const several = await wordsOf(visitorMail('asked', { ...detail, days: [to, '2026-12-08'] }));
  expect(several.filter((line) => line.startsWith('- '))).toEqual([
    '- mardi 1er décembre 2026, à la place du lundi 23 novembre 2026',
    '- mardi 8 décembre 2026',
  ]);
});

test.each([
  [
    true,
    ['2026-12-01'],
    'Votre journée du mardi 1er décembre 2026 n’est plus réservée.',
    /^votre journée .* réservée\. Nous en sommes désolés\.$/,
  ],
  [
    true,
    ['2026-11-23', '2026-12-01'],
    'Les journées ci-dessous ne sont plus réservées.',
    /^les journées ci-dessous, qui ne sont plus réservées\. Nous en sommes désolés\.$/,
  ],
  [
    false,
    ['2026-12-01'],
    'Votre demande pour le mardi 1er décembre 2026 est annulée\u00a0: rien n’est réservé.',
    /^votre demande pour le .*\u00a0: rien n’est réservé\.$/,
  ],
])('a cancellation (confirmed: %s) of %j says what is not booked, and the owner’s what to do next', async (...row) => {
  const [wereConfirmed, days, sentence, byOwner] = row;
  const mail = visitorMail('cancellation', { wereConfirmed, days });
  expect(await wordsOf(mail)).toContain(sentence);
  const begin = wereConfirmed ? 'Annulation' : 'Demande annulée';
  expect((await deliver(mail)).subject).toMatch(new RegExp(`^${begin}\u00a0: Journée Automatisation, `));
  const words = await wordsOf(visitorMail('cancellation', { wereConfirmed, days, reason: null }));
  const [, what = ''] = /Nous avons annulé (.*)/.exec(words.join('\n')) ?? [];
  expect(what).toMatch(byOwner);
  expect(words).toContain(
    'Pour une autre date, répondez à cet e-mail, ou envoyez une nouvelle demande sur notre site.',
  );
});

test.each([
  [
    { isContract: true, signedOn: '2026-11-20', withdrawalUntil: '2026-12-04' },
    'Votre rétractation est enregistrée, sans frais\u00a0: votre contrat signé le vendredi 20 novembre 2026 prend fin, et toute somme versée vous est rendue sous quatorze jours (Code de la consommation, L221-18 et L221-24).',
  ],
  [
    { isContract: false, signedOn: '2026-11-20' },
    'Au sujet de votre convention signée le vendredi 20 novembre 2026, nous vous écrivons pour la suite.',
  ],
])('a cancellation by the visitor says what becomes of what was signed: %j', async (agreement, sentence) => {
  expect(await wordsOf(visitorMail('cancellation', { days: ['2026-12-01'], agreement }))).toContain(sentence);
});

const OWED = (days: string, end = 'prend fin') =>
  `Votre convention signée le lundi 2 novembre 2026 ${end}\u00a0: toute somme versée pour ${days} vous est rendue (Code du travail, L6354-1).`;
test.each([
  ['cancellation', { days: ['2026-12-01'], reason: null, calledOff: signed }, OWED('ce jour')],
  ['cancellation', { days: ['2026-12-01', '2026-12-08'], reason: null, calledOff: signed }, OWED('les jours annulés')],
  [
    'confirmation',
    { ...leaving, givenUpDays: [], leftDays: [], calledOffDays: leaving.withdrawn, agreement: signed },
    OWED('ce jour', 'ne vaut plus pour ce jour'),
  ],
] as const)('a %s of signed days that the owner cancels gives the money back: %j', async (kind, detail, sentence) => {
  expect(await wordsOf(visitorMail(kind, detail))).toContain(sentence);
});

test('who cancels a signed contrat by the link reads its clause and the withdrawal by letter, while that is possible', async () => {
  const agreement = { isContract: true, signedOn: '2026-11-20' };
  const mail = (queuedAt: string) => wordsOf(visitorMail('cancellation', { agreement, queuedAt }), withClause);
  const [soon, late] = await Promise.all(['2026-11-30T10:00:00Z', '2026-12-01T10:00:00Z'].map(mail));
  const letter = /^Jusqu’au lundi 30 novembre 2026, .* par lettre recommandée .*L6353-5\)\.$/;
  expect(soon).toContainEqual(expect.stringMatching(/ pour la suite\. .*«.La moitié est due\..»$/));
  expect(soon).toContainEqual(expect.stringMatching(letter));
  expect(late).not.toContainEqual(expect.stringMatching(letter));
});

test.each([
  [5970, '59,70\u00a0€ restent'],
  [0, 'la somme versée reste'],
])('a second cancellation says what is still to be given back since the first one: %i', async (cents, sum) => {
  const owed = { isContract: true, signedOn: '2026-11-20', cents };
  const sentence = `Votre contrat signé le vendredi 20 novembre 2026 a pris fin\u00a0: ${sum} à vous rendre.`;
  for (const detail of [{ owed }, { owed, reason: null }])
    expect(await wordsOf(visitorMail('cancellation', detail))).toContain(sentence);
});

test('who cancels a reopened reservation reads what becomes of the signed agreement', async () => {
  const agreement = { isContract: true, signedOn: '2026-11-20', withdrawalUntil: '2026-12-04' };
  const words = await wordsOf(visitorMail('cancellation', { agreement, wereConfirmed: false }));
  expect(words).toContainEqual(expect.stringMatching(/^Votre demande .* est annulée/));
  expect(words).toContainEqual(expect.stringMatching(/^Votre rétractation est enregistrée, sans frais/));
});

test('who cancels days that the signed agreement does not name reads so, without its clause', async () => {
  const agreement = { isContract: true, signedOn: '2026-11-20' };
  const detail = { agreement, isForDays: false, queuedAt: '2026-12-01T10:00:00Z' };
  const words = await wordsOf(visitorMail('cancellation', detail), withClause);
  const sentence =
    'Votre contrat signé le vendredi 20 novembre 2026 ne portait pas sur ce que vous avez annulé. Nous vous écrivons pour la suite.';
  expect(words).toContain(sentence);
  expect(words.join()).not.toContain('La moitié est due');
});

test('the mail about an asked day still says that another agreement is to be signed for the confirmed one', async () => {
  const detail = {
    days: ['2026-12-08'],
    kept: ['2026-12-01'],
    agreement: signed,
    isContract: false,
    newAgreement: 'others' as const,
  };
  expect(await wordsOf(visitorMail('asked', { ...detail, newAgreement: 'others' }))).toContain(
    'Vous recevez une nouvelle convention de formation à signer, avec votre nouvelle date.',
  );
});

test('what the owner writes about a cancellation is quoted as theirs, line by line, and as nothing but text', async () => {
  const reason = 'Bonjour,\r\n<b>je</b> suis "souffrante".\n\nRéponse\u00a0: https://exemple.org/?a=1&b=2\u202e';
  const days = ['2026-12-01'];
  const { text, html } = await deliver(visitorMail('cancellation', { days, reason }));
  expect(text).toContain(
    'Message de votre formateur\u00a0:\n> Bonjour,\n> <b>je</b> suis "souffrante".\n>\n> Réponse\u00a0: https://exemple.org/?a=1&b=2\n\nUne question',
  );
  expect(html).toContain('&lt;b&gt;je&lt;/b&gt; suis &quot;souffrante&quot;.<br><br>');
  const trainer = { ...settings, facts: { prices: { standard: 199, funded: 320, trainer: 'Sophie Martin' } } };
  expect(await wordsOf(visitorMail('cancellation', { days, reason }), trainer)).toContain(
    'Message de Sophie Martin\u00a0:',
  );
  expect((await deliver(visitorMail('cancellation', { days, reason: null }))).text).not.toContain('Message de');
});

test('a reminder says when, where and what to prepare', async () => {
  const mail = visitorMail('reminder', { days: ['2026-12-01'] });
  expect((await deliver(mail, mailSettings)).subject).toBe(
    'Rappel\u00a0: Journée Automatisation, mardi 1er décembre 2026',
  );
  const words = await wordsOf(mail, mailSettings);
  expect(words).toContain('Votre journée de formation a lieu le mardi 1er décembre 2026.');
  expect(words).toContain('Visio\u00a0: https://visio.example/salle');
  expect(words).toContain('- Un ordinateur et une connexion à internet');
});

test('the reminder of the fund’s file says what to send until when', async () => {
  const mail = visitorMail('funding', { days: ['2027-01-19'], isAgefice: true });
  const { subject, text } = await deliver(mail, mailSettings);
  expect(subject).toBe('Dossier AGEFICE à compléter\u00a0: Journée Automatisation, mardi 19 janvier 2027');
  expect(text).toContain('Vous avez demandé un financement AGEFICE pour votre journée du mardi 19 janvier 2027.\n');
  expect(text).toContain('au plus tard le lundi 4 janvier 2027\u00a0: sinon');
  const late = visitorMail('funding', { days: ['2026-12-07'], isAgefice: true });
  expect((await deliver(late, mailSettings)).text).toContain(
    'le dimanche 22 novembre 2026 (c’est demain)\u00a0: sinon',
  );
});

test('without a form for the pre-registration, mails ask for it, like the guide', async () => {
  const { text } = await deliver(visitorMail('funding', { isAgefice: true }), settings);
  expect(text).toContain(
    '- D’abord la pré-inscription\u00a0: répondez à cet e-mail, et nous vous disons comment la faire. Suivez ensuite',
  );
});

test.each([
  ['/ma-demande#secret', 'https://exemple.fr/ma-demande#secret'],
  ['https://exemple.fr/ma-demande', 'https://exemple.fr/ma-demande'],
])('the page on which the visitor manages the request is linked: %s', async (manageUrl, href) => {
  const { text, html } = await deliver(visitorMail('receipt', { manageUrl }));
  expect(text).toContain(`\n\nGérer ma demande\u00a0: ${href}\n\n`);
  expect(html).toContain(`href="${href}"`);
});

test.each([null, undefined, 'javascript:alert(1)'])('no page to manage it is linked: %j', async (manageUrl) => {
  expect((await deliver(visitorMail('receipt', { manageUrl: manageUrl ?? null }))).text).not.toContain('Gérer');
});

test.each(['a@exemple.fr, b@exemple.fr', 'a@exemple.fr\r\nBcc: b@exemple.fr', '<a@exemple.fr>', 'é@exemple.fr', ''])(
  'no mail goes to %j, which is not one address',
  (email) => {
    expect(() => writeMail(visitorMail('receipt', { email }), settings)).toThrow('The address of a mail to a visitor');
  },
);

test('the same row gives the same mail, whose HTML links only to the owner’s address and the site', () => {
  for (const kind of KINDS) {
    const mail = writeMail(visitorMail(kind), settings);
    expect(writeMail(visitorMail(kind), settings)).toEqual(mail);
    expect([...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      `mailto:${OWNER}`,
      'https://exemple.fr',
    ]);
  }
});
