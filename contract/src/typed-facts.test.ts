import { brokenRule, cleanFact, cleanPasted, readSiren, vatConflicts } from './typed-facts.ts';

test.each([
  ['Un titre\u000bsur deux lignes\u000c', 'Un titre sur deux lignes'],
  ['Une page\u0085puis\r\n\tl’autre\u2028fin', 'Une page puis l’autre fin'],
  ['de\u00a0Word\u00a0\u00a0: «\u00a0oui\u00a0»\u202f!', 'de Word\u00a0: «\u00a0oui\u00a0»\u202f!'],
  ['Prix\u00a0: 1\u202f490\u00a0€', 'Prix\u00a0: 1\u202f490\u00a0€'],
  ['l‘outil “ simple ” et „court”', 'l’outil «\u00a0simple\u00a0» et «\u00a0court\u00a0»'],
  ['•\tAgente\r\n•\tFormatrice,\n·\u00a0\u00a0Certifiée', 'Agente\u202f; Formatrice, Certifiée'],
  ['Ada\u00a0:\n- dix ans\n– formatrice\nà Lyon', 'Ada\u00a0: dix ans\u202f; formatrice à Lyon'],
  ['Prix • net\n-10 % – ou moins', 'Prix • net -10 % – ou moins'],
  ['He\u0301le\u0300ne\u200b\u00ad', 'Hélène'],
])('what is pasted as %j becomes %j', (pasted, clean) => {
  expect(cleanPasted(pasted)).toBe(clean);
});

test.each([
  ['732 829 320', '732829320'],
  ['732.829.320', '732829320'],
  ['732 829 320 00074', '732829320'],
  ['732829321', null],
  ['123', null],
  ['7328293200007', null],
  ['SIREN 732829320', null],
])('the SIREN of %j is %j', (typed, siren) => {
  expect(readSiren(typed)).toBe(siren);
});

test('a certificate is at an https address', () => {
  const faults = ['https://exemple.fr/qualiopi.pdf', 'qualiopi.pdf', ''].map((one) =>
    brokenRule('qualiopi.certificate', one),
  );
  expect(faults).toEqual([null, 'plausible', null]);
});

test.each([
  ['publisher.siren', '732829320 00074', '732 829 320'],
  ['publisher.siren', '123', '123'],
  ['email', 'Ada <ada@exemple.fr>;', 'ada@exemple.fr'],
  ['videoLink', ' meet.google.com/abc-defg-hij', 'https://meet.google.com/abc-defg-hij'],
  ['mediator.url', 'Cm2c.net', 'https://Cm2c.net'],
  ['mediator.url', 'Https://www.cm2c.net/', 'https://www.cm2c.net/'],
  ['preRegistrationUrl', 'forms.exemple.fr?id=1', 'https://forms.exemple.fr?id=1'],
  ['preRegistrationUrl', 'http://exemple.fr', 'http://exemple.fr'],
  ['qualiopi.certificate', 'médiation.fr/certificat.pdf', 'https://médiation.fr/certificat.pdf'],
  ['qualiopi.certificate', '/fichiers/certificat.pdf', '/fichiers/certificat.pdf'],
  ['videoLink', 'ada@exemple.fr', 'ada@exemple.fr'],
  ['videoLink', 'Sur Meet, au 06.12', 'Sur Meet, au 06.12'],
  ['replyTime', ' sous\u000bdeux jours', 'sous deux jours'],
  ['prices.standard', '1\u202f490,00\u00a0€ TTC', '1490'],
  ['prices.funded', '320 euros', '320'],
  ['papers.quoteDays', '30\u00a0jours', '30'],
  ['leadSources', ['Un\u0085portail', ' '], ['Un portail']],
  ['leadSources', ['•\tUn portail', ' - Un autre', '•'], ['Un portail', 'Un autre']],
  [
    'day',
    ['13:30\t18:00\tLe\u000breste', '\t\t', ' 09:00\t12:30\tLe début'],
    ['09:00\t12:30\tLe début', '13:30\t18:00\tLe reste'],
  ],
  [
    'day',
    ['\t\tLe début', '13:30\t\tAutre chose', '\t\tAvant la fin'],
    ['\t\tLe début', '13:30\t\tAutre chose', '\t\tAvant la fin'],
  ],
  ['visitorMails', true, true],
])('the %s %j is stored as %j', (key, typed, stored) => {
  expect(cleanFact(key, typed)).toEqual(stored);
});

