import { BOOKING_FIELDS, CONTACT_FIELDS, type FormFields } from '@site/contract/form-fields';
import { answerRemarks } from '@site/supabase/requests';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, fill, heading, openSpace, press } from '../../tests/support/open-space';
import { CallError } from '../api/call-error';
import { exampleMessage, exampleRequest, exampleRequests } from '../testing/examples';

const [reservation, , confirmed] = exampleRequests;
const openRequest = (id = reservation?.id, requests = exampleRequests) =>
  openSpace({ query: `?demande=${id}`, requests });

test('the first list shows the requests to handle, with the count of each filter', async () => {
  await openSpace();
  expect(await screen.findByRole('link', { name: 'Camille Martin' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Alex Roy' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Dominique Petit' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Confirmées 1' })).toHaveAttribute('href', '/espace?filtre=confirmed');
  expect(await axe(document.body)).toHaveProperty('violations', []);
});

test('the list and one request show each answer that a form asks for', async () => {
  const asked = Object.entries<FormFields[string]>({ ...CONTACT_FIELDS, ...BOOKING_FIELDS }).filter(
    ([, { isAnswer }]) => isAnswer,
  );
  const answers = asked.map(([name, { kind, options = {} }]) => [
    name,
    kind === 'checkbox' || (Object.keys(options)[0] ?? `Valeur de ${name}`),
  ]);
  const request = { ...exampleRequest(1), ...Object.fromEntries(answers) };
  const remarks = answerRemarks(request);
  expect(remarks).toHaveLength(asked.length);
  for (const query of ['?filtre=all', `?demande=${request.id}`]) {
    await openSpace({ query, requests: [request] });
    for (const remark of remarks) {
      // Testing Library reads a no-break space as an ordinary one.
      const words = remark.replaceAll('\u00a0', ' ');
      expect(await screen.findByText((text) => text.includes(words))).toBeInTheDocument();
    }
    cleanup();
  }
});

test('a search waits until typing pauses, and an empty result names the search', async () => {
  const { user, api } = await openSpace({ query: '?filtre=all' });
  await screen.findByRole('link', { name: 'Camille Martin' });
  await user.type(screen.getByRole('searchbox'), 'personne');
  await act(async () => jest.advanceTimersByTime(300));
  expect(await screen.findByText(/^Aucune demande ne correspond/)).toBeInTheDocument();
  const searched = api.calls.map(([, args]) => (args as { search?: string }).search);
  expect(searched.filter(Boolean)).toEqual(['personne']);
});

test('a search that finds nothing in a list goes on in all requests by one link', async () => {
  await openSpace({ requests: [exampleRequest(1, { name: 'Bruno Petit', status: 'confirmee' })] });
  fill(await screen.findByRole('searchbox'), 'Bruno');
  await act(async () => jest.advanceTimersByTime(300));
  expect(await screen.findByText(/^Aucune demande ne correspond/)).toBeInTheDocument();
  await press(screen.getByRole('link', { name: 'Chercher dans toutes les demandes' }));
  expect(await screen.findByRole('link', { name: 'Bruno Petit' })).toBeInTheDocument();
  expect(screen.getByRole('searchbox')).toHaveValue('Bruno');
  fill(screen.getByRole('searchbox'), 'personne');
  await act(async () => jest.advanceTimersByTime(300));
  expect(await screen.findByText(/^Aucune demande ne correspond/)).toBeInTheDocument();
  expect(screen.queryByText('Chercher dans toutes les demandes')).toBeNull();
});

test('thousands of requests are loaded in pages, of which the first is short', async () => {
  const requests = Array.from({ length: 1200 }, (_, at) => exampleRequest(at + 1));
  await openSpace({ requests });
  expect(await screen.findByText('15 sur 1200')).toBeInTheDocument();
  await press(await button('Afficher la suite'));
  expect(await screen.findByText('65 sur 1200')).toBeInTheDocument();
});

test('people who asked for the same day are named in one sentence, also when two have the same name', async () => {
  const others = ['Inès Roy', 'Inès Roy', 'Noé Petit', 'Adèle Durand'].map((name, at) =>
    exampleRequest(at + 2, { name, dates: ['2026-12-07'] }),
  );
  await openSpace({ query: `?demande=${reservation?.id}`, requests: [exampleRequest(1), ...others.slice(0, 1)] });
  expect(await screen.findByText('Inès Roy a aussi demandé ce jour')).toBeInTheDocument();
  cleanup();
  await openSpace({ query: `?demande=${reservation?.id}`, requests: [exampleRequest(1), ...others] });
  expect(await screen.findByText('Inès Roy, Inès Roy et 2 autres ont aussi demandé ce jour')).toBeInTheDocument();
});

test('a new request appears without reloading', async () => {
  const { api } = await openSpace({ requests: [exampleRequest(1, { status: 'annulee' })] });
  await screen.findByText(/Rien à traiter/);
  api.changeElsewhere(exampleRequest(1).id, { status: 'nouvelle' });
  await act(async () => jest.advanceTimersByTime(30_000));
  expect(await screen.findByRole('link', { name: 'Camille Martin' })).toBeInTheDocument();
});

test('without a connection the last data stay, marked as old, and actions are disabled', async () => {
  const { api } = await openRequest();
  expect(await button('Confirmer ces 2\u00a0jours')).toBeEnabled();
  api.failWith(new CallError('offline'));
  await act(async () => jest.advanceTimersByTime(30_000));
  expect(await screen.findByText(/Hors connexion. Vous voyez les données de/)).toBeInTheDocument();
  expect(await button('Confirmer ces 2\u00a0jours')).toBeDisabled();
  expect(await button('Annuler la réservation')).toBeDisabled();
  api.failWith(null);
  await act(async () => jest.advanceTimersByTime(30_000));
  expect(await button('Confirmer ces 2\u00a0jours')).toBeEnabled();
});

test('a reservation is confirmed with all its days, and the focus moves from the removed button into the request', async () => {
  const { user, api, notices } = await openRequest();
  await user.click(await button('Confirmer ces 2\u00a0jours'));
  expect(await screen.findByText('Confirmée', { selector: 'span' })).toBeInTheDocument();
  expect(api.calls).toContainEqual(['owner_confirm', { id: reservation?.id, version: 1, dates: null }]);
  expect(notices).toEqual(['La réservation est confirmée.']);
  expect(screen.queryByRole('button', { name: /^Confirmer/ })).toBeNull();
  expect(screen.getByRole('region', { name: 'Demandes' })).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('link', { name: 'Retour à la liste' })).toHaveFocus();
});

test('one of several days can be confirmed, but not none', async () => {
  const { api } = await openRequest();
  await press(await screen.findByLabelText('mardi 8 décembre 2026'));
  await press(screen.getByLabelText('lundi 7 décembre 2026'));
  expect(await button(/^Confirmer/)).toBeDisabled();
  await press(screen.getByLabelText('lundi 7 décembre 2026'));
  await press(await button('Confirmer ce jour'));
  expect(await screen.findByText('lundi 7 décembre 2026 (confirmée)')).toBeInTheDocument();
  expect(api.requests()[0]).toMatchObject({ confirmedDates: ['2026-12-07'] });
});

test('a flagged request says why, and one press makes it an ordinary one', async () => {
  const flagged = exampleRequest(1, { flagged: true });
  const { notices } = await openSpace({ query: '?filtre=verify', requests: [flagged, exampleMessage(2)] });
  expect(await screen.findByRole('link', { name: 'À vérifier 1' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Alex Roy' })).toBeNull();
  await press(screen.getByRole('link', { name: 'Camille Martin' }));
  expect(await screen.findByText(/^À vérifier.*beaucoup de demandes arrivaient/)).toBeInTheDocument();
  await press(await button('C’est une vraie demande'));
  await waitFor(() => expect(screen.queryByText(/^À vérifier/)).toBeNull());
  expect(notices).toEqual(['La demande est devenue ordinaire.']);
});

test('a day can be changed, and the reservation cancelled after one confirmation and reopened', async () => {
  const { api, notices } = await openRequest(confirmed?.id);
  await press(await button('Changer un jour'));
  const dialog = within(await screen.findByRole('dialog'));
  fill(dialog.getByLabelText('Nouveau jour'), '2027-01-12');
  await press(dialog.getByRole('button', { name: 'Changer ce jour' }));
  expect(await screen.findByText('mardi 12 janvier 2027 (confirmée)')).toBeInTheDocument();
  await press(await button('Annuler la réservation'));
  const asked = within(await screen.findByRole('dialog', { name: 'Annuler cette réservation\u202f?' }));
  expect(asked.getByText(/Aucun e-mail ne part/)).toBeInTheDocument();
  await press(asked.getByRole('button', { name: 'Annuler la réservation' }));
  expect(api.requests()[2]?.status).toBe('annulee');
  await press(await button('Rouvrir la réservation'));
  const reopening = within(await screen.findByRole('dialog', { name: 'Rouvrir cette réservation\u202f?' }));
  const told =
    /^Elle revient dans «.À confirmer.», pour le mardi 12 janvier 2027\. Personne n’est prévenu avant .* attend/;
  expect(reopening.getByText(told)).toBeVisible();
  expect(api.requests()[2]?.status).toBe('annulee');
  await press(reopening.getByRole('button', { name: 'Rouvrir la réservation' }));
  expect(await button('Confirmer ce jour')).toBeInTheDocument();
  expect(notices.at(-1)).toMatch(
    /^La réservation est rouverte.: à vous de la confirmer\. Personne n’est prévenu avant\.$/,
  );
});

test('a request whose days are over is reopened for another day, and nothing is said of its link, which has ended', async () => {
  const over = exampleRequest(1, { status: 'annulee', dates: ['2026-11-20'] });
  await openSpace({ query: `?demande=${over.id}`, requests: [over] });
  await press(await button('Rouvrir la réservation'));
  const text = within(await screen.findByRole('dialog')).getByText(/^Elle revient/);
  expect(text).toHaveTextContent(/, pour le vendredi 20 novembre 2026, déjà passé\. .*avec « Changer un jour »\.$/);
  expect(text).not.toHaveTextContent('lien');
});

test('a wish is reopened as one day that is asked for in place of another, beside days that share their weekday', async () => {
  const dates = ['2026-12-07', '2026-12-11', '2026-12-14', '2026-12-18'];
  const wishes = [{ from: '2026-12-11', to: '2026-12-18' }];
  const row = exampleRequest(1, { status: 'annulee', dates, wishes });
  await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await press(await button('Rouvrir la réservation'));
  const dialog = within(await screen.findByRole('dialog'));
  const which =
    'pour les lundis 7 et 14 décembre 2026 et le vendredi 18 décembre 2026, demandé à la place du vendredi 11 décembre 2026.';
  expect(dialog.getByText(/^Elle revient/)).toHaveTextContent(which);
});

test('when another device was first, the owner sees its changes and can keep them', async () => {
  const { api } = await openRequest();
  await button('Confirmer ces 2\u00a0jours');
  api.changeElsewhere(reservation?.id ?? '', { status: 'annulee', note: 'Rappeler lundi' });
  await press(await button('Confirmer ces 2\u00a0jours'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cette demande a changé entre-temps' }));
  expect(dialog.getByText('Vous aviez : À confirmer')).toBeInTheDocument();
  expect(dialog.getByText('Maintenant : Annulée')).toBeInTheDocument();
  expect(dialog.getByText('Maintenant : Rappeler lundi')).toBeInTheDocument();
  await press(dialog.getByRole('button', { name: 'Garder ce qui est enregistré' }));
  expect(api.requests()[0]?.status).toBe('annulee');
  expect(await button('Rouvrir la réservation')).toBeInTheDocument();
});

test('when another device was first, the owner can repeat the action', async () => {
  const { api } = await openRequest();
  await button('Confirmer ces 2\u00a0jours');
  api.changeElsewhere(reservation?.id ?? '', { note: 'Rappeler lundi' });
  await press(await button('Confirmer ces 2\u00a0jours'));
  await press(await button('Faire mon action quand même'));
  expect(await screen.findByText('Confirmée', { selector: 'span' })).toBeInTheDocument();
  expect(api.requests()[0]).toMatchObject({ status: 'confirmee', note: 'Rappeler lundi' });
});

const takenBy = (name: string, date: string) => ({
  ...(reservation as NonNullable<typeof reservation>),
  id: 'other',
  name,
  status: 'confirmee' as const,
  dates: [date],
  confirmedDates: [date],
});

test('a day that is confirmed for another reservation is confirmed again only after a question', async () => {
  const { api } = await openRequest(reservation?.id, [
    ...exampleRequests,
    takenBy('Ada Martin', reservation?.dates[0] ?? ''),
  ]);
  expect(await screen.findByText(/^Déjà confirmé pour/)).toHaveTextContent('Déjà confirmé pour Ada Martin');
  expect(screen.getByRole('link', { name: 'Ada Martin' })).toHaveAttribute('href', '/espace?demande=other');
  await press(screen.getByLabelText('mardi 8 décembre 2026'));
  expect(await button('Confirmer')).toBeDisabled();
  await press(screen.getByLabelText('mardi 8 décembre 2026'));
  expect(await button('Confirmer ce jour')).toBeEnabled();
  const taken = screen.getByLabelText('lundi 7 décembre 2026');
  expect(taken).not.toBeChecked();
  await press(taken);
  await press(await button('Confirmer ces 2\u00a0jours'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Jour déjà confirmé' }));
  expect(dialog.getByText('Déjà confirmé pour Ada Martin : lundi 7 décembre 2026')).toBeInTheDocument();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  await press(dialog.getByRole('button', { name: 'Ne rien changer' }));
  expect(api.requests()[0]?.status).toBe('nouvelle');
  await press(await button('Confirmer ces 2\u00a0jours'));
  await press(await button('Continuer quand même'));
  expect(await screen.findByText('Confirmée', { selector: 'span' })).toBeInTheDocument();
  expect(api.calls).toContainEqual([
    'owner_confirm',
    { id: reservation?.id, version: 1, dates: null, also_confirmed: [reservation?.dates[0]] },
  ]);
});

test('the day of a confirmed reservation names those who still ask for it, and a day that was not kept can be confirmed', async () => {
  const row = exampleRequest(1, { status: 'confirmee', confirmedDates: ['2026-12-07'] });
  const others = ['Inès Roy', 'Noé Petit'].map((name, at) => exampleRequest(at + 2, { name, dates: ['2026-12-07'] }));
  const { api } = await openSpace({ query: `?demande=${row.id}`, requests: [row, ...others] });
  expect(await screen.findByText(/^2 autres demandes visent ce jour/)).toHaveTextContent('Inès Roy, Noé Petit');
  expect(screen.getByRole('link', { name: 'Noé Petit' })).toBeInTheDocument();
  expect(screen.getByText('mardi 8 décembre 2026 (non retenue)')).toBeInTheDocument();
  expect(screen.getByText(/^Le site n’a pas écrit à cette personne/)).toBeInTheDocument();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  await press(await button('Confirmer aussi le mardi 8 décembre 2026'));
  const dialog = within(await screen.findByRole('dialog', { name: /^Confirmer aussi ce jour/ }));
  expect(dialog.getByText(/^Le mardi 8 décembre 2026 s’ajoute à .* Aucun e-mail ne part/)).toBeVisible();
  expect(dialog.getByText(/^Prix.*pour 2.journées$/)).toBeVisible();
  expect(api.requests()[0]?.confirmedDates).toEqual(['2026-12-07']);
  await press(dialog.getByRole('button', { name: 'Confirmer aussi' }));
  expect(await screen.findByText('mardi 8 décembre 2026 (confirmée)')).toBeInTheDocument();
  expect(api.requests()[0]?.confirmedDates).toEqual(['2026-12-07', '2026-12-08']);
});

test('who cancels the days to come reads that one that is over stays', async () => {
  const dates = ['2026-11-16', '2026-12-08'];
  const row = exampleRequest(1, { status: 'confirmee', dates, confirmedDates: dates });
  const { notices } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await press(await button('Annuler la réservation'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/garde ce qui est passé.; le reste est annulé\./)).toBeVisible();
  await press(dialog.getByRole('button', { name: 'Annuler la réservation' }));
  expect(await screen.findByText(/n’est plus à annuler/)).toBeVisible();
  expect(notices).toEqual(['Les jours confirmés sont changés.']);
});

test('a reservation whose days are over is not cancelled, and the page says what to note instead', async () => {
  const row = exampleRequest(1, { status: 'confirmee', dates: ['2026-11-16'], confirmedDates: ['2026-11-16'] });
  await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  expect(await screen.findByText(/«.Absent.».* dans le dossier/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Annuler la réservation' })).toBeNull();
});

test('of a reservation whose days are all over, nothing is offered to confirm, nor told of its mails', async () => {
  const dates = ['2026-11-16', '2026-11-17'];
  const row = exampleRequest(1, { status: 'confirmee', dates, confirmedDates: ['2026-11-16'] });
  await openSpace({ query: `?demande=${row.id}`, requests: [row], tellsVisitor: true });
  expect(await screen.findByText('mardi 17 novembre 2026 (non retenue)')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Confirmer aussi/ })).toBeNull();
  expect(screen.queryByText(/^Confirmer ou annuler envoie un e-mail/)).toBeNull();
  cleanup();
  const open = { ...row, dates: ['2026-11-16', '2026-12-08'] };
  await openSpace({ query: `?demande=${row.id}`, requests: [open], tellsVisitor: true });
  expect(await button('Confirmer aussi le mardi 8 décembre 2026')).toBeVisible();
  expect(screen.getByText(/^Confirmer ou annuler envoie un e-mail/)).toBeVisible();
});

test('a wish is refused by one press, which keeps the confirmed days', async () => {
  const dates = ['2026-12-07', '2026-12-08', '2026-12-09'];
  const wishes = [{ from: '2026-12-07', to: '2026-12-09' }];
  const row = exampleRequest(1, { dates, confirmedDates: dates.slice(0, 2), wishes });
  const { user, api, notices } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  expect(await button('Confirmer ces 2\u00a0jours')).toBeVisible();
  expect(screen.getByText('Cochez les jours que vous confirmez.')).toBeVisible();
  // One answer is awaited: nothing else is as loud.
  const { className } = screen.getByRole('button', { name: /^Confirmer ces/ });
  expect(screen.getByRole('link', { name: 'Dossier de la journée' }).className).not.toBe(className);
  await user.click(screen.getByRole('checkbox', { name: 'mercredi 9 décembre 2026' }));
  await user.click(screen.getByRole('checkbox', { name: 'lundi 7 décembre 2026 (confirmée)' }));
  expect(screen.queryByRole('button', { name: /^Confirmer/ })).toBeNull();
  await press(await button('Garder les jours confirmés'));
  expect(await screen.findByText('mercredi 9 décembre 2026 (non retenue)')).toBeVisible();
  expect(notices).toEqual(['Les jours confirmés sont gardés.']);
  expect(api.calls).toContainEqual(['owner_confirm', { id: row.id, version: 1, dates: row.confirmedDates }]);
  expect(screen.queryByRole('button', { name: /^Garder/ })).toBeNull();
  cleanup();
  await openRequest();
  await button('Confirmer ces 2\u00a0jours');
  expect(screen.queryByRole('button', { name: /^Garder/ })).toBeNull();
});

test('a wish in place of a day that is over can neither be ticked nor be the day to change, and is no spam', async () => {
  const dates = ['2026-11-16', '2026-12-08'];
  const wishes = [{ from: '2026-11-16', to: '2026-12-08' }];
  const row = exampleRequest(1, { status: 'nouvelle', dates, confirmedDates: ['2026-11-16'], wishes });
  const { user, api } = await openSpace({ query: `?demande=${row.id}&action=confirmer`, requests: [row] });
  const dialog = within(await screen.findByRole('dialog'));
  const late = 'mardi 8 décembre 2026 (trop tard : la journée a eu lieu)';
  expect(dialog.getByText(late)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Garder le jour confirmé' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Pas maintenant' }));
  expect(await screen.findByText('lundi 16 novembre 2026 (confirmée)')).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: /novembre/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Confirmer|Annuler)/ })).toBeNull();
  expect(screen.queryByText(/ochez les jours que vous/)).toBeNull();
  expect(screen.getByText(/vient trop tard.*« Garder le jour confirmé » suffit/)).toBeVisible();
  expect(screen.getByText(late)).toBeVisible();
  expect(screen.queryByRole('checkbox', { name: /décembre/ })).toBeNull();
  await user.click(await button('Changer un jour'));
  const days = within(await screen.findByRole('dialog')).getAllByRole('option');
  expect(days.map(({ textContent }) => textContent)).toEqual(['lundi 16 novembre 2026']);
  await user.click(screen.getByRole('button', { name: 'Ne rien changer' }));
  await press(await button('Garder le jour confirmé'));
  expect(await screen.findByText('mardi 8 décembre 2026 (non retenue)')).toBeVisible();
  expect(api.requests()[0]?.confirmedDates).toEqual(['2026-11-16']);
  expect(screen.queryByRole('button', { name: 'Marquer comme indésirable' })).toBeNull();
});

test('of two confirmed days one is cancelled after a question, and the last one only with the reservation', async () => {
  const row = exampleRequest(1, { status: 'confirmee', confirmedDates: ['2026-12-07', '2026-12-08'] });
  const { api, notices } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await press(await button('Annuler ce jour\u00a0: mardi 8 décembre 2026'));
  expect(screen.getByText(/Une journée à chacune de ces dates/)).toBeInTheDocument();
  const dialog = within(await screen.findByRole('dialog', { name: /^Annuler ce jour.?\?/ }));
  expect(dialog.queryByText(/signé/)).toBeNull();
  expect(api.requests()[0]?.confirmedDates).toHaveLength(2);
  await press(dialog.getByRole('button', { name: 'Annuler ce jour' }));
  expect(await screen.findByText('mardi 8 décembre 2026 (plus confirmée)')).toBeInTheDocument();
  expect(api.requests()[0]?.confirmedDates).toEqual(['2026-12-07']);
  expect(notices).toEqual(['Les jours confirmés sont changés.']);
  expect(screen.queryByRole('button', { name: /^Annuler ce jour/ })).toBeNull();
  expect(screen.queryByText(/Une journée à chacune de ces dates/)).toBeNull();
});

test('the days of a cancelled reservation say which were confirmed and which were not kept', async () => {
  const dates = ['2026-12-07', '2026-12-08'];
  const row = exampleRequest(1, { status: 'nouvelle', dates, daysWanted: 'one', leftDates: ['2026-12-08'] });
  const { user } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await user.click(await screen.findByRole('checkbox', { name: 'lundi 7 décembre 2026' }));
  await press(await button('Confirmer ce jour'));
  await press(await button('Annuler la réservation'));
  await press(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Annuler la réservation' }));
  expect(await screen.findByText('lundi 7 décembre 2026 (plus confirmée)')).toBeVisible();
  expect(screen.getByText('mardi 8 décembre 2026 (non retenue)')).toBeVisible();
  expect(screen.queryByText(/à l’une de ces dates/)).toBeNull();
  await press(await button('Rouvrir la réservation'));
  await press(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rouvrir la réservation' }));
  expect(await screen.findByRole('checkbox', { name: 'lundi 7 décembre 2026' })).toBeVisible();
  expect(screen.queryByText(/à l’une de ces dates/)).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'mardi 8 décembre 2026 (non retenue)' })).not.toBeChecked();
});

test('what the owner has ticked stays when a newer answer comes, and a day that falls is named before it does', async () => {
  const dates = ['2026-12-07', '2026-12-08', '2026-12-09'];
  const agreement = { isContract: false, signedOn: '2026-11-20' };
  const row = exampleRequest(1, { status: 'nouvelle', dates, confirmedDates: dates.slice(0, 2), agreement });
  const { user, api } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await user.click(await screen.findByRole('checkbox', { name: 'mercredi 9 décembre 2026' }));
  api.changeElsewhere(row.id, { dates: [...dates, '2026-12-10'] });
  await act(async () => jest.advanceTimersByTime(30_000));
  expect(await screen.findByRole('checkbox', { name: 'jeudi 10 décembre 2026' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'mercredi 9 décembre 2026' })).not.toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'mardi 8 décembre 2026 (confirmée)' }));
  await press(await button('Confirmer ce jour'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Les lundi 7 et mardi 8 décembre 2026 ne seront plus confirmés.')).toBeVisible();
  expect(dialog.getByText(/ce document ne porte pas sur le jeudi 10 décembre 2026 et ne vaudra plus/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: /^Annuler/ })).toBeNull();
  expect(api.requests()[0]?.status).toBe('nouvelle');
});

