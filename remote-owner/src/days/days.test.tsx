import { act, queryHelpers, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, fill, openSpace, press } from '../../tests/support/open-space';
import { CallError } from '../api/call-error';
import { exampleRequest } from '../testing/examples';

const confirmedOn = (day: string, number: number, name: string) =>
  exampleRequest(number, { name, status: 'confirmee', confirmedDates: [day], dates: [day] });
const petit = confirmedOn('2026-12-10', 3, 'Dominique Petit');

type Space = Parameters<typeof openSpace>[0];
const openAgenda = async (space: Space = {}) => {
  const opened = await openSpace({ query: '?vue=agenda', ...space });
  await screen.findByRole('grid');
  return { ...opened, stored: () => opened.api.call('owner_days', {}) };
};
/** Finds it by its attribute: roles and labels are slow to find among the days of a month. */
const day = (name: string | RegExp) =>
  waitFor(() => {
    const [found] = queryHelpers.queryAllByAttribute('aria-label', screen.getByRole('grid'), name);
    if (!found) throw new Error(`The calendar has no day ${name}`);
    return found;
  });
const saved = () => screen.findByText('Enregistré');

test('a day that is asked for in place of a confirmed one says so below the name of who asks', async () => {
  const wishes = [{ from: '2026-12-10', to: '2026-12-14' }];
  await openAgenda({ requests: [{ ...petit, status: 'nouvelle', dates: ['2026-12-10', '2026-12-14'], wishes }] });
  const instead = await screen.findByText(/^À la place du jeu\. 10.déc\.$/);
  expect(instead.closest('li')).toHaveTextContent(/^Dominique Petit/);
});

test.each([
  ['16:29', 'Prochaine journée : lundi 23 novembre 2026 – Alex Roy'],
  ['16:30', 'Prochaine journée : jeudi 10 décembre 2026 – Dominique Petit'],
])('at %s in UTC, the agenda begins with: %s', async (time, next) => {
  jest.setSystemTime(new Date(`2026-11-23T${time}:00Z`));
  const day = [{ from: '09:00', to: '17:30', text: 'Formation' }];
  await openAgenda({ site: { day }, requests: [confirmedOn('2026-11-23', 4, 'Alex Roy'), petit] });
  expect(await screen.findByText(next)).toBeVisible();
});

test('the calendar opens at the month of the next day, and each day says who has it or why it is closed', async () => {
  const requests = [
    exampleRequest(1, { dates: ['2026-12-10', '2026-12-14'] }),
    petit,
    confirmedOn('2026-12-11', 4, 'Alex Roy'),
    confirmedOn('2026-12-11', 5, 'Inès Roy'),
  ];
  const { api, stored } = await openAgenda({ requests });
  await api.call('owner_set_days', {
    ...(await stored()),
    weekly: [true, true, true, true, true, true, false],
    holidays: true,
    off: ['2026-12-15'],
    periods: [{ first: '2026-12-21', last: '2026-12-24', label: 'Congés' }],
    noticeDays: 14,
    horizonDays: 36,
  });
  jest.advanceTimersByTime(30_000);
  expect(await screen.findByText('Prochaine journée : jeudi 10 décembre 2026 – Dominique Petit')).toBeVisible();
  for (const name of [
    'jeudi 10 décembre 2026, confirmé : Dominique Petit, aussi demandé : Camille Martin, ouvert',
    'vendredi 11 décembre 2026, confirmé 2 fois : Alex Roy et Inès Roy, ouvert',
    'lundi 14 décembre 2026, demandé : Camille Martin, ouvert',
    'mardi 15 décembre 2026, fermé par vous',
    'dimanche 20 décembre 2026, fermé ce jour de la semaine',
    'lundi 21 décembre 2026, fermé : Congés',
    'vendredi 25 décembre 2026, fermé : Noël',
    'lundi 28 décembre 2026, ouvert',
    'mercredi 30 décembre 2026, fermé, car trop lointain',
    'samedi 5 décembre 2026, fermé, car trop proche',
  ]) {
    expect(await day(name)).toBeInTheDocument();
  }
  expect(await axe(document.body)).toHaveProperty('violations', []);
});

