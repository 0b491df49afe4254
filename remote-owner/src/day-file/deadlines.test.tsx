import { cleanup, screen, waitFor } from '@testing-library/react';
import { markedAsSent, NOW, open, openFile, openOn, request, site, warned } from '../../tests/support/day-file';
import { fill, heading, openSpace, press } from '../../tests/support/open-space';
import { keptOn, marked } from '../../tests/support/paper-data';
import { CallError } from '../api/call-error';
import { EMPTY_FILE } from '../testing/file-handlers';
import { voidAgreement, wasTaughtUnsigned } from './warnings';

const openUnsigned = (document = 'journee', sentOn: string | null = null) =>
  openOn(
    '2026-11-22',
    {
      payer: 'self',
      status: 'independent',
      priorLevel: 'Débute.',
      kept: keptOn('2026-11-22'),
      papers: markedAsSent('convention', sentOn, '2026-11-22'),
    },
    document,
  );

describe('payments and the fund', () => {
  test.each([['devis'], ['convention'], ['facture']])(
    'the tax of a client overseas is to be confirmed: it is said beside the %s, and not in it',
    async (document) => {
      const papers = { ...site.papers, vat: 'standard' as const };
      await open({ address: '3 rue des Lilas, 97400 Saint-Denis', payer: 'agefice' }, document, { ...site, papers });
      const notice = await screen.findByText(
        /^Le client est un professionnel outre-mer.: les documents comptent la TVA de son lieu, 8,5.%/,
      );
      expect(notice.closest('article')).toBeNull();
    },
  );

  test.each([[null], ['2026-11-20']])(
    'a day that was held without a signed contrat, sent on %s, says so, and neither sends nor signs it of today',
    async (sentOn) => {
      await openUnsigned('journee', sentOn);
      const sentence = /^La formation a eu lieu le dimanche 22 novembre 2026 sans contrat signé\./;
      expect(await screen.findByText(sentence)).toBeVisible();
      expect(screen.queryByText(/^La formation a lieu/)).toBeNull();
      expect(screen.getByText(/^Prêts à partir/)).not.toHaveTextContent('Contrat');
      expect(screen.queryByRole('button', { name: /contrat signé/ })).toBeNull();
      expect(screen.queryByRole('link', { name: /^Facture/ })).toBeNull();
      await press(screen.getByRole('link', { name: 'Noter la signature du contrat' }));
      expect(await screen.findAllByRole('heading', { name: 'Contrat de formation professionnelle' })).toHaveLength(2);
      expect(screen.getByText(sentence)).toBeVisible();
      expect(screen.queryByText(/^La formation a lieu/)).toBeNull();
    },
  );

  test.each([
    ['2026-11-24', /^Aucun paiement avant la signature du contrat et la fin des dix jours/],
    ['2026-11-22', /^La formation a eu lieu le dimanche 22 novembre 2026 sans contrat signé\./],
  ])('the invoice of %s without a signed contrat says why it does not go out, in all papers too', async (day, why) => {
    const own = { payer: 'self', papers: markedAsSent('convention', null, day), kept: keptOn(day) } as const;
    await openOn(day, own, 'facture');
    expect((await screen.findByText(why)).closest('article')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Envoyer par e-mail' })).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Facture envoyée' })).toBeDisabled();
    cleanup();
    await openOn(day, own, 'tous');
    const invoice = await screen.findByRole('checkbox', { name: 'Facture de votre logiciel, à joindre vous-même' });
    await press(screen.getByText('Autres documents'));
    await press(invoice);
    expect(invoice).toBeChecked();
    expect(screen.getByText(/^Aucun paiement avant la signature/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Noter\u00a0: facture envoyée' })).toBeNull();
  });

  test('a signed contrat is that of a day that was held, while one at another price is not signed', () => {
    const own = {
      ...{ videoLink: null, left: null, calledOff: null, hasOtherHours: false, hasLowNote: false },
      file: { ...EMPTY_FILE, payer: 'self' as const, papers: markedAsSent('convention', '2026-11-20', '2026-11-22') },
    };
    const held = { ...request, dates: ['2026-11-22'], confirmedDates: ['2026-11-22'] };
    const agreement = { isContract: true, signedOn: '2026-11-01' };
    expect([held, { ...held, agreement }].map((one) => wasTaughtUnsigned({ ...own, ...NOW, request: one }))).toEqual([
      true,
      false,
    ]);
  });

  test.each([
    ['of France', '3 rue des Lilas, 35000 Rennes'],
    ['abroad, whose tax is written elsewhere,', '2 rue du Port, 1000 Bruxelles, Belgique'],
  ])('within its ten days, the invoice of a client %s names the day from which it can be noted', async (_, address) => {
    const papers = marked({ sentOn: '2026-11-20', signedOn: '2026-11-20', days: ['2026-11-20'] }, 'convention');
    const own = { payer: 'self', status: 'individual', address, papers, kept: keptOn('2026-11-20') } as const;
    await openOn('2026-11-20', own, 'facture');
    expect(await screen.findByText('Aucun paiement avant la fin du lundi 30 novembre 2026 (L6353-6).')).toBeVisible();
    const sent = screen.getByRole('checkbox', { name: 'Facture envoyée' });
    expect(sent).toBeDisabled();
    expect(sent).toHaveAccessibleDescription('Possible à partir du mardi 1er décembre 2026.');
    await press(await screen.findByRole('link', { name: 'Retour au dossier' }));
    expect(await screen.findByText('Possible à partir du 1er déc.')).toBeVisible();
    expect(screen.queryByText(/^Complétez d’abord|se note ici/)).toBeNull();
  });

  test('a signature counts for a day that is over, once a later day of it is cancelled', () => {
    const days = ['2026-11-22', '2026-12-22'];
    const own = {
      ...{ videoLink: null, left: null, calledOff: null, hasOtherHours: false, hasLowNote: false },
      request: { ...request, dates: days, confirmedDates: ['2026-11-22'] },
    };
    const marks = { sentOn: '2026-11-01', signedOn: '2026-11-01', days, print: 'own=1' };
    const counts = [true, false].map((isValid) => {
      const file = { ...EMPTY_FILE, payer: 'self' as const, papers: marked({ ...marks, isValid }, 'convention') };
      const reservation = { ...own, file };
      return [voidAgreement(reservation, ''), ...warned('convention', reservation, '')].filter(Boolean).length;
    });
    expect(counts).toEqual([0, 2]);
  });

  test('what was paid without a signed contrat is noted in the follow-up, to which the file leads', async () => {
    await openUnsigned();
    await press(await screen.findByRole('link', { name: /^Noter un règlement/ }));
    await heading('Suites');
    expect(screen.getByRole('checkbox', { name: 'Réglée' })).toBeEnabled();
  });

  test('what a tick notes has the day that is chosen above it, and none that its law forbids', async () => {
    const signed = { sentOn: '2026-11-01', signedOn: '2026-11-01', days: ['2026-11-23'], deposit: true };
    const { api } = await open({ payer: 'self', papers: marked(signed, 'convention') });
    const day = await screen.findByLabelText('Date à inscrire');
    const deposit = screen.getByRole('checkbox', { name: /^Acompte reçu/ });
    fill(day, '2026-11-11');
    expect(deposit).toBeDisabled();
    expect(deposit).toHaveAccessibleDescription('Possible à partir du jeudi 12 novembre 2026.');
    fill(day, '2026-11-24');
    expect(day).toBeInvalid();
    fill(day, '2026-11-17');
    await press(deposit);
    expect(api.files.get(request.id)).toMatchObject({ depositOn: '2026-11-17' });
  });

  test('the tick of the fund’s deadline ends it', async () => {
    const { api } = await open({ payer: 'agefice' });
    await press(await screen.findByRole('checkbox', { name: /^Dossier AGEFICE déposé/ }));
    expect(api.files.get(request.id)).toMatchObject({ fundingFiledOn: '2026-11-23' });
    expect(screen.getAllByText(/^Dossier AGEFICE.: à déposer complet/)).toHaveLength(1);
  });

  test('a payment that is noted in the request is no longer asked for in its file, also before that is read again', async () => {
    const concern = {
      kind: 'invoice',
      isUrgent: false,
      request: request.id,
      name: request.name,
      due: '2026-11-22',
    } as const;
    const { user, api } = await openFile({ concerns: [{ ...concern, days: ['2026-11-20'], isLate: true }] });
    expect(await screen.findByRole('link', { name: /^Facture de/ })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Retour à la demande' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Réglée' }));
    expect(await screen.findByRole('checkbox', { name: 'Réglée' })).toBeChecked();
    api.failWith(new CallError('offline'));
    await user.click(screen.getByRole('link', { name: 'Dossier de la journée' }));
    expect(await heading('Maintenant')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Facture de/ })).toBeNull();
  });

  test('a payment that is noted in the file is noted in its request, also before that is read again', async () => {
    const { user, api } = await openSpace({ query: `?demande=${request.id}`, requests: [request] });
    await user.click(await screen.findByRole('link', { name: 'Dossier de la journée' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Réglée' }));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Réglée' })).toBeChecked());
    api.failWith(new CallError('offline'));
    await user.click(screen.getByRole('link', { name: 'Retour à la demande' }));
    expect(await screen.findByRole('checkbox', { name: 'Réglée' })).toBeChecked();
  });

  test('a file for the fund that was not asked for after all is neither late nor paid back', async () => {
    const { api } = await open({ payer: 'agefice' });
    await press(await screen.findByRole('checkbox', { name: /^Financement AGEFICE pas demandé/ }));
    expect(api.files.get(request.id)).toMatchObject({ fundingDroppedOn: '2026-11-23' });
    expect(await screen.findByText(/^Dossier AGEFICE.: pas demandé, finalement/)).toBeVisible();
    expect(screen.queryByText(/en retard|^Demande de remboursement/)).toBeNull();
    await press(screen.getByRole('link', { name: 'Revoir «\u202fQui paie\u202f»' }));
    expect(screen.getByLabelText('Qui paie')).toHaveFocus();
  });

  test('what was paid is noted beside the date of its payment', async () => {
    const { api } = await open({ payer: 'self', papers: marked({ signedOn: '2026-11-01' }, 'convention') });
    expect(await screen.findByText(/^Paiement de la facture/)).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: 'Acompte reçu' })).toBeNull();
    await press(screen.getByRole('checkbox', { name: 'Réglée' }));
    expect(api.calls).toContainEqual([
      'owner_follow_up',
      { id: request.id, version: request.version, step: 'paid', day: '2026-11-23' },
    ]);
    expect(screen.getByRole('checkbox', { name: 'Réglée' })).toBeChecked();
  });
});