test('a reservation that is decided and reopened elsewhere has none of the choices of before', async () => {
  const row = exampleRequest(1);
  const { user, api } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await user.click(await screen.findByRole('checkbox', { name: 'lundi 7 décembre 2026' }));
  for (const status of ['confirmee', 'nouvelle'] as const) {
    api.changeElsewhere(row.id, { status, confirmedDates: status === 'nouvelle' ? [] : ['2026-12-08'] });
    await act(async () => jest.advanceTimersByTime(30_000));
    await waitFor(() =>
      expect(screen.queryAllByRole('checkbox', { name: 'lundi 7 décembre 2026' })).toHaveLength(
        Number(status === 'nouvelle'),
      ),
    );
  }
  expect(screen.getByRole('checkbox', { name: 'lundi 7 décembre 2026' })).toBeChecked();
});

test('a day that its visitor asked for in place of one that is signed is confirmed only after the same question', async () => {
  const agreement = { isContract: true, signedOn: '2026-11-20' };
  const row = exampleRequest(1, { status: 'nouvelle', confirmedDates: ['2026-12-07'], agreement, isContract: true });
  const { api } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await press(await button('Confirmer ce jour'));
  const dialog = within(await screen.findByRole('dialog', { name: /^Confirmer cette réservation/ }));
  expect(dialog.getByText(/^Contrat signé le vendredi 20 novembre 2026.*ne vaudra plus/)).toBeInTheDocument();
  expect(api.requests()[0]?.status).toBe('nouvelle');
  await press(dialog.getByRole('button', { name: 'Confirmer ce jour' }));
  expect(await screen.findByText('mardi 8 décembre 2026 (confirmée)')).toBeInTheDocument();
  expect(api.requests()[0]?.confirmedDates).toEqual(['2026-12-08']);
});