test('today is marked, past days are named as past, and neither can be closed by mistake', async () => {
  await openAgenda({ requests: [] });
  expect(await day('lundi 23 novembre 2026, aujourd’hui, ouvert')).toHaveAttribute('aria-current', 'date');
  await press(await day('dimanche 22 novembre 2026, passé'));
  expect(screen.queryByText('Fermer ce jour')).toBeNull();
});

test('keys move the only tab stop of the calendar by a day, a week, a month and a year', async () => {
  const { user } = await openAgenda({ requests: [petit] });
  (await day(/^jeudi 10 décembre 2026/)).focus();
  for (const [keys, reached] of [
    ['{ArrowRight}', /^vendredi 11 décembre 2026/],
    ['{Home}', /^lundi 7 décembre 2026/],
    ['{End}', /^dimanche 13 décembre 2026/],
    ['{ArrowUp}', /^dimanche 6 décembre 2026/],
    ['{PageDown}', /^mercredi 6 janvier 2027/],
    ['{Shift>}{PageUp}{/Shift}', /^mardi 6 janvier 2026/],
  ] as const) {
    await user.keyboard(keys);
    expect(await day(reached)).toHaveFocus();
    expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  }
});

test('a day is closed and reopened with one button, and is stored at once', async () => {
  const { stored } = await openAgenda({ requests: [petit] });
  await press(await day('lundi 28 décembre 2026, ouvert'));
  await press(await button('Fermer ce jour'));
  expect(await day('lundi 28 décembre 2026, fermé par vous')).toBeInTheDocument();
  await saved();
  expect((await stored()).off).toEqual(['2026-12-28']);
  await press(await button('Rouvrir ce jour'));
  await day('lundi 28 décembre 2026, ouvert');
  await waitFor(async () => expect((await stored()).off).toEqual([]));
});

test('closing a booked day asks first, and names who has booked it', async () => {
  const { stored } = await openAgenda({ requests: [petit] });
  const close = async () => press(await button('Fermer ce jour'));
  await close();
  const dialog = within(await screen.findByRole('dialog', { name: 'Fermer quand même\u202f?' }));
  expect(dialog.getByText(/Dominique Petit/)).toBeInTheDocument();
  await press(dialog.getByRole('button', { name: 'Annuler' }));
  expect((await stored()).off).toEqual([]);
  await close();
  await press(await button('Fermer quand même'));
  await saved();
  expect((await stored()).off).toEqual(['2026-12-10']);
});

test('a period is closed with its name, shown as a chip, and reopened with its cross', async () => {
  const { stored } = await openAgenda({ requests: [] });
  await press(await button('Fermer cette période'));
  expect(await screen.findByText('Indiquez les deux jours de la période.')).toBeInTheDocument();
  fill(screen.getByLabelText('Du'), '2026-12-21');
  fill(screen.getByLabelText('Au'), '2026-12-20');
  await press(await button('Fermer cette période'));
  expect(await screen.findByText('La période finit avant de commencer.')).toBeInTheDocument();
  fill(screen.getByLabelText('Au'), '2027-01-02');
  fill(screen.getByLabelText('Nom, visible de vous seul'), 'Congés');
  await press(await button('Fermer cette période'));
  expect(await screen.findByText('Congés, du lun. 21 déc. au sam. 2 janv.')).toBeInTheDocument();
  await saved();
  expect((await stored()).periods).toEqual([{ first: '2026-12-21', last: '2027-01-02', label: 'Congés' }]);
  await press(await button('Rouvrir\u00a0: Congés, du lun. 21\u00a0déc. au sam. 2\u00a0janv.'));
  await waitFor(async () => expect((await stored()).periods).toEqual([]));
});

