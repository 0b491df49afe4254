import { HALVES } from '@site/contract/day-papers';
import { screen, waitFor, within } from '@testing-library/react';
import { ATTENDED, day, open, openFile, request, saveForm, site, texts } from '../../tests/support/day-file';
import { button, fill, openSpace, press } from '../../tests/support/open-space';

describe('what is noted after the days', () => {
  test('the times and results are noted from the day on', async () => {
    const { api } = await open();
    await press(await screen.findByText('Après la journée', { selector: 'h3' }));
    const morning = within(await screen.findByRole('group', { name: 'Matin du lundi 23 novembre 2026' }));
    for (const label of ['Début', 'Fin', 'Absent']) expect(morning.getByText(label)).toBeVisible();
    fill(await screen.findByLabelText('Début, matin du lundi 23 novembre 2026'), '09:00');
    fill(screen.getByLabelText('Fin, matin du lundi 23 novembre 2026'), '12:30');
    await press(screen.getByLabelText('Absent, après-midi du lundi 23 novembre 2026'));
    fill(screen.getByLabelText(/^Créer une séquence/), 'reached');
    await saveForm('Après la journée');
    const date = '2026-11-23';
    expect(api.files.get(request.id)).toMatchObject({
      kept: [
        { date, half: 'morning', from: '09:00', to: '12:30' },
        { date, half: 'afternoon', from: null, to: null },
      ],
      results: [{ result: 'reached' }],
    });
  });

  test.each([
    ['Comme prévu', 'held', '2026-11-23'],
    ['Absent', 'not held', undefined],
  ])('a whole day with « %s » is noted as %s', async (noted, _, held) => {
    const { api } = await open({}, 'journee', { day });
    if (noted === 'Absent') for (const half of await screen.findAllByLabelText(/^Absent/)) await press(half);
    else await press(await button(noted));
    await saveForm('Après la journée');
    expect(api.requests().map(({ followUp }) => followUp.held)).toEqual([held]);
  });

  test('the certificate of who was absent all the time says that nobody issues it, asks for nothing, and cannot be noted', async () => {
    const kept = HALVES.map((half) => ({ date: '2026-11-23', half, from: null, to: null }));
    await open({ ...ATTENDED, kept, results: null }, 'certificat', { ...site, ...texts, day });
    expect(await screen.findByText(/^Aucune heure suivie.: ce document ne s’émet pas\.$/)).toBeVisible();
    expect(screen.getByLabelText('Certificat de réalisation envoyé')).toBeDisabled();
    expect(screen.queryByText(/^À compléter avant d’envoyer|^Complétez d’abord/)).toBeNull();
    expect(screen.queryByRole('link', { name: /e-mail/ })).toBeNull();
  });

  test('the price of what was followed is asked for after an absence and an early leave, and the invoice waits for it', async () => {
    const [morning] = ATTENDED.kept ?? [];
    const kept = [
      ...(morning ? [morning] : []),
      { date: '2026-11-23', half: 'afternoon', from: null, to: null } as const,
    ];
    const { api } = await open({ ...ATTENDED, kept }, 'journee', site);
    const invoice = (await screen.findByRole('link', { name: 'Données de la facture' })).closest('li') as HTMLElement;
    await press(screen.getByRole('link', { name: 'le prix de ce qui a été suivi' }));
    const price = screen.getByLabelText('Prix de ce qui a été suivi, toutes taxes comprises');
    await waitFor(() => expect(price).toHaveFocus());
    expect(price).toHaveAccessibleDescription(/Le prix convenu est de 199\s€/);
    fill(price, 'la moitié');
    await saveForm('Après la journée');
    expect(price).toBeInvalid();
    fill(price, '99,50');
    await saveForm('Après la journée');
    expect(api.files.get(request.id)).toMatchObject({ followedCents: 9950, priceCents: null });
    expect(screen.getByRole('link', { name: 'le prix de ce qui a été suivi, sans le dédit' })).toBeVisible();
    fill(price, '87,06');
    await saveForm('Après la journée');
    expect(within(invoice).getByText('Complète')).toBeVisible();
    await press(screen.getByLabelText('Absent, après-midi du lundi 23 novembre 2026'));
    expect(price).not.toBeInTheDocument();
    fill(screen.getByLabelText('Début, après-midi du lundi 23 novembre 2026'), '13:30');
    const end = screen.getByLabelText('Fin, après-midi du lundi 23 novembre 2026');
    fill(end, '15:00');
    fill(screen.getByLabelText('Prix de ce qui a été suivi, toutes taxes comprises'), '120');
    await saveForm('Après la journée');
    expect(api.files.get(request.id)).toMatchObject({ followedCents: 12_000 });
    fill(end, '18:00');
    await saveForm('Après la journée');
    expect(api.files.get(request.id)).toMatchObject({ followedCents: null });
  });

  test('the price of what was followed is filled in by one tap in proportion to the minutes, beside the clause of the texts', async () => {
    const [morning] = ATTENDED.kept ?? [];
    const kept = [
      ...(morning ? [morning] : []),
      { date: '2026-11-23', half: 'afternoon', from: null, to: null } as const,
    ];
    const { api } = await open({ ...ATTENDED, kept }, 'journee', { ...site, ...texts, day });
    const price = await screen.findByLabelText('Prix de ce qui a été suivi, toutes taxes comprises');
    expect(price).toHaveAccessibleDescription(
      /Vos textes disent, et c’est ce qui décide.: «\sLes heures suivies sont dues\.\s»/,
    );
    await press(await button(/^Au prorata, si rien d’autre n’est convenu.: 87,06.€$/));
    expect(price).toHaveValue('87,06');
    expect(price).toHaveFocus();
    await saveForm('Après la journée');
    expect(api.files.get(request.id)).toMatchObject({ followedCents: 8706 });
    const forfeit = screen.getByLabelText('Dédit pour ce qui n’a pas été suivi');
    fill(forfeit, 'le reste');
    await saveForm('Après la journée');
    expect(forfeit).toBeInvalid();
    fill(forfeit, '50');
    await saveForm('Après la journée');
    expect(api.files.get(request.id)).toMatchObject({ followedCents: 8706, cancelCents: 5000 });
    expect(screen.queryByRole('button', { name: /au prorata/i })).toBeNull();
  });

  test('a price in proportion is offered once each half-day is noted', async () => {
    const kept = [{ date: '2026-11-23', half: 'afternoon', from: null, to: null } as const];
    await open({ ...ATTENDED, kept }, 'journee', { ...site, day });
    await press(await screen.findByText('Après la journée', { selector: 'h3' }));
    expect(screen.getByLabelText(/^Prix de ce qui a été suivi/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Au prorata/ })).toBeNull();
  });

  test('a wrong time is named at its own field', async () => {
    await open({}, 'journee', { day });
    const start = await screen.findByLabelText('Début, matin du lundi 23 novembre 2026');
    const end = screen.getByLabelText('Fin, matin du lundi 23 novembre 2026');
    fill(start, '09:00');
    fill(end, '08:00');
    await saveForm('Après la journée');
    expect(start).toBeValid();
    expect(end).toBeInvalid();
    expect(end).toHaveAccessibleDescription(/fin plus tardive/);
    const summary = screen.getByRole('group', { name: 'À corriger avant d’enregistrer' });
    await press(within(summary).getByRole('link', { name: /fin plus tardive/ }));
    expect(end).toHaveFocus();
    fill(start, '');
    expect(start).toBeInvalid();
    expect(end).toBeValid();
  });

  test('no result is asked of a trainee who was absent all the time', async () => {
    const { api } = await open({}, 'journee', { day });
    fill(await screen.findByLabelText(/^Créer une séquence/), 'reached');
    for (const half of screen.getAllByLabelText(/^Absent/)) await press(half);
    expect(screen.queryByLabelText(/^Créer une séquence/)).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Résultat par objectif' })).toBeNull();
    await saveForm('Après la journée');
    expect(api.files.get(request.id)?.kept).toHaveLength(2);
    expect(api.files.get(request.id)?.results).toBeNull();
  });

  test('a timetable of half a day has one half to note, and the other one is no absence', async () => {
    const half = [{ from: '09:00', to: '12:30', text: 'Relances' }];
    const { api } = await open({}, 'journee', { day: half });
    await press(await button(/^Comme prévu/));
    expect(screen.queryByLabelText(/après-midi/)).toBeNull();
    await saveForm('Après la journée');
    const morning = { date: '2026-11-23', half: 'morning', from: '09:00', to: '12:30', planned: 210 };
    await waitFor(() =>
      expect(api.files.get(request.id)?.kept).toEqual([morning, { ...morning, half: 'afternoon', from: '12:30' }]),
    );
    expect(screen.queryByLabelText(/après-midi/)).toBeNull();
    expect(screen.queryByLabelText(/^Prix de ce qui/)).toBeNull();
  });

  test('the planned times are filled in by one tap, the reached objectives by another, and what was noted stays', async () => {
    const { api } = await openSpace({
      query: `?demande=${request.id}&dossier=journee&champ=kept`,
      requests: [request],
      site: { day },
    });
    const first = await screen.findByLabelText('Début, matin du lundi 23 novembre 2026');
    await waitFor(() => expect(first).toHaveFocus());
    fill(await screen.findByLabelText('Début, matin du lundi 23 novembre 2026'), '09:05');
    fill(screen.getByLabelText('Fin, matin du lundi 23 novembre 2026'), '12:30');
    fill(screen.getByLabelText(/^Créer une séquence/), 'partly');
    await press(await button(/^Comme prévu/));
    expect(screen.queryByRole('button', { name: /^Comme prévu/ })).toBeNull();
    expect(screen.getByLabelText(/^Créer une séquence/)).toHaveValue('partly');
    expect(screen.getAllByDisplayValue('Pas encore noté')).toHaveLength(2);
    await press(await button('Tout acquis'));
    expect(screen.getByRole('heading', { name: 'Résultat par objectif' })).toHaveFocus();
    await saveForm('Après la journée');
    expect(api.files.get(request.id)?.kept).toEqual([
      { date: '2026-11-23', half: 'morning', from: '09:05', to: '12:30', planned: 480 },
      { date: '2026-11-23', half: 'afternoon', from: '13:30', to: '18:00', planned: 480 },
    ]);
    expect(api.files.get(request.id)?.results?.map(({ result }) => result)).toEqual(['partly', 'reached', 'reached']);
    expect(screen.getByRole('heading', { name: 'Maintenant' })).toHaveFocus();
  });

  test('the result of an objective that the file adds is noted beside those of the first day', async () => {
    const two = ['2026-11-23', '2026-11-24'];
    const { api } = await openFile({
      request: { dates: two, confirmedDates: two },
      file: { nextDays: 'Jour 2 : mandats\nObjectif : Relancer un mandat échu' },
    });
    fill(await screen.findByLabelText('Relancer un mandat échu'), 'reached');
    await saveForm('Après la journée');
    expect(api.files.get(request.id)?.results).toEqual([{ objective: 'Relancer un mandat échu', result: 'reached' }]);
  });
});
