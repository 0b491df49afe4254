import { BOOKING_FIELDS } from '@site/contract/form-fields';
import { answersIn } from '../functions/_shared/form-answers';

const name = { column: 'name', kind: 'line', label: 'Nom' } as const;
const company = { column: 'company', kind: 'line', label: 'Société', isAnswer: true } as const;
const isAgefice = {
  column: 'is_agefice',
  kind: 'checkbox',
  label: 'Je souhaite un financement',
  shortLabel: 'Financement AGEFICE',
  isAnswer: true,
} as const;
const [funding, business] = answersIn({ isAgefice }, { company });

test('answers are in the order of the forms and of their fields, and one of both forms is one question', () => {
  const all = answersIn({ name, size: { ...company, label: 'Effectif' }, isAgefice }, { company, isAgefice });
  expect(all.map(({ label }) => label)).toEqual(['Effectif', 'Financement', 'Société']);
});

const shown = (answer: typeof business, given: object) => {
  const answers = given as Parameters<NonNullable<typeof business>['cell']>[0];
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
  for (const isAgefice of [true, false]) {
    const dropped = shown(funding, { isAgefice, isFundingDropped: true });
    expect(dropped.slice(1)).toEqual(['non', 'Financement', 'sans financement AGEFICE', 'sans financement AGEFICE']);
  }
  expect(shown(funding, { isAgefice: false })).toEqual(['AGEFICE', 'non', 'Financement', null, null]);
});

test('a choice needs no label where nothing else does, unless none was made', () => {
  const [days] = answersIn({ daysWanted: BOOKING_FIELDS.daysWanted });
  const dates = ['2026-12-01', '2026-12-08'];
  const remark = (daysWanted: string | null, leftDates: readonly string[] = []) => {
    const answers = { isAgefice: false, status: 'nouvelle', dates, leftDates, daysWanted } as const;
    return days?.remark(answers as Parameters<typeof days.remark>[0]);
  };
  expect(remark('one')).toBe('Une seule journée, à l’une de ces dates');
  expect(remark(null)).toBe('Journées souhaitées\u00a0: à préciser');
  // Of one day that is left since a reopening, there is nothing to choose.
  expect(remark(null, dates.slice(1))).toBeNull();
});

test('readers show a text under the label of its field, and leave it out when it was not given', () => {
  for (const given of [{ company: null }, { company: '' }, {}]) {
    expect(shown(business, given)).toEqual(['Société', '', 'Société', null, null]);
  }
  expect(shown(business, { company: 'Agence Martin' })).toEqual([
    'Société',
    'Agence Martin',
    'Société',
    'Agence Martin',
    'Société\u00a0: Agence Martin',
  ]);
});
