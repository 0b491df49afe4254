import { halvesOf, plannedMinutes } from '@site/contract/day-hours';
import { TRAINING_HOURS } from '@site/contract/offer';
import { brokenRule, cellsOf } from '@site/contract/typed-facts';
import { type Known, proposalFor } from './fact-proposals';

const nothing: Known = { read: () => '', product: '', address: null, noticeDays: null, today: '2026-11-23' };

const texts: Readonly<Record<string, string>> = {
  phone: '06 12 34 56 78',
  email: 'ada@martin.fr',
  'trainer.name': 'Ada Martin',
  'papers.vat': 'franchise',
  'papers.paymentDays': '15',
  'publisher.siren': '732 829 320',
};
const known: Known = { ...nothing, read: (key) => texts[key] ?? '', noticeDays: 2, address: 'ada@martin.fr' };

test('the proposed timetable has its hours, as many as the announced day', () => {
  const parts = [proposalFor('day', nothing) ?? []].flat().map((line) => cellsOf(String(line)));
  const day = parts.map(([from = '', to = '', text = '']) => ({ from, to, text }));
  expect(plannedMinutes(day)).toBe(TRAINING_HOURS * 60);
  expect(halvesOf(day)).toBeDefined();
});

test.each([
  ['email', 'ada@martin.fr'],
  ['payment.when', 'Le prix se règle dans les 15\u00a0jours qui suivent la formation, sur facture.'],
  [
    'papers.assistance',
    'Pendant la journée, Ada Martin aide dans la visioconférence et, si elle se coupe, au 06 12 34 56 78.',
  ],
  ['publisher.publicationDirector', 'Ada Martin'],
  ['publisher.vat', 'TVA non applicable, article 293 B du CGI.'],
  ['training.updatedOn', '2026-11-23'],
  [
    'training.accessTime',
    'Inscription jusqu’à 2\u00a0jours avant la journée, selon les jours libres\u202f; avec un financement AGEFICE, jusqu’à 15\u00a0jours avant.',
  ],
])('what other texts say fills in the proposal of %s, which has no gap', (key, proposal) => {
  expect(proposalFor(key, known)).toBe(proposal);
  expect(brokenRule(key, proposal)).toBeNull();
});

test.each([
  [0, 'Inscription jusqu’au jour même, '],
  [1, 'Inscription jusqu’à la veille de la journée, '],
  [21, 'Inscription jusqu’à 21\u00a0jours avant la journée, selon les jours libres.'],
])('the proposed time of access follows the last booking, %i days before', (noticeDays, beginning) => {
  expect(proposalFor('training.accessTime', { ...known, noticeDays })).toMatch(new RegExp(`^${beginning}`));
});

test('what is not known stays a gap, and a text that would be empty is not proposed', () => {
  for (const key of ['payment.when', 'papers.assistance', 'training.accessTime', 'publisher.registration'])
    expect(brokenRule(key, proposalFor(key, nothing) ?? '')).toBe('gap');
  for (const key of ['email', 'trainer.name', 'publisher.publicationDirector', 'publisher.vat', 'papers.title'])
    expect(proposalFor(key, nothing)).toBeUndefined();
});

test.each([
  [[], ', en tête-à-tête avec le formateur\u00a0: chaque automatisation est construite en direct, avec le stagiaire.'],
  [['live'], ', en tête-à-tête avec le formateur\u00a0: chaque automatisation est construite avec le stagiaire.'],
  [['alone', 'live'], '\u00a0: chaque automatisation est construite avec le stagiaire.'],
] as const)('the proposed methods claim nothing of the hidden promises %j', (hiddenPromises, words) => {
  expect(proposalFor('training.methods', { ...nothing, hiddenPromises })).toBe(`Journée à distance${words}`);
});