test.each([
  ['publisher.siren', '732 829 320', null],
  ['publisher.siren', '123', 'plausible'],
  ['publisher.vat', 'FR 44 732 829 320', null],
  ['publisher.vat', 'N° TVA : FR44732829320', null],
  ['publisher.vat', 'TVA non applicable, article 293 B du CGI', null],
  ['publisher.vat', 'FR 45 732 829 320', 'plausible'],
  ['publisher.vat', 'FR 44 732 829 32', 'plausible'],
  ['publisher.vat', '44732829320', 'plausible'],
  ['publisher.registration', 'RNE 732 829 320', null],
  ['publisher.registration', '732.829.320 RCS Rennes, SIRET 732 829 320 00074', null],
  ['publisher.registration', 'RM 35 732829320', null],
  ['publisher.registration', 'RCS Rennes 2020 B 1234', null],
  ['publisher.registration', 'RNA W751234567', null],
  ['publisher.registration', 'RCS Rennes', null],
  ['publisher.registration', 'RNE 732 829 321', 'plausible'],
  ['publisher.registration', 'RNE 732 829 32', 'plausible'],
  ['publisher.registration', 'RNE 1234', 'plausible'],
  ['publisher.registration', 'RNE 732 829 732 829 320', 'plausible'],
  ['nda', '11 75 12345 75', null],
  ['nda', '1175', 'plausible'],
  ['nda', 'En cours', null],
  ['nda', 'plus tard', 'plausible'],
  ['publisher.name', '123', null],
  ['nda', '', null],
  ['phone', '05 56', 'plausible'],
  ['email', 'personne', 'plausible'],
  ['prices.standard', '0', 'plausible'],
  ['papers.paymentDays', '0', null],
  ['papers.paymentDays', 'à réception', 'plausible'],
  ['trainer.photo', 'ada.jpg', 'plausible'],
  ['payment.when', 'Le prix se règle [à compléter\u00a0: quand], sur facture.', 'gap'],
  ['leadSources', ['Un portail', '[À compléter]'], 'gap'],
  ['payment.when', 'Le prix se règle [sic] le jour même.', null],
  ['day', ['09:00\t12:30'], 'plausible'],
  ['day', ['09:00\t12:30\t'], null],
  ['visitorMails', false, null],
])('the fault of the %s %j is %j', (key, value, fault) => {
  expect(brokenRule(key, value)).toBe(fault);
});

test('a text has 2,000 characters at most, and a list 20 lines', () => {
  expect([2000, 2001].map((length) => brokenRule('replyTime', 'x'.repeat(length)))).toEqual([null, 'long']);
  expect([20, 21].map((length) => brokenRule('leadSources', Array(length).fill('Un portail')))).toEqual([null, 'many']);
});

test.each([
  ['standard', 'TVA non applicable, article 293\u00a0B du CGI', true],
  ['standard', 'FR 44 732 829 320 – exonérée de TVA', true],
  ['standard', 'FR 44 732 829 320', false],
  ['franchise', 'FR 44 732 829 320', true],
  ['franchise', 'FR 44 732 829 320 – TVA non applicable, article 293 B du CGI', false],
  ['franchise', 'Exonérée de TVA, article 261-4-4° a du CGI', true],
  ['exempt', 'Exonérée de TVA', false],
  ['exempt', 'TVA non applicable, article 293 B du CGI', true],
  ['exempt', 'TVA à 20\u00a0%', true],
  ['franchise', 'TVA comprise', true],
  ['exempt', 'En cours d’attribution', false],
  [undefined, 'TVA à 20 %', false],
] as const)('the regime %s and the text %j contradict each other: %j', (vat, text, isConflict) => {
  const site = (ofPublisher: string, ofPrices: string) =>
    vatConflicts({ papers: { vat }, publisher: { vat: ofPublisher }, training: { taxLine: ofPrices } } as Parameters<
      typeof vatConflicts
    >[0]);
  expect(site(text, '')).toEqual(isConflict ? ['papers.vat', 'publisher.vat'] : []);
  expect(site('', text)).toEqual(isConflict ? ['papers.vat', 'training.taxLine'] : []);
  expect(site('TVA non applicable', 'TVA à 20 %')).toEqual(
    expect.arrayContaining(['publisher.vat', 'training.taxLine']),
  );
});
