import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, enterCode, fill, heading, openSpace, press } from '../../../tests/support/open-space';
import { site } from '../../../tests/support/paper-data';
import { CallError } from '../../api/call-error';
import type { SentMail } from '../../api/requests';
import { exampleMessage, exampleRequest, exampleRequests } from '../../testing/examples';
import { EMPTY_FILE } from '../../testing/file-handlers';
import { isToldByMail } from '../asked-days';

describe('ask to confirm', () => {
  const [reservation, , confirmed] = exampleRequests;
  const fromMail = (id = reservation?.id) => `?demande=${id}&action=confirmer`;
  const question = () => screen.findByRole('dialog', { name: 'Confirmer cette réservation\u202f?' });

  test('the button of a mail opens a dialog, and confirms nothing by itself', async () => {
    const { user, api } = await openSpace({ query: fromMail() });
    const dialog = within(await question());
    expect(dialog.getByText('mardi 8 décembre 2026')).toBeInTheDocument();
    expect(dialog.getByText('Prix : 398 € TTC pour 2 journées')).toBeVisible();
    expect(await axe(document.body)).toHaveProperty('violations', []);
    expect(api.calls.map(([name]) => name)).not.toContain('owner_confirm');
    await user.click(dialog.getByRole('button', { name: 'Oui, confirmer ces 2\u00a0jours' }));
    expect(await screen.findByText('Confirmée', { selector: 'span' })).toBeInTheDocument();
    expect(window.location.search).toBe(`?demande=${reservation?.id}`);
  });

  test('of a request whose fund is dropped, the page says so once, with the price that stays', async () => {
    const dates = ['2026-12-01', '2026-12-02'];
    const dropped = exampleRequest(1, { dates, isAgefice: true, isFundingDropped: true });
    await openSpace({ query: `?demande=${dropped.id}`, requests: [dropped] });
    expect(await screen.findByText(/^Réservation · sans financement AGEFICE · /)).toBeVisible();
    expect(screen.getByText(/^C’est le prix annoncé avec un financement/)).toBeVisible();
    expect(screen.queryByText(/dossier complet/)).toBeNull();
    cleanup();
    await openSpace({ requests: [dropped] });
    expect(await screen.findByText(/sans financement AGEFICE/)).toBeVisible();
    expect(screen.queryByText(/trop tard/)).toBeNull();
  });

  test('of a request whose visitor has named AGEFICE since, the page warns as of one that asked for it, and says which price was announced', async () => {
    const named = exampleRequest(1, { dates: ['2026-12-01'], isAgefice: false, isFundingAwaited: true });
    await openSpace({ query: `?demande=${named.id}`, requests: [named] });
    expect(await screen.findByText(/^C’est le prix annoncé sans financement/)).toBeVisible();
    expect(screen.getByText(/^AGEFICE.*C’est trop tard pour le mardi 1er décembre 2026/)).toBeVisible();
  });

  test('the dialog warns of a day that is too soon for AGEFICE', async () => {
    const dates = ['2026-12-07', '2026-12-08'];
    const { user } = await openSpace({ query: fromMail(), requests: [exampleRequest(1, { dates, isAgefice: true })] });
    const warning = /^AGEFICE.*C’est trop tard pour le lundi 7 décembre 2026.: le fonds peut refuser/;
    const dialog = within(await question());
    expect(dialog.getByText(warning)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Pas maintenant' }));
    expect(await screen.findByText(warning)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'lundi 7 décembre 2026' }));
    expect(screen.queryByText(warning)).toBeNull();
    // Before a day is chosen, it helps to choose.
    await user.click(screen.getByRole('checkbox', { name: 'mardi 8 décembre 2026' }));
    expect(screen.getByText(warning)).toBeVisible();
  });

  test('the dialog and the request say until when the file for AGEFICE can go', async () => {
    const dates = ['2026-12-09', '2027-01-19'];
    const { user } = await openSpace({ query: fromMail(), requests: [exampleRequest(1, { dates, isAgefice: true })] });
    const due = (day: string) => `AGEFICE : dossier complet au plus tard le ${day}.`;
    const first = due('mardi 24 novembre 2026 pour le mercredi 9 décembre 2026 : c’est demain');
    const dialog = within(await question());
    expect(dialog.getByText(first)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Pas maintenant' }));
    expect(await screen.findByText(first)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'mercredi 9 décembre 2026' }));
    expect(screen.getByText(due('lundi 4 janvier 2027'))).toBeVisible();
  });

  test('postponing closes the dialog, and a reload does not open it again', async () => {
    const { user, api } = await openSpace({ query: fromMail() });
    await user.click(within(await question()).getByRole('button', { name: 'Pas maintenant' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.search).toBe(`?demande=${reservation?.id}`);
    expect(api.calls.map(([name]) => name)).not.toContain('owner_confirm');
  });

  test('of several dates for one day, none is confirmed before the owner has chosen it', async () => {
    const alternatives = exampleRequest(1, { daysWanted: 'one' });
    const { user, api } = await openSpace({ query: fromMail(), requests: [alternatives] });
    expect(await screen.findByText(/^Une seule journée est souhaitée/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'mardi 8 décembre 2026' }));
    await user.click(screen.getByRole('button', { name: /^Confirmer/ }));
    expect(await screen.findByText('Confirmée', { selector: 'span' })).toBeInTheDocument();
    const confirmed = api.calls.find(([name]) => name === 'owner_confirm');
    expect(confirmed?.[1]).toMatchObject({ dates: ['2026-12-08'] });
  });

  test('the price of a day that is over has no word about its tax, which was that of then', async () => {
    const days = ['2026-11-20'];
    const over = exampleRequest(1, { status: 'confirmee', dates: days, confirmedDates: days });
    await openSpace({ query: `?demande=${over.id}`, requests: [over] });
    expect(await screen.findByText('Prix : 199 € la journée')).toBeVisible();
  });

  test('of an open number of days none is confirmed before the owner has chosen it, and its price is told', async () => {
    const { user, api } = await openSpace({ query: fromMail(), requests: [exampleRequest(1, { daysWanted: null })] });
    expect(await screen.findByText(/^Nombre de journées à préciser.: demandez-le, puis cochez/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Prix : 199 € TTC la journée')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Confirmer' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'lundi 7 décembre 2026' }));
    await user.click(screen.getByRole('checkbox', { name: 'mardi 8 décembre 2026' }));
    expect(screen.getByText('Prix : 398 € TTC pour 2 journées')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Confirmer ces 2\u00a0jours' }));
    expect(await screen.findByText('Confirmée', { selector: 'span' })).toBeInTheDocument();
    expect(api.calls.find(([name]) => name === 'owner_confirm')?.[1]).toMatchObject({ dates: null });
  });

  test('the button of a mail opens no dialog when the reservation is already confirmed', async () => {
    await openSpace({ query: fromMail(confirmed?.id) });
    expect(await screen.findByText('Confirmée', { selector: 'span' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(window.location.search).toBe(`?demande=${confirmed?.id}`);
  });

  test('the button of a mail opens no dialog for days that are over', async () => {
    const over = exampleRequest(1, { dates: ['2026-11-19', '2026-11-20'] });
    await openSpace({ query: fromMail(), requests: [over] });
    expect(await screen.findByRole('checkbox', { name: 'vendredi 20 novembre 2026 (passée)' })).not.toBeChecked();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(window.location.search).toBe(`?demande=${over.id}`);
  });

  test('the dialog still opens after a sign-in', async () => {
    const { user } = await openSpace({ query: fromMail(), state: 'signed-out' });
    fill(screen.getByLabelText('Votre e-mail'), 'ada@exemple.fr');
    await user.click(await button('Recevoir un code'));
    await enterCode();
    expect(await question()).toBeInTheDocument();
  });

  test.each([
    [false, /Aucun e-mail ne part/],
    [true, /Un e-mail le confirme à cette personne/],
  ])('the dialog states whether confirming sends a mail (%s)', async (tellsVisitor, sentence) => {
    await openSpace({ query: fromMail(), tellsVisitor });
    expect(within(await question()).getByText(sentence)).toBeInTheDocument();
  });

  test('a note and the dialog state that a cancellation sends a mail, which can have a message of the owner', async () => {
    const { user, api } = await openSpace({ query: `?demande=${reservation?.id}`, tellsVisitor: true });
    expect(await screen.findByText(/Confirmer ou annuler envoie un e-mail/)).toBeInTheDocument();
    await user.click(await button('Annuler la réservation'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Annuler cette réservation\u202f?' }));
    expect(dialog.getByText(/Un e-mail l’annonce à cette personne/)).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/^Votre message à cette personne/), ' Malade. ');
    await user.click(dialog.getByRole('button', { name: 'Annuler la réservation' }));
    expect(await screen.findByRole('button', { name: 'Rouvrir la réservation' })).toBeVisible();
    expect(api.calls).toContainEqual(['owner_cancel', expect.objectContaining({ reason: 'Malade.' })]);
  });

  test('without mails of the site, a cancellation offers a ready message with the words of the owner', async () => {
    const { user } = await openSpace({ query: `?demande=${reservation?.id}` });
    await user.click(await button('Annuler la réservation'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Annuler cette réservation\u202f?' }));
    await user.type(dialog.getByLabelText(/^Votre message à cette personne/), 'Malade.');
    await user.click(dialog.getByRole('button', { name: 'Annuler la réservation' }));
    expect(await screen.findByRole('heading', { name: /^Prévenir/ })).toBeVisible();
    await user.click(screen.getByText('Lire le message'));
    expect(screen.getByText(/^Bonjour .*Nous avons annulé votre demande.*Malade\./s)).toBeVisible();
  });
});

describe('a signed agreement', () => {
  const signed = { isContract: true, agreement: { isContract: true, signedOn: '2026-11-20' } } as const;
  const confirmed = exampleRequest(3, { ...signed, status: 'confirmee', confirmedDates: ['2026-12-10'] });

  test('is named before the owner cancels, and a reservation without one is cancelled without a word of it', async () => {
    const ask = async (request: typeof confirmed) => {
      const { user } = await openSpace({ query: `?demande=${request.id}`, requests: [request] });
      await user.click(await button('Annuler la réservation'));
      const dialog = within(await screen.findByRole('dialog', { name: 'Annuler cette réservation\u202f?' }));
      return dialog.getByText(/passera dans les annulées|garde ce qui est passé/).parentElement as HTMLElement;
    };
    const inPart = { ...confirmed, confirmedDates: ['2026-11-22', '2026-12-10'] };
    expect(await ask(inPart)).toHaveTextContent(/garde ce.*rendez toute somme .*Le dossier vous le rappelle ensuite\./);
    cleanup();
    expect(await ask(confirmed)).toHaveTextContent(
      /, contrat signé le vendredi 20 novembre 2026, passera.*rendez toute somme déjà reçue .*L6354-1/,
    );
    cleanup();
    const paid = { ...confirmed.followUp, paid: '2026-11-22' };
    expect(await ask({ ...confirmed, followUp: paid, receivedCents: 19_900 })).toHaveTextContent(
      /rendez ce qui est noté comme réglé le dimanche 22 novembre 2026, 199.€, pour les jours qui/,
    );
    cleanup();
    expect(await ask({ ...confirmed, receivedCents: 5970 })).toHaveTextContent(
      /rendez l’acompte reçu, 59,70.€, pour les jours qui n’auront pas lieu/,
    );
    cleanup();
    expect(await ask({ ...inPart, receivedCents: 5970 })).toHaveTextContent(/rendez toute somme déjà reçue pour/);
    cleanup();
    expect(await ask({ ...confirmed, agreement: null })).not.toHaveTextContent('signé');
  });

  test('has neither name in the follow-up until it is known who pays', async () => {
    const unknown = { ...confirmed, isContract: null, followUp: {} };
    await openSpace({ query: `?demande=${confirmed.id}`, requests: [unknown] });
    expect(await screen.findByRole('checkbox', { name: 'Convention ou contrat envoyé' })).toBeVisible();
  });

  test('is said to fall before its day is changed, and not for a day that is only asked for', async () => {
    const asking = { ...confirmed, status: 'nouvelle', dates: ['2026-12-10', '2026-12-11'] } as const;
    await openSpace({ query: `?demande=${confirmed.id}`, requests: [asking] });
    await press(await button('Changer un jour'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText(
        /^Contrat signé le vendredi 20 novembre 2026.: ce document porte sur le jeudi 10 décembre 2026 et ne vaudra plus/,
      ),
    ).toBeVisible();
    fill(dialog.getByLabelText('Jour à remplacer'), '2026-12-11');
    expect(dialog.queryByText(/ne vaudra plus/)).toBeNull();
  });

  const ENDED = { isContract: true, signedOn: '2026-11-20' } as const;
  test.each([
    ['told', ENDED, null, /^Le contrat signé le vendredi 20 novembre 2026 a pris fin.: un nouveau sera à signer\.$/],
    [
      'told, with a sum',
      { ...ENDED, cents: 5970 },
      /^Le contrat signé le vendredi 20 novembre 2026 a pris fin.: 59,70.€ restent à rendre\.$/,
      /a pris fin.: un nouveau sera à signer, et 59,70.€ restent à rendre\.$/,
    ],
    [
      'told, with a sum that is not known',
      { isContract: false, signedOn: '2026-11-20', cents: 0 },
      /^La convention .* a pris fin.: la somme versée reste à rendre\.$/,
      /a pris fin.: une nouvelle sera à signer, et la somme versée reste à rendre\.$/,
    ],
    ['not told', null, null, /^Le contrat signé le vendredi 20 novembre 2026 compte de nouveau\.$/],
  ] as const)(
    'of a cancellation that was %s, the question about reopening says what becomes of it, and the next one about cancelling what is due',
    async (_, owed, later, sentence) => {
      const cancelled = { ...confirmed, status: 'annulee', confirmedDates: [], owed } as const;
      const { user } = await openSpace({ query: `?demande=${confirmed.id}`, requests: [cancelled] });
      await user.click(await button('Rouvrir la réservation'));
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getAllByText(/a pris fin|compte de nouveau/)).toEqual([dialog.getByText(sentence)]);
      await user.click(dialog.getByRole('button', { name: 'Rouvrir la réservation' }));
      await user.click(await button('Annuler la réservation'));
      const due = within(await screen.findByRole('dialog')).queryByText(/a pris fin/);
      if (later) expect(due).toHaveTextContent(later);
      else expect(due).toBeNull();
    },
  );

  test('is said to fall before the day of a reopened reservation is changed', async () => {
    const dates = ['2026-12-10', '2026-12-11'];
    const reopened = { ...confirmed, status: 'nouvelle', dates, confirmedDates: [] } as const;
    await openSpace({ query: `?demande=${confirmed.id}`, requests: [reopened] });
    await press(await button('Changer un jour'));
    expect(within(await screen.findByRole('dialog')).getByText(/10 décembre 2026 et ne vaudra plus/)).toBeVisible();
  });

  test.each([
    [5970, /^59,70.€ reçus, gardés pour la confirmation\.$/, /rendez l’acompte reçu, 59,70.€, pour/],
    [0, /^Somme reçue, gardée pour la confirmation\.$/, /rendez toute somme déjà reçue/],
  ])('says before and after reopening that a sum is held: %i', async (heldCents, sentence, back) => {
    const cancelled = { ...confirmed, status: 'annulee', confirmedDates: [], agreement: null, heldCents } as const;
    const { user } = await openSpace({ query: `?demande=${confirmed.id}`, requests: [cancelled] });
    await user.click(await button('Rouvrir la réservation'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(sentence)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Rouvrir la réservation' }));
    await user.click(await button('Annuler la réservation'));
    expect(screen.getByText(back)).toBeVisible();
    await user.click(await button('Garder la réservation'));
    await user.click(screen.getByRole('link', { name: 'Dossier de la journée' }));
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  test('keeps the file within reach once its reservation is cancelled, before reopening it', async () => {
    const open = (request: typeof confirmed) => openSpace({ query: `?demande=${request.id}`, requests: [request] });
    const { user } = await open({ ...confirmed, status: 'annulee' });
    const reopen = await button('Rouvrir la réservation');
    const file = screen.getByRole('link', { name: 'Dossier de la journée' });
    expect(file.className).not.toBe(reopen.className);
    await user.click(file);
    expect(await screen.findByRole('heading', { name: 'Dossier de la journée' })).toBeInTheDocument();
    cleanup();
    await open({ ...confirmed, status: 'annulee', agreement: null });
    await button('Rouvrir la réservation');
    expect(screen.queryByRole('link', { name: 'Dossier de la journée' })).toBeNull();
  });
});

describe('follow up', () => {
  const confirmed = exampleRequest(3, { status: 'confirmee', dates: ['2026-11-19'], confirmedDates: ['2026-11-19'] });
  const of = (request: typeof confirmed) => ({ query: `?demande=${request.id}`, requests: [request] });
  const openRequest = (request = confirmed) => openSpace(of(request));
  const box = (name: string) => screen.findByRole('checkbox', { name });
  const COMPANY = { ...EMPTY_FILE, payer: 'company', payerName: 'Roux SARL', payerAddress: '5 quai' } as const;
  const COMPLETE = { ...COMPANY, payerSiren: '732829320', address: '3 rue des Lilas', priorLevel: 'Débutant' };

  test('one press notes what followed a confirmation with its day, in any order, and one press takes it back', async () => {
    const { user, api } = await openSpace({ ...of(confirmed), site, files: [[confirmed.id, COMPLETE]] });
    expect(await screen.findByText('Confirmée', { selector: 'span' })).toBeVisible();
    await user.click(await box('Réglée'));
    expect(await box('Réglée')).toHaveAccessibleDescription('le lundi 23 novembre 2026');
    expect(screen.getByText('Terminée', { selector: 'span' })).toBeVisible();
    fireEvent.change(screen.getByLabelText('Date à inscrire'), { target: { value: '2026-11-19' } });
    await user.click(await box('Convention envoyée'));
    expect(await screen.findByText('le jeudi 19 novembre 2026')).toBeInTheDocument();
    expect(api.requests()[0]?.followUp).toEqual({ paid: '2026-11-23', convention_sent: '2026-11-19' });
    // It waits for the print of the convention, then for what has changed since.
    await waitFor(() => expect(api.calls.filter(([name]) => name === 'owner_day_file')).toHaveLength(2));
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(await axe(document.body)).toHaveProperty('violations', []);
    await user.click(await box('Réglée'));
    expect(await box('Réglée')).not.toBeChecked();
    expect(await box('Réglée')).toHaveFocus();
    expect(api.requests()[0]?.followUp).toEqual({ convention_sent: '2026-11-19' });
  });

  test('a day that stands while its visitor waits for an answer about another one has its file, and is followed up', async () => {
    const { user, api } = await openRequest({ ...confirmed, status: 'nouvelle', dates: ['2026-11-19', '2026-12-07'] });
    expect(await screen.findByRole('link', { name: 'Dossier de la journée' })).toBeVisible();
    await user.click(await box('Réglée'));
    expect(api.requests()[0]?.followUp).toEqual({ paid: '2026-11-23' });
  });

  test('a contrat that may not be paid yet is not noted as paid, and says why', async () => {
    const { user, api, notices } = await openRequest();
    api.failWith(new CallError('impossible', 'unpayable 2026-12-08'));
    await user.click(await box('Réglée'));
    await waitFor(() =>
      expect(notices).toEqual([
        expect.stringMatching(/^Un contrat n’est pas payé avant sa.*Possible à partir du mardi 8 décembre 2026\.$/),
      ]),
    );
    expect(await box('Réglée')).not.toBeChecked();
  });

  test.each(['Convention envoyée', 'Convention signée'])(
    '« %s » of a document that is incomplete is not noted, and says of which one what is missing, with links to it',
    async (step) => {
      const days = ['2026-12-18', '2026-12-19'];
      const request = { ...confirmed, dates: days, confirmedDates: days };
      const { user, api, shown } = await openSpace({ ...of(request), site, files: [[request.id, COMPANY]] });
      await user.click(await box(step));
      const to = (field: string) => `/espace?demande=${request.id}&dossier=journee&champ=${field}`;
      await waitFor(() =>
        expect(shown).toEqual([
          {
            title:
              'Convention de formation professionnelle\u00a0: il manque le contenu du jour suivant, le SIREN de l’entreprise.',
            tone: 'error',
            link: { label: 'Compléter\u00a0: le contenu du jour suivant', href: to('nextDays') },
            otherLink: { label: 'Compléter\u00a0: le SIREN de l’entreprise', href: to('payerSiren') },
          },
        ]),
      );
      expect(api.calls.map(([name]) => name)).not.toContain('owner_follow_up');
    },
  );

  test('the agreement of a client abroad, which is written elsewhere, is noted', async () => {
    const abroad = { ...COMPANY, payerAddress: '2 rue du Port, 1000 Bruxelles, Belgique' };
    const { user, api } = await openSpace({ ...of(confirmed), site, files: [[confirmed.id, abroad]] });
    await user.click(await box('Convention envoyée'));
    await waitFor(() => expect(api.requests()[0]?.followUp).toEqual({ convention_sent: '2026-11-23' }));
  });

  test('a document that lacks only a text of the site is not noted, and the notice leads to that text', async () => {
    const bare = { ...site, payment: undefined, trainer: undefined, videoTool: undefined };
    const files = [[confirmed.id, COMPLETE]] as const;
    const { user, api, shown } = await openSpace({ ...of(confirmed), site: bare, files });
    await user.click(await box('Convention envoyée'));
    await waitFor(() =>
      expect(shown).toMatchObject([
        {
          title:
            'Convention de formation professionnelle\u00a0: il manque l’outil de visioconférence, le nom du formateur, les titres ou références du formateur et 1\u00a0autre.',
          link: { href: '/espace?vue=textes&champ=videoTool' },
        },
      ]),
    );
    expect(api.calls.map(([name]) => name)).not.toContain('owner_follow_up');
  });

  test('a contrat has its name in what follows, is signed once it has gone out, and has the name of both agreements in the history', async () => {
    const request = { ...confirmed, isContract: true, followUp: { convention_sent: '2026-11-20' } };
    await openRequest(request);
    expect(await box('Contrat envoyé')).toBeChecked();
    expect(await box('Contrat signé')).toBeEnabled();
    fireEvent.change(screen.getByLabelText('Date à inscrire'), { target: { value: '2026-11-19' } });
    expect(await box('Contrat signé')).toBeDisabled();
    expect(await box('Contrat signé')).toHaveAccessibleDescription(/^Ce document est parti le vendredi 20 novembre/);
    fireEvent.change(screen.getByLabelText('Date à inscrire'), { target: { value: '2026-11-20' } });
    expect(await box('Contrat signé')).toBeEnabled();
    expect(screen.getByText(/ · Convention ou contrat envoyé/)).toBeInTheDocument();
  });

  test('neither a day that is still to come nor a training before its last day is over can be noted', async () => {
    await openRequest();
    fireEvent.change(await screen.findByLabelText('Date à inscrire'), { target: { value: '2026-11-24' } });
    expect(screen.getByText('Choisissez un jour passé ou aujourd’hui.')).toBeInTheDocument();
    expect(await box('Journée faite')).toBeDisabled();
    cleanup();
    await openRequest({ ...confirmed, confirmedDates: ['2026-11-20', '2026-11-24'] });
    expect(await box('Réglée')).toBeEnabled();
    expect(screen.queryByRole('checkbox', { name: 'Journée faite' })).toBeNull();
    cleanup();
    jest.setSystemTime(Date.parse('2026-11-24T17:00:00Z'));
    await openSpace({ ...of({ ...confirmed, confirmedDates: ['2026-11-20', '2026-11-24'] }), site });
    expect(await box('Journée faite')).toBeEnabled();
  });

  test.each([
    [{ withdrawalUntil: '2026-12-04' }, [expect.stringMatching(/rétractation, sans frais\.$/)]],
    [{}, []],
  ])('a cancelled reservation says whether it was a withdrawal: %j', async (more, notes) => {
    const cancelled = exampleRequest(1, { status: 'annulee' });
    const endedByVisitor = { isContract: true, signedOn: '2026-11-20', ...more };
    await openSpace({ query: `?demande=${cancelled.id}`, requests: [cancelled], endedByVisitor });
    await button('Rouvrir la réservation');
    expect(screen.queryAllByRole('note').map(({ textContent }) => textContent)).toEqual(notes);
  });

  test('nothing can be noted before a confirmation, and what was noted stays readable after a cancellation', async () => {
    const cancelled = exampleRequest(4, { status: 'annulee', followUp: { paid: '2026-11-19' } });
    await openRequest(cancelled);
    expect(await box('Réglée')).toBeChecked();
    expect(await box('Réglée')).toBeDisabled();
    expect(screen.queryByLabelText('Date à inscrire')).toBeNull();
    cleanup();
    await openRequest(exampleRequest(1));
    expect(await screen.findByRole('heading', { name: 'Historique' })).toBeInTheDocument();
    expect(screen.queryByText('Suites')).toBeNull();
  });
});

describe('reach', () => {
  // jsdom opens no other app.
  const stay = (event: Event) => event.preventDefault();
  beforeEach(() => {
    document.addEventListener('click', stay);
  });
  afterEach(() => {
    document.removeEventListener('click', stay);
  });

  const open = (row: ReturnType<typeof exampleRequest>, tellsVisitor = false) =>
    openSpace({ query: `?demande=${row.id}`, requests: [row], tellsVisitor });
  const confirmed = exampleRequest(1, { status: 'confirmee', confirmedDates: ['2026-12-07'] });
  const PHONE = '06\u00a039\u00a098\u00a000\u00a000';
  const link = (name: string) => screen.queryByRole('link', { name });

  test('a request leads into the apps that reach the person', async () => {
    await open(exampleMessage(2));
    expect(await screen.findByRole('link', { name: `Appeler ${PHONE}` })).toHaveAttribute('href', 'tel:+33639980000');
    expect(link(`SMS au ${PHONE}`)).toHaveAttribute('href', 'sms:+33639980000');
    expect(link(`WhatsApp au ${PHONE}`)).toHaveAttribute('href', 'https://wa.me/33639980000');
    expect(link('E-mail à alex@exemple.fr')).toHaveAttribute('href', 'mailto:alex%40exemple.fr');
  });

  test.each([
    ['a landline', '01 99 00 00 00', ['Appeler', 'E-mail']],
    ['no number', null, ['E-mail']],
  ])('with %s only what can reach the person is offered', async (_, phone, offered) => {
    await open(exampleRequest(1, { phone }));
    await heading('Camille Martin');
    expect(
      screen.getAllByRole('link', { name: /^(Appeler|SMS|WhatsApp|E-mail) / }).map((one) => one.textContent),
    ).toEqual(offered);
  });

  test('another day that the visitor asks for is in the head, and no message names the one that it replaces', async () => {
    await open({ ...confirmed, status: 'nouvelle', dates: ['2026-12-07', '2026-12-14'] });
    expect(await screen.findByRole('note')).toHaveTextContent(
      'Autre jour demandé par le visiteur : lun. 14 déc., à la place du lun. 7 déc.',
    );
    expect(screen.queryByRole('heading', { name: /^Prévenir/ })).toBeNull();
  });

  test('a confirmed reservation offers a ready message, and the history notes the app that was opened with it', async () => {
    const { user, api, notices } = await open(confirmed);
    expect(await heading('Prévenir Camille Martin')).toBeInTheDocument();
    expect(screen.getByText(/Votre journée de formation est confirmée.*lundi 7 décembre 2026/)).toBeInTheDocument();
    expect(await axe(document.body)).toHaveProperty('violations', []);
    const [, sms = document.body] = screen.getAllByRole('link', { name: `SMS au ${PHONE}` });
    const href = new URL(sms.getAttribute('href') ?? '');
    expect(href.pathname).toBe('+33639980000');
    expect(href.searchParams.get('body')).toContain('lundi 7 décembre 2026');
    await user.click(sms);
    expect(await screen.findByText(/Prévenue par SMS/)).toBeInTheDocument();
    expect(api.calls).toContainEqual(['owner_tell', { id: confirmed.id, version: 1, channel: 'sms' }]);
    expect(notices).toEqual(['C’est noté dans l’historique.']);
  });

  test('a message that no call noted is said', async () => {
    const { user, api, notices } = await open(confirmed);
    await heading('Prévenir Camille Martin');
    api.failWith(new CallError('offline'));
    const [, mail = document.body] = screen.getAllByRole('link', { name: 'E-mail à camille@exemple.fr' });
    await user.click(mail);
    expect(notices).toHaveLength(1);
  });

  test('when the site mails the person itself, only a message by telephone is offered', async () => {
    await open(confirmed, true);
    expect(await screen.findByText(/^Le site lui écrit une minute après/)).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: /^E-mail/ })).toHaveLength(1);
    expect(screen.getAllByRole('link', { name: /^WhatsApp/ })).toHaveLength(2);
  });

  test.each<[string, readonly Pick<SentMail, 'sentAt' | 'failedAt'>[], boolean, string?]>([
    ['waits', [{ sentAt: null, failedAt: null }], true],
    [
      'has gone out since the last change, as the last one of the day',
      [{ sentAt: '2026-11-20T14:34:00Z', failedAt: null }],
      true,
    ],
    ['went out before the last change', [{ sentAt: '2026-11-20T14:32:00Z', failedAt: null }], false],
    ['failed', [{ sentAt: null, failedAt: '2026-11-20T14:34:00Z' }], false],
    ['was withheld', [], false],
    ['is forgotten', [], true, '2026-10-20T14:33:00Z'],
  ])('the site has told of the confirmed days when its mail %s', (_, mails, isTold, at = '2026-11-20T14:33:00Z') => {
    const history = [
      { at: '2026-11-20T14:31:00Z', who: null, action: 'confirmed', detail: ['2026-12-07'] },
      { at, who: null, action: 'changed_day', detail: { from: '2026-12-07', to: '2026-12-08' } },
    ];
    const told = { history, mails: mails.map((mail) => ({ kind: 'confirmation', ...mail })), tellsVisitor: true };
    expect(isToldByMail(told, 'confirmation')).toBe(isTold);
  });

  test.each([
    ['a change was taken back before its mail went out', 'changed_day', { from: '2026-12-07', to: '2026-12-08' }, true],
    ['a wish was refused since', 'visitor_asked', { from: '2026-12-07', to: '2026-12-08' }, false],
  ])('where %s, the mail of before has told of the confirmed days: %j', (_, action, detail, isTold) => {
    const at = (minute: number) => `2026-11-20T14:${minute}:00Z`;
    const event = (minute: number, action: string, detail: object) => ({ at: at(minute), who: null, action, detail });
    const history = [
      event(31, 'confirmed', ['2026-12-07']),
      event(40, action, detail),
      event(41, 'confirmed', ['2026-12-07']),
    ];
    const mails = [{ kind: 'confirmation', sentAt: at(32), failedAt: null }];
    expect(isToldByMail({ history, mails, tellsVisitor: true }, 'confirmation')).toBe(isTold);
  });

  test('nobody is told about a day that is over', async () => {
    const held = { dates: ['2026-11-20'], confirmedDates: ['2026-11-20'] };
    await open({ ...confirmed, ...held, isAgefice: true });
    await heading('Suites');
    expect(screen.queryByRole('heading', { name: /^Prévenir/ })).toBeNull();
  });

  test('a person whose only day to come is cancelled is told of that, though the other days are over', async () => {
    const days = ['2026-11-20', '2026-11-24'];
    await open({ ...confirmed, dates: days, confirmedDates: days });
    await press(await button('Annuler ce jour\u00a0: mardi 24 novembre 2026'));
    const dialog = within(await screen.findByRole('dialog', { name: /^Annuler ce jour/ }));
    await press(dialog.getByRole('button', { name: 'Annuler ce jour' }));
    expect(await heading('Prévenir Camille Martin')).toBeInTheDocument();
    expect(screen.getByText(/Nous avons annulé votre journée du mardi 24 novembre 2026/)).toBeInTheDocument();
  });

  test('nobody is told about a reservation without a confirmed day', async () => {
    await open(exampleRequest(1));
    expect(await screen.findByText(/^Le site n’écrit pas à cette personne/)).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: /^Prévenir/ })).toBeNull();
  });
});

describe('notes', () => {
  const row = exampleMessage(2);
  const open = () => openSpace({ query: `?demande=${row.id}`, requests: [row] });
  const note = () => screen.findByLabelText(/^Note/);
  const later = (ms: number) => act(async () => jest.advanceTimersByTime(ms));
  type Opening = Awaited<ReturnType<typeof open>>;
  const saved = ({ api }: Opening) => api.requests()[0]?.note ?? null;
  const saves = ({ api }: Opening) => api.calls.filter(([name]) => name === 'owner_note').length;

  test('a note is saved once typing pauses, without a notice, and keeps the space that was typed last', async () => {
    const opened = await open();
    fill(await note(), 'Rappelé ');
    expect(saved(opened)).toBeNull();
    await later(800);
    expect(await screen.findByText('Enregistré')).toBeInTheDocument();
    fill(await note(), 'Rappelé lundi');
    await later(800);
    await waitFor(() => expect(saved(opened)).toBe('Rappelé lundi'));
    expect(saves(opened)).toBe(2);
    expect(opened.notices).toEqual([]);
  });

  test.each([
    ['the request', async ({ user }: Opening) => user.click(screen.getByRole('link', { name: 'Retour à la liste' }))],
    [
      'the page',
      async () => {
        jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
        jest.restoreAllMocks();
      },
    ],
  ])('a note is saved at once when its owner leaves %s', async (_, leave) => {
    const opened = await open();
    fill(await note(), 'Rappelé');
    await leave(opened);
    await waitFor(() => expect(saved(opened)).toBe('Rappelé'));
  });

  test('a note that another device changed meanwhile is not overwritten without a question', async () => {
    const opened = await open();
    fill(await note(), 'Rappelé');
    opened.api.changeElsewhere(row.id, { note: 'Absent' });
    await later(800);
    const dialog = within(await screen.findByRole('dialog', { name: 'Cette demande a changé entre-temps' }));
    expect(dialog.getByText('Maintenant : Absent')).toBeInTheDocument();
    expect(await note()).toHaveValue('Rappelé');
    await opened.user.click(dialog.getByRole('button', { name: 'Faire mon action quand même' }));
    await waitFor(() => expect(saved(opened)).toBe('Rappelé'));
    fill(await note(), 'Rappelé lundi');
    opened.api.changeElsewhere(row.id, { note: 'Parti' });
    await later(800);
    await opened.user.click(await button('Garder ce qui est enregistré'));
    expect(await note()).toHaveValue('Parti');
    expect(saved(opened)).toBe('Parti');
  });

  test('a change of something else by another device does not hinder a note', async () => {
    const opened = await open();
    fill(await note(), 'Rappelé');
    opened.api.changeElsewhere(row.id, { handledAt: '2026-11-23T08:00:00Z' });
    await later(800);
    await later(800);
    await waitFor(() => expect(saved(opened)).toBe('Rappelé'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('an action that follows a note at once is no conflict with it', async () => {
    const opened = await open();
    fill(await note(), 'Rappelé');
    const handle = await button('Marquer comme traité');
    await later(800);
    await opened.user.click(handle);
    expect(await button('Remettre à traiter')).toBeInTheDocument();
    expect(opened.api.requests()[0]).toMatchObject({ note: 'Rappelé', handledAt: expect.any(String) });
  });

  test('a note survives a failure, a reload and the end of the session, and is saved then', async () => {
    const opened = await open();
    opened.api.failWith(new CallError('offline'));
    fill(await note(), 'Rappelé');
    await later(800);
    expect(await screen.findByText(/^Pas encore enregistré/)).toBeInTheDocument();
    cleanup();
    const again = await open();
    expect(await note()).toHaveValue('Rappelé');
    again.api.failWith(new CallError('signed-out'));
    await later(800);
    expect(await screen.findByText(/^Votre session a expiré/)).toBeInTheDocument();
    expect(again.notices).toEqual([]);
    expect(screen.getByLabelText('Votre e-mail')).toHaveValue('proprietaire@exemple.fr');
    again.api.failWith(null);
    await again.user.click(await button('Recevoir un code'));
    await enterCode();
    expect(await heading('Alex Roy')).toBeInTheDocument();
    expect(await note()).toHaveValue('Rappelé');
    await later(800);
    await waitFor(() => expect(saved(again)).toBe('Rappelé'));
    expect(window.sessionStorage).toHaveLength(0);
  });
});
