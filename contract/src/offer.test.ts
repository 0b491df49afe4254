import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { contractToCome, daysNamedIn, paymentDaysOf, registrationOf } from './offer.ts';
import { announcedPrice, isPrice, priceInWords, pricesOf } from './prices.ts';

const root = join(__dirname, '../..');
const HERE = ['contract/src/offer.ts', 'contract/src/prices.ts'];
const SPACE = String.raw`(?:\s|\\u00a0|\\u202f)*`;

/** What stands in `offer.ts` and `prices.ts` only. */
const FACTS: Readonly<Record<string, RegExp>> = {
  'an amount in euros': new RegExp(String.raw`\d${SPACE}(?:€|euros?\b|EUR\b|TTC\b)`, 'gi'),
  'a price': /\b\w*(?:price|prix|tarif)\w*['"]?\s*[:=]\s*['"`]?\d+/gi,
  'the days before a funded training': new RegExp(String.raw`\b(?:15${SPACE}|quinze\s)jours|LEAD_DAYS\s*=\s*\d`, 'gi'),
  'the hours of the training': new RegExp(String.raw`\b8${SPACE}h(?:eures)?\b|\bhuit${SPACE}heures|\bPT\d+H\b`, 'gi'),
};

/** Amounts of other things, by file. */
const OTHER: Readonly<Record<string, readonly string[]>> = {
  // The price of a flat in a picture.
  'remote-landing/src/content/opening.ts': ['an amount in euros'],
  'remote-landing/src/content/programme.ts': ['an amount in euros'],
  // What a tool might cost, in an example.
  'contract/src/owner-facts.ts': ['an amount in euros'],
  // What the law sets for a late payment.
  'remote-owner/src/papers/parties.ts': ['an amount in euros'],
  // When the rest of a contrat is due, if its day comes within the ten days.
  'remote-owner/src/content/day-file.ts': ['the days before a funded training'],
  // Agreed with one person, in a test.
  'backend/caller-tests/owner.ts': ['a price'],
};

const isShown = (path: string) =>
  /\.(tsx?|sql|json)$/.test(path) && !/\.(test|spec)\.|package\.json$|tsconfig/.test(path);
const SKIPPED = ['node_modules', 'journeys', 'dist', 'tests', 'testing', 'catalogue', 'migrations'];
const PACKAGES = /^(contract|shell|shared-ui|remote-\w+|supabase|backend|release|site\.json)$/;

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (folder === root && !PACKAGES.test(entry.name)) return [];
    if (entry.isDirectory()) return SKIPPED.includes(entry.name) ? [] : sourcesIn(path);
    return isShown(path) ? [path] : [];
  });
}

function factsIn(text: string): string[] {
  return Object.entries(FACTS).flatMap(([name, pattern]) => (text.match(pattern) ?? []).map(() => name));
}

test.each([
  [
    ['2026-11-30', '2026-12-20'],
    ' La journée du lundi 30 novembre 2026 peut avoir lieu dans ce délai, et se paie après\u202f; si vous êtes un particulier, elle n’a lieu que si vous le demandez en signant.',
  ],
  [
    ['2026-12-04', '2026-12-20'],
    ' La journée du vendredi 4 décembre 2026, si elle tombe dans ce délai, peut avoir lieu, et se paie après\u202f; si vous êtes un particulier, elle n’a lieu que si vous le demandez en signant.',
  ],
  [
    ['2026-12-03', '2026-12-04'],
    ' Les journées du jeudi 3 décembre 2026 et du vendredi 4 décembre 2026, si elles tombent dans ce délai, peuvent avoir lieu, et se paient après\u202f; si vous êtes un particulier, elles n’ont lieu que si vous le demandez en signant.',
  ],
  [['2026-12-05', '2026-12-20'], ''],
])('the request names the days so near that one may still withdraw, and what that means: %j', (days, sentence) => {
  expect(contractToCome(days, '2026-11-20')).toBe(contractToCome([], '2026-11-20') + sentence);
});