test('closing a period with a booked day asks first', async () => {
  const { stored } = await openAgenda({ requests: [petit] });
  fill(screen.getByLabelText('Du'), '2026-12-07');
  fill(screen.getByLabelText('Au'), '2026-12-11');
  await press(await button('Fermer cette période'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Fermer quand même\u202f?' }));
  expect((await stored()).periods).toEqual([]);
  await press(dialog.getByRole('button', { name: 'Fermer quand même' }));
  await waitFor(async () => expect((await stored()).periods).toHaveLength(1));
});

test('what is typed while booked days are looked up is not closed with them, and stays', async () => {
  const { api, stored } = await openAgenda({ requests: [petit] });
  const { call } = api;
  let answer = (): void => undefined;
  const looked = new Promise<void>((resolve) => (answer = resolve));
  const calls = jest.spyOn(api, 'call').mockImplementation(async (name, args) => {
    if (name === 'owner_agenda') await looked;
    return call(name, args);
  });
  fill(screen.getByLabelText('Du'), '2026-12-07');
  fill(screen.getByLabelText('Au'), '2026-12-11');
  await press(await button('Fermer cette période'));
  fill(screen.getByLabelText('Au'), '2026-12-31');
  answer();
  await press(await button('Fermer quand même'));
  calls.mockRestore();
  await waitFor(async () =>
    expect((await stored()).periods).toEqual([{ first: '2026-12-07', last: '2026-12-11', label: null }]),
  );
  expect(screen.getByLabelText('Au')).toHaveValue('2026-12-31');
});

test('the weekly rule, the notice and the horizon are stored as they change, also when the tab is left at once', async () => {
  const { stored } = await openAgenda({ requests: [] });
  await press(screen.getByLabelText('dimanche'));
  await press(screen.getByLabelText('Fermer les jours fériés français'));
  await press(screen.getByLabelText('Fermer les jours dont une réservation est confirmée'));
  fill(screen.getByLabelText('Réservation au plus tard'), '2');
  fill(screen.getByLabelText('Réservation au plus tôt'), '90');
  await press(screen.getByRole('link', { name: 'Site' }));
  await waitFor(async () =>
    expect(await stored()).toMatchObject({
      weekly: [true, true, true, true, true, true, false],
      holidays: true,
      confirmedDays: true,
      noticeDays: 2,
      horizonDays: 90,
      version: 6,
    }),
  );
});

test('a week without an open day cannot be stored', async () => {
  const { api, stored } = await openAgenda();
  const weekly = [false, false, false, false, false, false, true];
  await api.call('owner_set_days', { ...(await stored()), weekly });
  await act(async () => jest.advanceTimersByTime(30_000));
  await waitFor(() => expect(screen.getByLabelText('lundi')).not.toBeChecked());
  await press(screen.getByLabelText('dimanche'));
  expect(await screen.findByText('Gardez au moins un jour ouvert dans la semaine.')).toBeInTheDocument();
  expect(await stored()).toMatchObject({ weekly, version: 2 });
});

test('changes of two devices are both kept', async () => {
  const { api, stored } = await openAgenda({ requests: [] });
  await api.call('owner_set_days', { ...(await stored()), off: ['2026-12-24'] });
  await press(screen.getByLabelText('Fermer les jours fériés français'));
  await saved();
  expect(await stored()).toMatchObject({ off: ['2026-12-24'], holidays: true, version: 3 });
});

test('a change that could not be stored is taken back and reported', async () => {
  const { api, notices } = await openAgenda({ requests: [] });
  api.failWith(new CallError('offline'));
  await press(screen.getByLabelText('dimanche'));
  await waitFor(() => expect(notices).toEqual([expect.stringContaining('Rien n’a été changé')]));
  expect(screen.getByLabelText('dimanche')).toBeChecked();
});
