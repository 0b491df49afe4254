import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, heading, openSpace, press } from '../../tests/support/open-space';
import { CallError } from '../api/call-error';
import { formatAge } from '../content/dates';
import { exampleMessage, exampleRequest, exampleRequests } from '../testing/examples';

describe('list state', () => {
  afterEach(() => scrolledTo(0));

  const named = (number: number) => `Ada ${number}`;
  const people = (count: number) =>
    Array.from({ length: count }, (_, at) => exampleRequest(at + 1, { name: named(at + 1) }));
  const open = async (name: string) => screen.findByRole('link', { name });

  function scrolledTo(top: number): void {
    Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
    fireEvent.scroll(window);
  }

  const goBack = () =>
    act(async () => {
      const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
      window.history.back();
      await popped;
    });

  test.each([
    ['the link back', async (click: (name: string) => Promise<void>) => click('Retour à la liste')],
    ['the browser’s Back', goBack],
  ])('%s leads to the filter, the search and the place in the list that were left', async (_, leave) => {
    await openSpace({ query: '?filtre=all&recherche=Ada', requests: people(30) });
    await press(await button('Afficher la suite'));
    await open(named(30));
    scrolledTo(1900);
    await press(await open(named(20)));
    expect(await heading(named(20))).toBeInTheDocument();
    const scrolls = jest.spyOn(window, 'scrollTo');
    await leave(async (name) => press(await open(name)));
    expect(await open(named(30))).toBeInTheDocument();
    expect(scrolls).toHaveBeenLastCalledWith({ top: 1900, behavior: 'instant' });
    expect(window.location.search).toBe('?filtre=all&recherche=Ada');
    expect(screen.getByRole('searchbox')).toHaveValue('Ada');
  });

  test('a request with AGEFICE says in the list until when its first complete file can go, and how near that is', async () => {
    const ask = (number: number, dates: readonly string[]) =>
      exampleRequest(number, { name: named(number), isAgefice: true, dates });
    const days = ['2026-12-01', '2026-12-09', '2027-01-19'];
    await openSpace({ requests: [ask(1, days), ask(2, ['2027-01-19']), ask(3, ['2026-12-01'])] });
    await open(named(1));
    expect(screen.getAllByText(/^AGEFICE.:/).map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
      'AGEFICE : trop tard pour le mardi 1er décembre 2026',
      'AGEFICE : dossier complet au plus tard le mardi 24 novembre 2026 pour le mercredi 9 décembre 2026 : c’est demain.',
      'AGEFICE : dossier complet au plus tard le lundi 4 janvier 2027.',
      'AGEFICE : trop tard pour un dossier complet',
    ]);
  });

  test('a confirmed day whose complete file for AGEFICE is awaited says in the list that it is late', async () => {
    const confirm = (number: number, isFundingAwaited: boolean, dates: readonly string[]) =>
      exampleRequest(number, { status: 'confirmee', isAgefice: true, isFundingAwaited, dates, confirmedDates: dates });
    await openSpace({
      query: '?filtre=confirmed',
      requests: [
        confirm(1, true, ['2026-12-01']),
        confirm(2, true, ['2026-12-01', '2027-01-19']),
        confirm(3, false, ['2026-12-01']),
      ],
    });
    await screen.findAllByText(/AGEFICE.:/);
    expect(screen.getAllByText(/AGEFICE.:/).map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
      'Dossier AGEFICE : en retard',
      'Dossier AGEFICE : en retard pour le mardi 1er décembre 2026',
      'AGEFICE : dossier complet au plus tard le lundi 4 janvier 2027 pour le mardi 19 janvier 2027.',
    ]);
  });

  test('the card of a cancelled reservation leaves out the days that its confirmation had not kept', async () => {
    const days = { dates: ['2026-12-07', '2026-12-08'], leftDates: ['2026-12-08'] };
    await openSpace({ query: '?filtre=cancelled', requests: [exampleRequest(1, { status: 'annulee', ...days })] });
    expect(await screen.findByText('lun. 7 déc.')).toBeInTheDocument();
  });

  test('the card of a confirmed reservation names the days that were kept, not the others that were asked for', async () => {
    const days = { dates: ['2026-12-07', '2026-12-08'], confirmedDates: ['2026-12-08'] };
    await openSpace({ query: '?filtre=confirmed', requests: [exampleRequest(1, { status: 'confirmee', ...days })] });
    expect(await screen.findByText('mar. 8 déc.')).toBeInTheDocument();
  });

  test('the card of a request for another day says what its visitor asks for, and which of its days are confirmed', async () => {
    const days = { dates: ['2026-12-07', '2026-12-08', '2026-12-14'], confirmedDates: ['2026-12-07', '2026-12-08'] };
    await openSpace({ requests: [exampleRequest(1, { status: 'nouvelle', ...days })] });
    const card = await screen.findByText('lun. 7 déc. (confirmée), mar. 8 déc. (confirmée), lun. 14 déc.');
    expect(card).toBeVisible();
    cleanup();
    const wishes = [{ from: '2026-12-08', to: '2026-12-14', at: '2026-11-23T10:00:00Z' }];
    await openSpace({ requests: [exampleRequest(1, { status: 'nouvelle', ...days, wishes })] });
    expect(await screen.findByText('Demande le lun. 14 déc. à la place du mar. 8 déc.')).toBeVisible();
    expect(screen.getByText('lun. 7 déc. (confirmée)')).toBeVisible();
    // Its visitor waits since the wish, and not since the request.
    expect(screen.getByText(/^Réservation · /)).toHaveTextContent(formatAge(wishes[0]?.at ?? ''));
  });

  test('a request whose days are over says so, and comes after those whose days are to come', async () => {
    const rows = [['2026-11-20', '2026-11-21'], ['2026-12-07'], ['2026-11-23'], ['2026-11-20', '2026-12-08'], []];
    await openSpace({ requests: rows.map((dates, at) => exampleRequest(at + 1, { dates, name: named(at + 1) })) });
    await open(named(1));
    const links = screen.getAllByRole('link', { name: /^Ada/ });
    expect(links.map(({ textContent }) => textContent)).toEqual([2, 3, 4, 5, 1].map(named));
    expect(screen.getByText('Jours demandés passés').closest('li')).toHaveTextContent(named(1));
  });

  test.each([
    ['16:29', 'Confirmée', 0],
    ['16:30', 'Terminée', 1],
  ])(
    'at %s in UTC on a paid day, its request is « %s », and %s that waits for it is over',
    async (time, tag, count) => {
      jest.setSystemTime(new Date(`2026-11-23T${time}:00Z`));
      const days = { dates: ['2026-11-23'], confirmedDates: ['2026-11-23'] };
      const paid = exampleRequest(1, { status: 'confirmee', ...days, followUp: { paid: '2026-11-20' } });
      const site = { day: [{ from: '09:00', to: '17:30', text: 'Formation' }] };
      await openSpace({ query: '?filtre=all', site, requests: [paid, exampleRequest(2, { dates: days.dates })] });
      expect(await screen.findByText(tag)).toBeVisible();
      expect(screen.queryAllByText('Jour demandé passé')).toHaveLength(count);
    },
  );

  test('another list begins at its top', async () => {
    await openSpace({ requests: people(3) });
    await open(named(1));
    scrolledTo(400);
    const scrolls = jest.spyOn(window, 'scrollTo');
    await press(await open('Toutes'));
    await press(await open('À traiter 3'));
    expect(await open(named(1))).toBeInTheDocument();
    expect(scrolls).not.toHaveBeenCalledWith(expect.objectContaining({ top: 400 }));
  });

  test('a request leads to the previous and the next one of its list, also after it left that list', async () => {
    await openSpace({ requests: people(3) });
    await press(await open(named(1)));
    expect(await button('Demande précédente')).toBeDisabled();
    await press(await button(/^Confirmer ces/));
    expect(await screen.findByText('Confirmée', { selector: 'span' })).toBeInTheDocument();
    await press(await open('Demande suivante'));
    expect(await heading(named(2))).toBeInTheDocument();
    await press(await open('Demande suivante'));
    expect(await heading(named(3))).toBeInTheDocument();
    expect(await button('Demande suivante')).toBeDisabled();
    // One step back is the list, not the request before.
    await goBack();
    expect(within(await screen.findByRole('region', { name: 'Demandes' })).getAllByRole('listitem')).not.toHaveLength(
      0,
    );
    expect(screen.queryByRole('link', { name: named(1) })).toBeNull();
  });

  test('the next request is also found behind the page that was loaded', async () => {
    await openSpace({ requests: people(16) });
    await press(await open(named(15)));
    await press(await open('Demande suivante'));
    expect(await heading(named(16))).toBeInTheDocument();
  });

  test('of the filters that hold nothing, only those for what waits, for all and the open one are offered', async () => {
    await openSpace({ query: '?filtre=messages', requests: [exampleRequest(1)] });
    const filters = within(screen.getByRole('navigation', { name: 'Filtrer les demandes' }));
    const names = () => filters.getAllByRole('link').map(({ textContent }) => textContent);
    await waitFor(() => expect(names()).toEqual(['À traiter1', 'Messages0', 'Toutes']));
  });

  test('the list can begin with the oldest request, and each filter keeps that', async () => {
    await openSpace({ requests: people(3) });
    const names = () => screen.getAllByRole('link', { name: /^Ada/ }).map(({ textContent }) => textContent);
    await press(await open('Plus anciennes d’abord'));
    expect(await open('Plus récentes d’abord')).toBeInTheDocument();
    expect(names()).toEqual([named(3), named(2), named(1)]);
    await press(await open('Toutes'));
    expect(window.location.search).toBe('?filtre=all&ordre=anciennes');
    await press(await open(named(3)));
    await press(await open('Demande suivante'));
    expect(await heading(named(2))).toBeInTheDocument();
  });

  test('a search says how many requests it finds', async () => {
    await openSpace({ query: '?filtre=all&recherche=Ada 1', requests: people(16) });
    expect(await screen.findByText('8 résultats')).toBeInTheDocument();
  });

  test('a card shows days, telephone and age, and its state only where others are possible', async () => {
    jest.setSystemTime(new Date('2026-11-23T14:00:00Z'));
    await openSpace({ requests: people(1) });
    const card = within((await open(named(1))).closest('li') ?? document.body);
    expect(card.getByText('lun. 7 déc., mar. 8 déc.')).toBeInTheDocument();
    expect(card.getByText(/06 39 98 00 00 · il y a 3 j$/)).toBeInTheDocument();
    expect(card.queryByText('À confirmer')).toBeNull();
    await press(await open('Toutes'));
    expect(await screen.findByText('À confirmer')).toBeInTheDocument();
  });

  test('a request leads to the others of the same person', async () => {
    const others = [exampleRequest(2, { status: 'annulee' }), exampleRequest(3, { email: 'autre@exemple.fr' })];
    await openSpace({ query: `?demande=${exampleRequest(1).id}`, requests: [...people(1), ...others] });
    expect(await heading('Autres demandes de cette personne')).toBeInTheDocument();
    await press(await open('Réservation du 20\u00a0nov. à 14\u00a0h\u00a032'));
    expect(await heading('Camille Martin')).toBeInTheDocument();
    expect(window.location.search).toBe(`?demande=${exampleRequest(2).id}`);
  });

  test('a request that was opened from a mail has no neighbours', async () => {
    await openSpace({ query: `?demande=${exampleRequest(1).id}`, requests: people(3) });
    expect(await heading(named(1))).toBeInTheDocument();
    expect(screen.queryByText(/suivante/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Demande suivante' })).toBeNull();
  });
});