test('the prices are those of the specification where the owner gives no other one', () => {
  expect(pricesOf({})).toEqual({ standard: 199, funded: 320 });
  expect(pricesOf({ prices: { standard: '1490' } })).toEqual({ standard: 1490, funded: 320 });
  expect(['1', '99999', '0', '-1', '19,9', '1e3', '100000'].filter(isPrice)).toEqual(['1', '99999']);
});

test.each([
  [{}, 199, '199\u00a0€\u00a0TTC'],
  [{ papers: { vat: 'standard' } }, 1490, '1\u202f490\u00a0€\u00a0TTC'],
  [{ papers: { vat: 'franchise' } }, 199, '199\u00a0€\u00a0nets de taxe'],
  [{ papers: { vat: 'exempt' } }, 1, '1\u00a0€\u00a0net de taxe'],
  [{ training: { taxLine: 'TVA non applicable, article 293 B du CGI.' } }, 199, '199\u00a0€\u00a0nets de taxe'],
  [{ training: { taxLine: 'TVA à 20 % comprise.' } }, 199, '199\u00a0€\u00a0TTC'],
])('pages of a site with %j announce %d euros as « %s »: « TTC » unless no tax is added', (site, amount, words) => {
  expect(announcedPrice(site, amount)).toBe(words);
});

test.each([
  ['an agreed price of 0', { dayCents: 10_000, priceCents: 0 }, 1, undefined, '0\u00a0€, comme convenu'],
  ['no agreed price', { dayCents: 10_000, priceCents: null }, 1, undefined, '100\u00a0€ la journée'],
  ['no agreed price for two days', { dayCents: 10_000 }, 2, undefined, '200\u00a0€ pour 2\u00a0journées'],
  ['no known price', { dayCents: null, priceCents: null }, 2, false, ''],
  ['a price with its tax', { dayCents: 19_900, priceCents: null }, 1, false, '199\u00a0€\u00a0TTC la journée'],
  ['two days without a tax', { dayCents: 19_900 }, 2, true, '398\u00a0€\u00a0nets de taxe pour 2\u00a0journées'],
  ['an agreed price', { dayCents: 19_900, priceCents: 15_050 }, 1, false, '150,50\u00a0€\u00a0TTC, comme convenu'],
])('visitors read the price that holds for them: %s', (_, known, days, isNet, words) => {
  expect(priceInWords(known, days, isNet)).toBe(words);
});

test.each([
  ['Auvergne-Rhône-Alpes', 'd’Auvergne-Rhône-Alpes'],
  ['Bourgogne-Franche-Comté', 'de Bourgogne-Franche-Comté'],
  ['Bretagne', 'de Bretagne'],
  ['de la Bretagne', 'de Bretagne'],
  ['Centre-Val de Loire', 'du Centre-Val de Loire'],
  ['Corse', 'de Corse'],
  ['Grand Est', 'du Grand Est'],
  ['du Grand Est', 'du Grand Est'],
  ['Guadeloupe', 'de Guadeloupe'],
  ['Guyane', 'de Guyane'],
  ['Hauts-de-France', 'des Hauts-de-France'],
  ['Île-de-France', 'd’Île-de-France'],
  ['d’Île-de-France', 'd’Île-de-France'],
  ['La Réunion', 'de La Réunion'],
  ['Réunion', 'de La Réunion'],
  ['Martinique', 'de Martinique'],
  ['Mayotte', 'de Mayotte'],
  ['Normandie', 'de Normandie'],
  ['Nouvelle-Aquitaine', 'de Nouvelle-Aquitaine'],
  ['Occitanie', 'd’Occitanie'],
  ['Pays de la Loire', 'des Pays de la Loire'],
  ['Provence-Alpes-Côte d’Azur', 'de Provence-Alpes-Côte d’Azur'],
])('the prefect of the region %s is that « %s »', (region, words) => {
  expect(registrationOf('53 35 12345 67', region)).toContain(`auprès du préfet de région ${words}.`);
});

test('prices, the hours and the days of the offer are typed in one place', () => {
  const found = sourcesIn(root).flatMap((path) => {
    const file = relative(root, path);
    const typed = factsIn(readFileSync(path, 'utf8')).filter((fact) => !OTHER[file]?.includes(fact));
    return HERE.includes(file) ? [] : typed.map((fact) => `${file}: ${fact}`);
  });
  expect(found).toEqual([]);
});

