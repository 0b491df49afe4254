import { renderInHost } from '@site/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { showOnDesktop, showOnPhone } from '../../tests/support/fake-screen';
import type { LoadCalendar, LoadClosedDays } from './calendar-popover';
import { DateField, FundingHint } from './date-field';

describe('date field', () => {
  const calendarCode: Awaited<ReturnType<LoadCalendar>> = {
    Calendar: ({ chosen, onChange, closed = [] }) => (
      <button
        type="button"
        disabled={closed.includes('2026-12-07')}
        onClick={() => onChange([...chosen, '2026-12-07'])}
      >
        le 7 décembre
      </button>
    ),
  };

  interface FieldProps {
    readonly start?: readonly string[];
    readonly loadCalendar?: LoadCalendar;
    readonly loadClosedDays?: LoadClosedDays;
  }

  const allOpen: LoadClosedDays = async () => [];

  function Field({ start = [], loadCalendar = async () => calendarCode, loadClosedDays = allOpen }: FieldProps) {
    const [dates, setDates] = useState(start);
    return <DateField dates={dates} onChange={setDates} loadCalendar={loadCalendar} loadClosedDays={loadClosedDays} />;
  }

  function open(props: FieldProps = {}) {
    renderInHost(<Field {...props} />);
    return userEvent.setup();
  }

  const opener = () => screen.getByRole('button', { name: /Choisir des dates|sélectionnée/ });
  const remove = (date: string) => screen.getByRole('button', { name: `Retirer le ${date}` });
  const march = (days: number[]) => days.map((day) => `2027-03-${String(day).padStart(2, '0')}`);

  beforeEach(showOnDesktop);

  test('on a desktop, the button opens the calendar in the page and closes it again', async () => {
    const user = open();
    expect(opener()).toHaveAttribute('aria-expanded', 'false');
    await user.click(opener());
    const panel = screen.getByRole('group', { name: 'Choisissez vos dates' });
    expect(await within(panel).findByRole('button', { name: 'le 7 décembre' })).toBeVisible();
    expect(opener()).toHaveAttribute('aria-expanded', 'true');
    await user.click(opener());
    expect(panel).not.toBeInTheDocument();
  });

  test.each(['{Escape}', '{Enter}'])('%s in the calendar closes it and restores the focus', async (key) => {
    const user = open();
    await user.click(opener());
    const done = await screen.findByRole('button', { name: 'Fermer le calendrier' });
    act(() => done.focus());
    await user.keyboard(key);
    expect(done).not.toBeInTheDocument();
    expect(opener()).toHaveFocus();
  });

  test('on a phone, the calendar is a dialog that restores the focus', async () => {
    showOnPhone();
    const user = open();
    await user.click(opener());
    const sheet = screen.getByRole('dialog', { name: 'Choisissez vos dates' });
    await user.click(await within(sheet).findByRole('button', { name: 'le 7 décembre' }));
    expect(within(sheet).getByRole('status')).toHaveTextContent('1 date choisie');
    await user.click(within(sheet).getByRole('button', { name: 'Valider (1 date)' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener()).toHaveTextContent('1 date(s) sélectionnée(s)');
    expect(opener()).toHaveFocus();
  });

  test('the button shows how many dates are chosen, which are listed in order and in French', () => {
    open({ start: ['2026-11-23', '2026-12-01', '2027-01-04'] });
    expect(opener()).toHaveTextContent('3 date(s) sélectionnée(s)');
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['lundi 23 novembre 2026', 'mardi 1er décembre 2026', 'lundi 4 janvier 2027']);
  });

  test('the calendar’s code is loaded once, on the first hover, focus or click', async () => {
    const load = jest.fn(async () => calendarCode);
    const user = open({ loadCalendar: load });
    expect(load).not.toHaveBeenCalled();
    await user.hover(opener());
    await user.click(opener());
    await user.click(opener());
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('a calendar that fails to load is reported and can be retried, and the dates stay', async () => {
    const lost = new Error('chunk');
    // jsdom does not have it.
    const reported = Object.assign(window, { reportError: jest.fn() }).reportError;
    const load = jest.fn<ReturnType<LoadCalendar>, []>().mockRejectedValue(lost).mockName('load');
    const user = open({ start: march([1]), loadCalendar: load });
    await user.click(opener());
    expect(await screen.findByText(/ne s’est pas ouvert/)).toHaveAttribute('role', 'alert');
    load.mockResolvedValue(calendarCode);
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('button', { name: 'le 7 décembre' })).toBeVisible();
    expect(remove('lundi 1er mars 2027')).toBeVisible();
    expect(reported).toHaveBeenCalledWith(lost);
  });

  test('removing a date announces the count and moves the focus to the next, the previous, then the button', async () => {
    const user = open({ start: march([1, 2, 3]) });
    await user.click(remove('mardi 2 mars 2027'));
    expect(screen.getByRole('status')).toHaveTextContent('2 dates choisies');
    expect(remove('mercredi 3 mars 2027')).toHaveFocus();
    await user.click(remove('mercredi 3 mars 2027'));
    expect(screen.getByRole('status')).toHaveTextContent('1 date choisie');
    expect(remove('lundi 1er mars 2027')).toHaveFocus();
    await user.click(remove('lundi 1er mars 2027'));
    expect(opener()).toHaveFocus();
    expect(opener()).toHaveTextContent('Choisir des dates');
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
  });

  test('shows when no further date can be added', () => {
    open({ start: march(Array.from({ length: 31 }, (_, index) => index + 1)) });
    expect(screen.getByText(/31 dates, le maximum/)).toHaveAttribute('role', 'status');
  });

  test('closed days are fetched each time the calendar opens, and disabled', async () => {
    const loadClosedDays = jest.fn(async () => ['2026-12-07']);
    const user = open({ loadClosedDays });
    expect(loadClosedDays).not.toHaveBeenCalled();
    await user.click(opener());
    await waitFor(() => expect(screen.getByRole('button', { name: 'le 7 décembre' })).toBeDisabled());
    await user.click(opener());
    await user.click(opener());
    expect(loadClosedDays).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['fail to load', () => Promise.reject(new Error('offline'))],
    ['never arrive', () => new Promise<never>(() => undefined)],
  ])('the calendar works when the closed days %s', async (_what, loadClosedDays) => {
    const user = open({ loadClosedDays });
    await user.click(opener());
    await user.click(await screen.findByRole('button', { name: 'le 7 décembre' }));
    expect(remove('lundi 7 décembre 2026')).toBeVisible();
  });
});

describe('funding hint', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }));
  afterEach(() => jest.useRealTimers());

  function hint(isAgefice: boolean, dates: string[]) {
    renderInHost(<FundingHint isAgefice={isAgefice} dates={dates} />);
    return screen.getByRole('status').textContent;
  }

  test('names first a funded date that is less than fifteen days ahead', () => {
    expect(hint(true, ['2026-12-05', '2027-01-04'])).toMatch(
      /^Dans moins de 15\sjours\s: le samedi 5 décembre 2026\. /,
    );
  });

  test.each([
    ['2026-12-06', 'c’est aujourd’hui', 'samedi 21 novembre 2026'],
    ['2026-12-13', 'c’est dans 7\u00a0jours', 'samedi 28 novembre 2026'],
  ])('says of a funded date whose file must go soon, %s, until when', (date, soon, until) => {
    expect(hint(true, [date])).toContain(
      `Délai très court pour le dossier de financement\u00a0: ${soon}. Le dossier complet est à déposer au plus tard le ${until}\u202f;`,
    );
  });

  test.each([
    ['when there are more than seven days for the file', true, ['2026-12-14']],
    ['without funding', false, ['2026-11-23']],
    ['without a date', true, []],
  ])('does not warn %s', (_case, isAgefice, dates) => {
    expect(hint(isAgefice, dates)).toMatch(isAgefice ? /sous réserve de son accord\.$/ : /^$/);
  });
});
