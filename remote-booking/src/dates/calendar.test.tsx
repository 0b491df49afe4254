import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { todayInParis } from '@site/shared-ui';
import { renderInHost } from '@site/shared-ui/testing';
import { act, fireEvent, queryHelpers, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Calendar } from './calendar';

/** 23:30 on the 23rd in UTC, 00:30 on the 24th in Paris. */
const LATE_IN_NOVEMBER = new Date('2026-11-23T23:30:00Z');

beforeEach(() => jest.useFakeTimers({ now: LATE_IN_NOVEMBER }));
afterEach(() => jest.useRealTimers());

let chosen: readonly string[];

function Harness({ start, closed }: { readonly start: readonly string[]; readonly closed: readonly string[] }) {
  const [dates, setDates] = useState(start);
  chosen = dates;
  return <Calendar chosen={dates} onChange={setDates} closed={closed} />;
}

function open(start: readonly string[] = [], closed: readonly string[] = []) {
  renderInHost(<Harness start={start} closed={closed} />);
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
}

/** Finds it by its attribute: roles and labels are slow to find among the days of a month. */
function day(name: string): HTMLElement {
  const [found] = queryHelpers.queryAllByAttribute('aria-label', document.body, new RegExp(`${name}$`), {
    normalizer: (label) => label,
  });
  if (!found) throw new Error(`The calendar has no day ${name}`);
  return found;
}
const monthInView = () => screen.getByRole('heading', { level: 3 }).textContent;
const tabbableDays = () => screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0);

test('the calendar opens on the current month in Paris, in French, from Monday to Sunday', () => {
  open();
  expect(monthInView()).toBe('novembre 2026');
  const names = screen.getAllByRole('columnheader').map((header) => header.firstElementChild?.textContent);
  expect(names.slice(0, 2)).toEqual(['lundi', 'mardi']);
  expect(names.at(-1)).toBe('dimanche');
});

const restOfNovember = ['24', '25', '26', '27', '28', '29', '30'].map((of) => `2026-11-${of}`);

test.each([
  ['2026-12-01', restOfNovember],
  ['2026-11-30', restOfNovember.slice(0, -1)],
])('the days of a month that can be chosen no more let it open on the next one, with %s', (first, closed) => {
  open([], closed);
  expect(monthInView()).toBe(first.startsWith('2026-12') ? 'décembre 2026' : 'novembre 2026');
});

test('closed days that come later take an untouched calendar to the first month with a day, but not one in use', () => {
  const { rerender } = renderInHost(<Calendar chosen={[]} onChange={() => undefined} />);
  expect(monthInView()).toBe('novembre 2026');
  rerender(<Calendar chosen={[]} onChange={() => undefined} closed={restOfNovember} />);
  expect(monthInView()).toBe('décembre 2026');
  expect(tabbableDays().map((one) => one.getAttribute('aria-label'))).toEqual(['Choisir le mardi 1er décembre 2026']);
  fireEvent.click(screen.getByRole('button', { name: 'Mois suivant' }));
  rerender(<Calendar chosen={[]} onChange={() => undefined} closed={[...restOfNovember, ...december(31)]} />);
  expect(monthInView()).toBe('janvier 2027');
});

test('days before today in Paris cannot be chosen, but today can', () => {
  open();
  expect(todayInParis()).toBe('2026-11-24');
  expect(day('Indisponible\u00a0: lundi 23 novembre 2026')).toHaveAttribute('aria-disabled', 'true');
  fireEvent.click(day('lundi 23 novembre 2026'));
  expect(chosen).toEqual([]);
  fireEvent.click(day('Choisir le mardi 24 novembre 2026'));
  expect(chosen).toEqual(['2026-11-24']);
});

test('a closed day is named as unavailable and cannot be chosen, but the next day can', () => {
  open([], ['2026-11-26']);
  const closedDay = day('Indisponible\u00a0: jeudi 26 novembre 2026');
  expect(closedDay).toHaveAttribute('aria-disabled', 'true');
  fireEvent.click(closedDay);
  expect(chosen).toEqual([]);
  fireEvent.click(day('Choisir le vendredi 27 novembre 2026'));
  expect(chosen).toEqual(['2026-11-27']);
});

test('months behind the owner’s horizon cannot be reached', () => {
  const behind = Array.from({ length: 731 - 20 }, (_, at) =>
    new Date(Date.UTC(2026, 11, 14 + at)).toISOString().slice(0, 10),
  );
  open([], behind);
  fireEvent.click(screen.getByRole('button', { name: 'Mois suivant' }));
  expect(day('Choisir le dimanche 13 décembre 2026')).toHaveAttribute('aria-disabled', 'false');
  expect(day('Indisponible\u00a0: lundi 14 décembre 2026')).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Mois suivant' })).toHaveAttribute('aria-disabled', 'true');
});

test('several days can be chosen in any order, and removed again', () => {
  open();
  fireEvent.click(day('lundi 30 novembre 2026'));
  fireEvent.click(day('jeudi 26 novembre 2026'));
  expect(chosen).toEqual(['2026-11-26', '2026-11-30']);
  expect(day('Choisi\u00a0: le jeudi 26 novembre 2026')).toHaveAttribute('aria-selected', 'true');
  fireEvent.click(day('lundi 30 novembre 2026'));
  expect(chosen).toEqual(['2026-11-26']);
  expect(day('Choisir le lundi 30 novembre 2026')).toHaveAttribute('aria-selected', 'false');
});