test.each([
  ['Le prix se règle sous 30\u00a0jours, sur facture.', '30'],
  ['À 45 jours.', '45'],
  ['Dans les 12 jours qui suivent la journée.', '12'],
  ['Dans un délai de 8 jours après la journée, sur facture.', '8'],
  ['Dans un délai de 8 jours après la facture.', undefined],
  ['À compter de la facture, sous 30 jours.', undefined],
  ['Trente jours après l’émission de la facture, soit à 30 jours de son envoi.', undefined],
  ['Dans les quinze jours qui suivent le délai de rétractation.', undefined],
  ['Dans les quinze jours de la commande.', undefined],
  ['Le prix se règle après la journée, sur facture, dans les trente jours.', '30'],
  ['Sous quarante-cinq (45) jours.', '45'],
  ['30 % à la fin du délai de dix jours, le reste dans les vingt jours.', '20'],
  ['Un acompte à l’issue du délai de 10 jours, sur facture.', undefined],
  ['Un acompte se règle à 10 jours avant la journée.', undefined],
  ['La moitié sous 10 jours, le reste sous 30 jours.', undefined],
  ['À 30 jours fin de mois.', undefined],
  ['À 30 jours, fin de mois.', undefined],
  ['Dans un délai de 30 jours à compter de la fin du mois de la facture.', undefined],
  ['Fin de mois, sous 30 jours.', undefined],
  ['Dans les dix jours qui suivent la fin de la semaine.', undefined],
  ['À trente jours, date de réception de la facture.', undefined],
  ['À réception de la facture, sous 30 jours.', undefined],
  ['Dans les quinze jours précédant la formation.', undefined],
  ['À l’issue d’un délai de dix jours suivant la signature.', undefined],
  ['Un acompte sous 10 jours après la signature, le reste sous 30 jours.', '30'],
  ['Dans les 30 jours qui suivent la fin de la formation.', '30'],
  ['À 30 jours date de facture.', undefined],
  ['Sous 30 jours à compter de la date de facturation.', undefined],
  ['À compter de la date de facturation, sous 30 jours.', undefined],
  ['Sous 30 jours suivant l’accord de prise en charge de la formation.', undefined],
  ['Dans les 30 jours suivant le remboursement du fonds.', undefined],
  ['Dans les 30 jours du remboursement du fonds.', undefined],
  ['À 30 jours à partir de la convocation.', undefined],
  ['À compter de la convocation, à 30 jours.', undefined],
  ['Sous 30 jours à compter du devis.', undefined],
  ['Sous 30 jours ouvrés.', undefined],
  ['Sous 30 jours à compter du dernier jour de la formation.', '30'],
  ['Sous 30 jours suivant la dernière journée.', '30'],
  ['Sous 30 jours après la prestation.', '30'],
  ['Sous 30 jours après le stage.', '30'],
  ['Dans les 30 jours suivant la tenue de la séance.', '30'],
  ['À 30 jours à compter de l’exécution des prestations.', '30'],
  ['Après les cours, dans les 30 jours.', '30'],
  ['Dans les 30 jours qui suivent la fin de l’action.', '30'],
  ['Dans les 30 jours du dernier jour.', '30'],
  ['Sous 30 jours après l’accord sur la prestation.', undefined],
  ['Après le délai légal, 14 jours, à réception.', undefined],
  ['À réception de la facture.', undefined],
])('« %s » names %s days of payment', (when, days) => {
  expect(daysNamedIn(when)).toBe(days);
});

test('the days of payment are those that the owner gives, or names in words, or those of the law between professionals', () => {
  const payment = { when: 'Sous 20 jours.' };
  expect(paymentDaysOf({ payment, papers: { paymentDays: '0' } }, true)).toBe(0);
  expect([true, false].map((isProfessional) => paymentDaysOf({ payment }, isProfessional))).toEqual([20, 20]);
  expect([true, false].map((isProfessional) => paymentDaysOf({}, isProfessional))).toEqual([30, undefined]);
  expect(paymentDaysOf({ payment: { when: 'À réception.' } }, true)).toBeUndefined();
});