describe('selection', () => {
  const [reservation, message] = exampleRequests;

  /** Opens the list and chooses both requests that are to be handled. */
  async function chooseBoth() {
    const opened = await openSpace();
    await press(await button('Choisir plusieurs demandes'));
    expect(await button('Indésirables')).toBeDisabled();
    for (const name of ['Camille Martin', 'Alex Roy']) {
      await press(screen.getByLabelText(`${name}, choisir cette demande`));
    }
    return opened;
  }

  test('several requests become spam after their count was confirmed', async () => {
    const { api } = await chooseBoth();
    expect(screen.getByText('2 choisies')).toBeInTheDocument();
    expect(await axe(document.body)).toHaveProperty('violations', []);
    await press(await button('Indésirables'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^2 demandes iront dans les indésirables/)).toBeInTheDocument();
    expect(api.requests().some(({ isSpam }) => isSpam)).toBe(false);
    await press(dialog.getByRole('button', { name: 'Marquer comme indésirables' }));
    expect(await screen.findByText(/Rien à traiter/)).toBeInTheDocument();
    expect(api.calls).toContainEqual(['owner_spam', { ids: [reservation?.id, message?.id], expected: 2 }]);
  });

  test('of several requests the messages are marked as handled, and the dialog says why the others are not', async () => {
    const { api, notices } = await chooseBoth();
    await press(await button('Traitées'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Marquer comme traités\u202f?' }));
    expect(dialog.getByText('Un message sera traité.')).toBeInTheDocument();
    expect(dialog.getByText(/une réservation se confirme ou s’annule dans sa page/)).toBeInTheDocument();
    await press(dialog.getByRole('button', { name: 'Marquer comme traités' }));
    expect(await button('Choisir plusieurs demandes')).toBeInTheDocument();
    expect(api.requests().map(({ handledAt }) => handledAt !== null)).toEqual([false, true, false]);
    expect(notices).toEqual(['Un message est traité.']);
  });

  test.each([
    ['a message', exampleMessage(7)],
    ['a new reservation', exampleRequest(7)],
  ])('%s becomes spam in its own view, which offers to take it out again', async (_, row) => {
    const { api, notices } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
    await press(await button('Marquer comme indésirable'));
    expect(await button('Sortir des indésirables')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Marquer comme indésirable' })).toBeNull();
    expect(api.requests()[0]?.isSpam).toBe(true);
    expect(notices).toEqual(['La demande est dans les indésirables. Elle n’est pas effacée.']);
  });

  test('a reservation that was confirmed cannot become spam', async () => {
    const row = exampleRequest(7, { status: 'confirmee', confirmedDates: ['2026-12-07'] });
    await openSpace({ query: `?demande=${row.id}`, requests: [row] });
    expect(await button('Annuler la réservation')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Marquer comme indésirable' })).toBeNull();
  });

  test('a refusal says in a sentence why the action is not possible', async () => {
    const row = exampleRequest(7);
    const { api, notices } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
    const confirm = await button(/^Confirmer ces/);
    for (const reason of ['other-day', 'of-a-later-release']) {
      api.failWith(new CallError('impossible', reason));
      await press(confirm);
    }
    expect(notices).toEqual([
      'Ce jour ne fait plus partie de cette réservation.',
      'Ce n’est plus possible\u00a0: cette demande a changé entre-temps.',
    ]);
  });
});
