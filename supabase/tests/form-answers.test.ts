import { answersIn } from '../functions/_shared/form-answers';

const [funding, company] = answersIn({
  name: { column: 'name', kind: 'line', label: 'Nom' },
  isAgefice: { column: 'is_agefice', kind: 'choice', label: 'Je souhaite un financement', isAnswer: true },
  company: { column: 'company', kind: 'line', label: 'Société', isAnswer: true },
});

const shown = (answer: typeof company, given: object) => {
  const answers = given as Parameters<NonNullable<typeof company>['cell']>[0];
  return [answer?.heading, answer?.cell(answers), answer?.label, answer?.value(answers), answer?.remark(answers)];
};

test('readers show a choice in their own words, and mention it only when it was made', () => {
  expect(shown(funding, { isAgefice: true })).toEqual([
    'AGEFICE',
    'oui',
    'Financement',
    'AGEFICE demandé',
    'Financement AGEFICE',
  ]);
  expect(shown(funding, { isAgefice: false })).toEqual(['AGEFICE', 'non', 'Financement', null, null]);
});

test('readers show a text under the label of its field, and leave it out when it was not given', () => {
  for (const given of [{ company: null }, { company: '' }, {}]) {
    expect(shown(company, given)).toEqual(['Société', '', 'Société', null, null]);
  }
  expect(shown(company, { company: 'Agence Martin' })).toEqual([
    'Société',
    'Agence Martin',
    'Société',
    'Agence Martin',
    'Société\u00a0: Agence Martin',
  ]);
});