test('months before today and after two years cannot be reached', () => {
  open();
  const previous = screen.getByRole('button', { name: 'Mois précédent' });
  expect(previous).toHaveAttribute('aria-disabled', 'true');
  fireEvent.click(previous);
  expect(monthInView()).toBe('novembre 2026');
  fireEvent.click(screen.getByRole('button', { name: 'Mois suivant' }));
  expect(monthInView()).toBe('décembre 2026');
});

test('the last day that the server accepts can be chosen, but the next one cannot', async () => {
  open(['2028-11-22']);
  expect(monthInView()).toBe('novembre 2028');
  expect(day('jeudi 23 novembre 2028')).toHaveAttribute('aria-disabled', 'false');
  expect(day('vendredi 24 novembre 2028')).toHaveAttribute('aria-disabled', 'true');
});

const december = (days: number) =>
  Array.from({ length: days }, (_, index) => `2026-12-${String(index + 1).padStart(2, '0')}`);

test('a thirty-first date is added, a thirty-second is not', () => {
  open(december(30));
  fireEvent.click(day('jeudi 31 décembre 2026'));
  fireEvent.click(screen.getByRole('button', { name: 'Mois suivant' }));
  fireEvent.click(day('mardi 5 janvier 2027'));
  expect(chosen).toEqual(december(31));
});

test('the days form a multiselectable grid that is named once, by the month', () => {
  open();
  expect(screen.getByRole('grid', { name: 'novembre 2026' })).toHaveAttribute('aria-multiselectable', 'true');
  fireEvent.click(screen.getByRole('button', { name: 'Mois suivant' }));
  expect(screen.getByRole('grid', { name: 'décembre 2026' })).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  expect(screen.queryByRole('rowgroup', { name: /décembre/ })).not.toBeInTheDocument();
});

test('the accessible name of a day contains its visible text', () => {
  open();
  for (const cell of screen.getAllByRole('gridcell')) {
    expect(cell).toHaveAccessibleName(expect.stringMatching(new RegExp(` ${cell.textContent} `)));
  }
});

test('the calendar marks keyboard moves until the pointer is used', async () => {
  const user = open();
  const grid = screen.getByRole('grid');
  await user.click(day('mercredi 25 novembre 2026'));
  expect(grid.closest('[data-keyboard]')).toBeNull();
  await user.keyboard('{ArrowRight}');
  expect(grid.closest('[data-keyboard]')).not.toBeNull();
  await user.click(day('jeudi 26 novembre 2026'));
  expect(grid.closest('[data-keyboard]')).toBeNull();
});

test('a click on a day of the next month shows that month and keeps the focus on the day', async () => {
  const user = open();
  await user.click(day('mardi 1er décembre 2026'));
  expect(monthInView()).toBe('décembre 2026');
  expect(day('mardi 1er décembre 2026')).toHaveFocus();
});

describe('with the keyboard', () => {
  test('moves the focus by a day, a week, a month and a year', async () => {
    const user = open();
    act(() => day('mardi 24 novembre 2026').focus());
    for (const [keys, reached] of [
      ['{ArrowLeft}', 'mardi 24 novembre 2026'],
      ['{ArrowRight}', 'mercredi 25 novembre 2026'],
      ['{End}', 'dimanche 29 novembre 2026'],
      ['{Home}', 'mardi 24 novembre 2026'],
      ['{ArrowDown}', 'mardi 1er décembre 2026'],
      ['{PageDown}', 'vendredi 1er janvier 2027'],
      ['{Shift>}{PageDown}{/Shift}', 'samedi 1er janvier 2028'],
    ] as const) {
      await user.keyboard(keys);
      expect(day(reached)).toHaveFocus();
    }
  });

  test.each(['{Enter}', ' '])('"%s" chooses the day and keeps the focus on it', async (key) => {
    const user = open();
    act(() => day('mardi 24 novembre 2026').focus());
    await user.keyboard(`{ArrowRight}${key}`);
    expect(chosen).toEqual(['2026-11-25']);
    expect(day('mercredi 25 novembre 2026')).toHaveFocus();
  });

  test('moves across chosen days without losing the focus', async () => {
    const user = open(['2026-11-25', '2026-11-26']);
    act(() => day('mercredi 25 novembre 2026').focus());
    await user.keyboard('{ArrowRight}');
    expect(day('jeudi 26 novembre 2026')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(day('vendredi 27 novembre 2026')).toHaveFocus();
  });

  test('exactly one day can be reached with Tab, chosen or not, in any month', async () => {
    const user = open();
    expect(tabbableDays()).toHaveLength(1);
    await user.click(day('mardi 24 novembre 2026'));
    expect(tabbableDays()).toEqual([day('mardi 24 novembre 2026')]);
    await user.click(screen.getByRole('button', { name: 'Mois suivant' }));
    expect(tabbableDays()).toHaveLength(1);
  });
});

test('the style sheet uses only variables of the design system', () => {
  open();
  const defined = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    .join();
  const used = [...readFileSync(join(__dirname, 'calendar.css'), 'utf8').matchAll(/var\((--[\w-]+)\)/g)];
  expect(used.length).toBeGreaterThan(0);
  expect(used.flatMap(([, name]) => (defined.includes(`${name}:`) ? [] : name))).toEqual([]);
});