test('who cancels reads of the signed agreement that another payer’s is to replace', async () => {
  const agreement = { isContract: true, signedOn: '2026-11-20' };
  const row = exampleRequest(1, { status: 'confirmee', confirmedDates: ['2026-12-07'], agreement, isContract: false });
  await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await press(await button('Annuler la réservation'));
  const dialog = within(await screen.findByRole('dialog', { name: /^Annuler/ }));
  expect(dialog.getByText(/contrat signé le vendredi 20 novembre 2026/)).toBeInTheDocument();
});

test('a further day of a signed agreement is confirmed only after a question that names what becomes void', async () => {
  const agreement = { isContract: true, signedOn: '2026-11-20' };
  const row = exampleRequest(1, { status: 'confirmee', confirmedDates: ['2026-12-07'], agreement, isContract: true });
  const { api } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await press(await button('Confirmer aussi le mardi 8 décembre 2026'));
  const dialog = within(await screen.findByRole('dialog', { name: /^Confirmer aussi ce jour/ }));
  expect(dialog.getByText(/^Contrat signé le vendredi 20 novembre 2026.*ne vaudra plus/)).toBeInTheDocument();
  expect(api.requests()[0]?.confirmedDates).toEqual(['2026-12-07']);
  expect(dialog.queryByRole('button', { name: /^Annuler/ })).toBeNull();
  await press(dialog.getByRole('button', { name: 'Confirmer aussi' }));
  expect(await screen.findByText('mardi 8 décembre 2026 (confirmée)')).toBeInTheDocument();
  await press(await button('Annuler ce jour\u00a0: mardi 8 décembre 2026'));
  expect(
    await screen.findByText(/^Contrat signé .* ce document porte sur le mardi 8 décembre 2026. Rendez toute somme/),
  ).toBeInTheDocument();
});

test('of a signed agreement whose other day is over, a day is cancelled without another agreement', async () => {
  const dates = ['2026-11-16', '2026-12-08'];
  const agreement = { isContract: true, signedOn: '2026-11-02' };
  const row = exampleRequest(1, { status: 'confirmee', dates, confirmedDates: dates, agreement });
  await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await press(await button('Annuler ce jour\u00a0: mardi 8 décembre 2026'));
  expect(
    await screen.findByText(/Rendez toute somme déjà reçue pour lui \(Code du travail, L6354-1\)\.$/),
  ).toBeVisible();
});

test('a new day that is one of the reservation’s own is refused in the dialog', async () => {
  await openRequest();
  await press(await button('Changer un jour'));
  const dialog = within(await screen.findByRole('dialog'));
  fill(dialog.getByLabelText('Nouveau jour'), '2026-12-08');
  expect(dialog.getByText('Le mardi 8 décembre 2026 fait déjà partie de cette réservation.')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Changer ce jour' })).toBeDisabled();
});

test('of a day that is over and one to come, the change of the latter is proposed', async () => {
  const dates = ['2026-11-16', '2026-12-08'];
  const row = exampleRequest(1, { status: 'confirmee', dates, confirmedDates: dates });
  await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await press(await button('Changer un jour'));
  expect(within(await screen.findByRole('dialog')).getByLabelText('Jour à remplacer')).toHaveValue('2026-12-08');
});

test('of a confirmed reservation, only a confirmed day is changed', async () => {
  const row = exampleRequest(1, { status: 'confirmee', confirmedDates: ['2026-12-08'] });
  await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await press(await button('Changer un jour'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['mardi 8 décembre 2026']);
  expect(dialog.queryByRole('button', { name: /^Annuler/ })).toBeNull();
});

test('the list marks a request for a day that is confirmed for another', async () => {
  await openSpace({ requests: [exampleRequest(1, { takenDates: ['2026-12-07'] }), exampleRequest(2)] });
  expect(await screen.findAllByText('Un jour déjà confirmé pour une autre demande')).toHaveLength(1);
});

test('a confirmed day is moved to a day that is confirmed for another only after a question', async () => {
  const { api } = await openRequest(confirmed?.id, [...exampleRequests, takenBy('Ada Martin', '2027-01-12')]);
  await press(await button('Changer un jour'));
  const dialog = within(await screen.findByRole('dialog'));
  fill(dialog.getByLabelText('Nouveau jour'), '2027-01-12');
  expect(await dialog.findByText('Déjà confirmé pour Ada Martin : mardi 12 janvier 2027')).toBeInTheDocument();
  await press(dialog.getByRole('button', { name: 'Changer ce jour' }));
  await press(await button('Continuer quand même'));
  expect(await screen.findByText('mardi 12 janvier 2027 (confirmée)')).toBeInTheDocument();
  expect(api.requests()[2]?.confirmedDates).toEqual(['2027-01-12']);
});

test('text that a visitor typed is shown as text, not as HTML', async () => {
  const typed = '<img src=x onerror=alert(1)>';
  const hostile = exampleMessage(9, { name: typed, message: typed });
  await openSpace({ query: `?demande=${hostile.id}`, requests: [hostile] });
  expect(await heading(typed)).toBeInTheDocument();
  expect(document.querySelector('img')).toBeNull();
});

test('direction marks and invisible characters of a visitor’s text are left out', async () => {
  const hostile = exampleRequest(9, { name: '\u202eittaM\u200b \u2066Zoé\u2069', phone: '\u200f06' });
  await openSpace({ requests: [hostile, exampleMessage(10, { name: '\u2060\ufeff' })] });
  expect(await screen.findByRole('link', { name: '\ufffd' })).toBeInTheDocument();
  expect(document.body.textContent).not.toMatch(/\p{Cf}/u);
  await press(screen.getByRole('link', { name: 'ittaM Zoé' }));
  expect(await heading('ittaM Zoé')).toBeInTheDocument();
  expect(document.body.textContent).not.toMatch(/\p{Cf}/u);
});

test('a name that is read from right to left does not reorder the sentence around it', async () => {
  await openSpace({ requests: [exampleRequest(9, { name: 'דנה' })] });
  await press(await button('Choisir plusieurs demandes'));
  expect(screen.getByLabelText('\u2068דנה\u2069, choisir cette demande')).toBeInTheDocument();
});

test('a cancelled reservation can only be taken out of the spam in its own view', async () => {
  const request = exampleRequest(7, { isSpam: true, status: 'annulee' });
  const { api, notices } = await openSpace({ query: `?demande=${request.id}`, requests: [request] });
  expect(screen.queryByRole('button', { name: 'Rouvrir la réservation' })).toBeNull();
  await press(await button('Sortir des indésirables'));
  expect(notices).toEqual(['La demande n’est plus dans les indésirables.']);
  expect(api.requests()).toMatchObject([{ isSpam: false, status: 'nouvelle' }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sortir des indésirables' })).toBeNull());
});

test('a message is shown for a request that was erased', async () => {
  await openRequest('00000000-0000-4000-8000-999999999999');
  expect(await screen.findByText(/Cette demande n’existe plus/)).toBeInTheDocument();
});
