import { CONVOCATION_DAYS_BEFORE, type DayFile, HALVES } from '@site/contract/day-papers';
import { addDays } from '@site/contract/today';
import { exampleSite } from '@site/shared-ui/testing';
import type { Concern } from '@site/supabase/requests';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import {
  ATTENDED,
  day,
  markedAsSent,
  open,
  openBefore,
  openFile,
  openOn,
  request,
  saveForm,
  site,
  texts,
  warned,
} from '../../tests/support/day-file';
import { button, fill, heading, openSpace, press } from '../../tests/support/open-space';
import { marked } from '../../tests/support/paper-data';
import { dayFile } from '../content/day-file';
import { countryNameOf } from '../papers/addresses';
import { WRITE } from '../papers/all-papers';
import { exampleRequest } from '../testing/examples';
import { EMPTY_FILE } from '../testing/file-handlers';
import { readPrice } from './trainee-form';

describe('what a file lacks', () => {
  test('a confirmed reservation leads to its file, which lists each document with what it lacks', async () => {
    await openSpace({ query: `?demande=${request.id}`, requests: [request] });
    await press(await screen.findByRole('link', { name: 'Dossier de la journée' }));
    await heading('Dossier de la journée');
    const convention = screen
      .getByRole('link', { name: 'Convention de formation professionnelle' })
      .closest('li') as HTMLElement;
    expect(within(convention).getByText(/^À.compléter/)).toBeInTheDocument();
    // Once, although several documents lack it.
    expect(screen.getAllByRole('link', { name: 'l’adresse du stagiaire' })).toHaveLength(1);
    expect(screen.getByRole('link', { name: /^\d+\sinformations dans vos textes$/ })).toHaveAttribute(
      'href',
      '/espace?vue=textes&sujet=a-completer',
    );
    expect(await axe(document.body)).toHaveProperty('violations', []);
  });

  test('a text that is missing alone, or that not all papers need, opens its own field', async () => {
    const consumer = { ...ATTENDED, payer: 'self', siren: null, status: 'individual', priorLevel: 'Débute.' } as const;
    await open(consumer, 'journee', { ...site, ...texts, day, email: '' });
    const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await href('le médiateur de la consommation')).toBe('/espace?vue=textes&champ=mediator.name');
    expect(await href('l’e-mail')).toBe('/espace?vue=textes&champ=email');
    expect(screen.queryByRole('link', { name: /dans vos textes$/ })).toBeNull();
  });

  test('an incomplete paper cannot be marked as sent, and names where each field is filled in', async () => {
    await open({}, 'convention');
    expect(await screen.findByRole('checkbox', { name: 'Convention envoyée' })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'la région du préfet' })).toHaveAttribute(
      'href',
      '/espace?vue=textes&champ=papers.region',
    );
    expect(screen.getAllByText('[À compléter]').length).toBeGreaterThan(3);
    expect(await axe(document.body)).toHaveProperty('violations', []);
  });

  test('a paper of a client abroad that lacks only its tax and number is not sent from here, and can be marked', async () => {
    const payerAddress = '2 rue du Port, 1000 Bruxelles, Belgique';
    await open({ ...ATTENDED, payer: 'company', payerName: 'Immo', payerAddress }, 'facture', { ...site, day });
    expect(await screen.findByText(/^Écrivez ce document hors de cet espace/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /e-mail/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'la TVA d’un client hors de France' })).toHaveAttribute(
      'href',
      expect.stringMatching(/champ=payerAddress$/),
    );
    expect(screen.getByRole('checkbox', { name: 'Facture envoyée' })).toBeEnabled();
  });

  test('the papers of a client abroad that lack only the tax and the number are to be written elsewhere, and are signed like others', async () => {
    const payerAddress = '2 rue du Port, 1000 Bruxelles, Belgique';
    const papers = markedAsSent('convention', '2026-11-20', '2026-12-22');
    await openOn('2026-12-22', { payer: 'company', payerName: 'Immo', payerAddress, kept: null, papers });
    const now = within((await heading('Maintenant')).parentElement as HTMLElement);
    expect(now.getByRole('button', { name: /^Noter.: convention signée/ })).toBeEnabled();
    expect(now.getByText(/^À écrire hors de cet espace, .*: Programme de la formation\./)).toBeVisible();
    expect(now.queryByRole('link', { name: /SIREN|TVA/ })).toBeNull();
    const badgeOf = (name: RegExp) =>
      screen.getAllByRole('listitem').find((item) => within(item).queryByRole('link', { name }))?.textContent;
    expect(badgeOf(/^Programme/)).toContain('Hors de cet espace');
    expect(badgeOf(/^Convention/)).toContain('Envoyé');
  });

  test('each missing item opens its field', async () => {
    await open({}, 'convention');
    await press(await screen.findByRole('link', { name: 'l’adresse du stagiaire' }));
    await waitFor(() => expect(screen.getByLabelText('Adresse du stagiaire')).toHaveFocus());
    expect(screen.getByLabelText('Adresse du stagiaire')).toHaveAccessibleDescription(/finissez par le pays/);
  });

  test.each([
    ['', 'Hors de France, finissez par le pays.'],
    ['Markt 1, 06110 Dessau', 'Pays compris\u00a0: France. S’il est autre, finissez par son nom.'],
    ['Am Markt 1, 66111 Saarbrucken', 'Pays à préciser\u00a0: finissez par son nom.'],
    ['Am Markt 1, 66111 Saarbrücken, Allemagne', 'Pays compris\u00a0: Allemagne.'],
    ['97434 Saint-Gilles-les-Bains', 'Pays à préciser\u00a0: finissez par son nom.'],
    ['8 rue du Port, 97434 Saint-Gilles-les-Bains', 'Pays compris\u00a0: La Réunion.'],
  ])('the country that papers take « %s » to be in is named beside it', (typed, words) => {
    expect(dayFile.trainee.addressHint(typed, countryNameOf(typed))).toContain(words);
  });

  test('what is missing opens its field from the file too, as often as it is followed', async () => {
    await open();
    const payer = await screen.findByRole('link', { name: 'qui paie' });
    for (const _ of [1, 2]) {
      await press(payer);
      expect(screen.getByLabelText('Qui paie')).toHaveFocus();
    }
  });

  test('a missing text opens its field among the texts of the site', async () => {
    await open({}, 'devis');
    await press(await screen.findByRole('link', { name: 'le régime de TVA' }));
    await waitFor(() => expect(screen.getByLabelText('Régime de TVA')).toHaveFocus());
    expect(screen.getByLabelText('Régime de TVA')).toBeVisible();
  });

  test('AGEFICE of the request is who pays, until somebody says otherwise', async () => {
    const funded = { ...request, isAgefice: true };
    await openFile({ requests: [funded] });
    expect(await screen.findByLabelText('Qui paie')).toHaveValue('agefice');
  });
});

describe('the details of the trainee and the payment', () => {
  test('what was typed is saved, and the payer decides the name of the agreement', async () => {
    const { api, notices } = await open();
    fill(await screen.findByLabelText('Adresse du stagiaire'), '3 rue des Lilas, 35000 Rennes');
    fill(screen.getByLabelText('Qui paie'), 'self');
    fill(screen.getByLabelText('Prix convenu, toutes taxes comprises'), '0');
    await saveForm('Stagiaire et paiement');
    expect(notices).toEqual(['Le dossier est enregistré.']);
    const saved = { address: '3 rue des Lilas, 35000 Rennes', payer: 'self', priceCents: 0, version: 2 };
    expect(api.files.get(request.id)).toMatchObject(saved);
    expect(screen.getByRole('link', { name: 'Contrat de formation professionnelle' })).toBeInTheDocument();
  });

  test('the company of a trainee whose own fund pays has a name, which no fund or employer leaves to it', async () => {
    const { api } = await open({ payer: 'other', payerName: 'Agence du Port' });
    fill(await screen.findByLabelText('Qui paie'), 'agefice');
    const company = await screen.findByLabelText(/^Sa société/);
    expect(company).toHaveValue('');
    expect(company).toHaveAccessibleDescription(/signe en son nom.*EURL.*SASU ne relève pas/);
    fill(company, 'Martin Conseil EURL');
    fill(screen.getByLabelText('Qui paie'), 'fifpl');
    await saveForm('Stagiaire et paiement');
    await waitFor(() =>
      expect(api.files.get(request.id)).toMatchObject({ payer: 'fifpl', payerName: 'Martin Conseil EURL' }),
    );
  });

  test.each([
    ['self', 'agefice', /^Le contrat signé le vendredi 20 novembre 2026 engage jusqu’à la signature d’un autre/],
    ['agefice', 'company', /^La convention signée le vendredi 20 novembre 2026 engage jusqu’à la signature d’un autre/],
  ] as const)(
    'another payer, for whom the signed agreement is to be replaced, is saved only after a question: %s, %s',
    async (payer, other, words) => {
      const { api } = await open({ payer, papers: marked({ signedOn: '2026-11-20' }, 'convention') });
      fill(await screen.findByLabelText('Qui paie'), other);
      await saveForm('Stagiaire et paiement');
      expect(await screen.findByText(words)).toBeVisible();
      expect(await axe(document.body)).toHaveProperty('violations', []);
      await press(await button('Annuler'));
      expect(api.files.get(request.id)).toMatchObject({ payer });
      await saveForm('Stagiaire et paiement');
      await press(await button('Continuer'));
      expect(api.files.get(request.id)).toMatchObject({ payer: other });
    },
  );

  test.each([
    [{ payer: 'agefice' }, { payer: 'fifpl' }],
    [{ payer: 'company', payerName: 'A', payerSiren: '732829320' }, { payer: 'opco' }],
    [{ payer: 'company', payerName: 'A', payerSiren: '732829320' }, { payerName: 'A, agence' }],
  ] as const)('the same client is saved at once, with whatever it pays: %j, %j', async (client, changes) => {
    const { api } = await open({ ...client, papers: marked({ signedOn: '2026-11-20' }, 'convention') });
    await screen.findByLabelText('Qui paie');
    for (const [name, value] of Object.entries(changes))
      fill(screen.getByLabelText(name === 'payer' ? 'Qui paie' : 'Nom de l’entreprise (son employeur)'), value);
    await saveForm('Stagiaire et paiement');
    expect(api.files.get(request.id)).toMatchObject({ ...client, ...changes });
  });

  test('another price, for which the signed contract is to be replaced, is saved only after a question, the same price at once', async () => {
    const papers = marked({ signedOn: '2026-11-20', days: ['2026-11-23'] }, 'convention');
    const { api } = await open({ payer: 'self', papers });
    fill(await screen.findByLabelText(/^Prix convenu/), '199');
    await saveForm('Stagiaire et paiement');
    expect(api.files.get(request.id)).toMatchObject({ priceCents: 19_900 });
    fill(screen.getByLabelText(/^Prix convenu/), '250');
    await saveForm('Stagiaire et paiement');
    expect(await screen.findByText(/^Le contrat signé le vendredi 20 novembre 2026 engage jusqu’à la/)).toBeVisible();
    expect(api.files.get(request.id)).toMatchObject({ priceCents: 19_900 });
    await press(await button('Continuer'));
    expect(api.files.get(request.id)).toMatchObject({ priceCents: 25_000 });
  });

  const NO_COMPANY = { payerName: null, payerSiren: null };

  test('the payer of a signed contract makes it the present one again, which the question says', async () => {
    const papers = marked({ sentOn: '2026-11-21' }, 'convention');
    const agreement = { isContract: true, signedOn: '2026-11-20' };
    const file = { payer: 'agefice', papers, signedClient: { ...NO_COMPANY, payer: 'self' } } as const;
    await openFile({ request: { agreement, newAgreement: 'kind' }, file });
    fill(await screen.findByLabelText('Qui paie'), 'self');
    await saveForm('Stagiaire et paiement');
    const words =
      /^La convention envoyée le samedi 21 .* ne vaudra plus.: le contrat signé le vendredi 20 .* de nouveau\.$/;
    expect(await screen.findByText(words)).toBeVisible();
  });

  test.each([
    ['Agence du Port', 'la convention signée le vendredi 20 novembre 2026 vaudra de nouveau'],
    ['Agence du Nord', 'un autre document sera à envoyer et à signer'],
  ])('of a convention with a company, what is signed counts again with that company alone: %s', async (name, words) => {
    const papers = EMPTY_FILE.papers.map((one) =>
      one.paper === 'convention' ? { ...one, sentOn: '2026-11-21' } : one,
    );
    const agreement = { isContract: false, signedOn: '2026-11-20' };
    const signedClient = { ...NO_COMPANY, payer: 'company', payerName: 'Agence du Port' } as const;
    await openSpace({
      query: `?demande=${request.id}&dossier=journee`,
      requests: [{ ...request, agreement, newAgreement: 'kind' }],
      files: [[request.id, { ...EMPTY_FILE, payer: 'self', papers, signedClient }]],
    });
    fill(await screen.findByLabelText('Qui paie'), 'company');
    fill(screen.getByLabelText('Nom de l’entreprise (son employeur)'), name);
    await saveForm('Stagiaire et paiement');
    expect(await screen.findByText(new RegExp(`^Le contrat envoyé .* ne vaudra plus.: ${words}\\.$`))).toBeVisible();
  });

  test('the number of a business is asked of nobody who has none, but for a fund of the self-employed', async () => {
    await open({ status: 'individual', payer: 'self' });
    await press(await screen.findByText('Stagiaire et paiement'));
    const payer = await screen.findByLabelText('Qui paie');
    expect(screen.queryByLabelText('SIREN du stagiaire')).toBeNull();
    fill(payer, 'agefice');
    expect(screen.getByLabelText('SIREN du stagiaire')).toBeVisible();
    fill(payer, 'self');
    const status = screen.getByLabelText('Statut du stagiaire');
    fill(status, 'independent');
    expect(screen.getByLabelText('SIREN du stagiaire')).toBeVisible();
    for (const other of ['employee', 'portage']) {
      fill(status, other);
      expect(screen.queryByLabelText('SIREN du stagiaire')).toBeNull();
    }
  });

  test('whoever pays alone is said to get the contrat of a consumer or of a professional, and how to get the other one', async () => {
    await open({ payer: 'self', status: 'director' });
    const payer = await screen.findByLabelText('Qui paie');
    expect(payer).toHaveAccessibleDescription(/^Contrat d’un consommateur.*notez son SIREN/);
    fill(screen.getByLabelText('SIREN du stagiaire'), '732 829 320');
    expect(payer).toHaveAccessibleDescription(/^Contrat d’un professionnel.*Particulier/);
    fill(payer, 'agefice');
    expect(payer).toHaveAccessibleDescription(/^Le stagiaire seul/);
  });

  test('a SIREN that is none is refused before it is sent', async () => {
    const { api } = await open();
    fill(await screen.findByLabelText('SIREN du stagiaire'), '123 456 789');
    await saveForm('Stagiaire et paiement');
    expect(screen.getByLabelText('SIREN du stagiaire')).toBeInvalid();
    expect(api.calls.map(([name]) => name)).not.toContain('owner_change_day_file');
  });

  test('the number of a business abroad is asked for by its own name, and kept as it is typed', async () => {
    const { api } = await open({ payer: 'company', payerName: 'Immo', status: 'employee' });
    fill(await screen.findByLabelText('Adresse de l’entreprise'), '12 Baker Street, London NW1 6XE, UK');
    const number = screen.getByLabelText('Numéro d’immatriculation ou de TVA de l’entreprise');
    expect(screen.getByLabelText('Adresse de l’entreprise')).toHaveAccessibleDescription(
      'Pays compris\u00a0: Royaume-Uni.',
    );
    fill(number, 'GB123456789');
    await saveForm('Stagiaire et paiement');
    expect(api.files.get(request.id)).toMatchObject({ payerSiren: 'GB123456789' });
    fill(screen.getByLabelText('Adresse de l’entreprise'), '5 quai du Port, 35400 Saint-Malo');
    await saveForm('Stagiaire et paiement');
    expect(screen.getByLabelText('SIREN de l’entreprise')).toBeInvalid();
  });

  test.each([
    ['agefice', 'individual'],
    ['opco', 'independent'],
  ])(
    'who pays and a status that do not go together are refused, like in the visitor’s form: %s, %s',
    async (payer, status) => {
      const { api } = await open();
      fill(await screen.findByLabelText('Qui paie'), payer);
      fill(screen.getByLabelText('Statut du stagiaire'), status);
      await saveForm('Stagiaire et paiement');
      expect(screen.getByLabelText('Statut du stagiaire')).toHaveAccessibleDescription(
        /ne va pas avec qui paie.* va avec.: /,
      );
      expect(api.calls.map(([name]) => name)).not.toContain('owner_change_day_file');
      fill(screen.getByLabelText('Statut du stagiaire'), 'director');
      await saveForm('Stagiaire et paiement');
      expect(api.files.get(request.id)).toMatchObject({ payer, status: 'director' });
    },
  );

  test('after a change on another device, what was typed stays and can be saved again', async () => {
    const { api, notices } = await open();
    fill(await screen.findByLabelText('Adresse du stagiaire'), '3 rue des Lilas, 35000 Rennes');
    api.files.set(request.id, { ...EMPTY_FILE, siren: '732829320', version: 2 });
    await saveForm('Stagiaire et paiement');
    expect(notices).toEqual([expect.stringMatching(/^Un autre appareil a modifié ce dossier/)]);
    expect(screen.getByLabelText('SIREN du stagiaire')).toHaveValue('732829320');
    await saveForm('Stagiaire et paiement');
    expect(api.files.get(request.id)).toMatchObject({ siren: '732829320', address: '3 rue des Lilas, 35000 Rennes' });
  });

  test('a file of two days asks for what the second one contains, as a place of the convention and of the programme, and prints it', async () => {
    const two = ['2026-11-23', '2026-11-24'];
    const { api } = await openFile({
      site: { ...site, ...texts, day },
      document: 'convention',
      request: { dates: two, confirmedDates: two },
      file: { ...ATTENDED },
    });
    await press(await screen.findByRole('link', { name: 'le contenu du jour suivant' }));
    fill(await screen.findByLabelText('Contenu du jour suivant'), 'Jour 2 : relances des mandats');
    await saveForm('Stagiaire et paiement');
    await waitFor(() => expect(api.files.get(request.id)?.nextDays).toBe('Jour 2 : relances des mandats'));
    await press(screen.getByRole('link', { name: 'Programme de la formation' }));
    expect(await screen.findByText('Relances des mandats')).toBeVisible();
  });

  test('a file of one day asks for no other', async () => {
    await open();
    await heading('Stagiaire et paiement');
    expect(screen.queryByLabelText(/^Contenu d/)).toBeNull();
  });

  test('a price is read as it is written in French', () => {
    const prices = { '': null, '0': 0, '199,5': 19_950, '1 320 €': 132_000, '-5': undefined, '99999999': undefined };
    expect(Object.fromEntries(Object.keys(prices).map((typed) => [typed, readPrice(typed)]))).toEqual(prices);
  });
});

const ABSENT = HALVES.map((half) => ({ date: '2026-11-23', half, from: null, to: null }));

describe('what is to be done now', () => {
  test('a file with nothing to do names its next date', async () => {
    await openBefore('2026-12-23', {
      papers: EMPTY_FILE.papers
        .map((one) => ({
          ...one,
          sentOn: '2026-11-20',
          signedOn: one.paper === 'convention' ? '2026-11-20' : null,
          days: ['2026-12-23'],
        }))
        .map((one) => (one.paper === 'convocation' ? { ...one, sentOn: null } : one)),
      fundingFiledOn: '2026-11-20',
    });
    expect(await screen.findByText('Rien à faire pour l’instant.')).toBeVisible();
    expect(screen.getByText(/^Prochaine date.: convocation, mer\. 16.déc\.$/)).toBeVisible();
  });

  test('before the day, a certificate that lacks nothing else is left for after it', async () => {
    await openFile({
      request: { confirmedDates: ['2026-11-24'] },
      site: {
        papers: { title: 'Automatiser ses relances' },
        publisher: {
          ...exampleSite.publisher,
          address: '1 place du Marché, 35000 Rennes',
          publicationDirector: 'Ada Martin',
        },
      },
    });
    const link = await screen.findByRole('link', { name: 'Certificat de réalisation' });
    expect(link.closest('li')).toHaveTextContent('Certificat de réalisationAprès la journée');
    await press(link);
    expect(await screen.findByText('Ce document se complète après la journée, puis s’envoie.')).toBeInTheDocument();
    expect(await screen.findByText('[Après la journée]')).toBeInTheDocument();
  });

  // No quote beside a convention.
  test.each([
    [CONVOCATION_DAYS_BEFORE + 1, 'Programme de la formation'],
    [CONVOCATION_DAYS_BEFORE, 'Programme de la formation, Convocation, Feuille d’émargement et relevé de connexion'],
  ])('%i days before the day, these papers are to be sent: %s', async (before, papers) => {
    await openBefore(addDays('2026-11-23', before));
    expect(await screen.findByText(`Prêts à partir : ${papers}.`)).toBeVisible();
  });

  test('three weeks before two days of a funded trainee, a convocation and a blank sheet are not to be sent yet', async () => {
    const days = [addDays('2026-11-23', 22), addDays('2026-11-23', 23)];
    await openFile({
      site: { ...site, ...texts, day },
      document: 'tous',
      request: { dates: days, confirmedDates: days },
      file: { ...ATTENDED, kept: null, nextDays: 'Jour 2 : relances des mandats' },
    });
    await heading('Tous les documents');
    const ticked = screen.getAllByRole('checkbox', { checked: true });
    expect(ticked.map((one) => one.getAttribute('name'))).toEqual([
      'print-devis',
      'print-convention',
      'print-programme',
    ]);
  });

  test('the invoice waits for the hours', async () => {
    await open({ ...ATTENDED, kept: null }, 'journee', { ...site, ...texts });
    expect(await screen.findByText(/^Prêts à partir/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Facture/ })).toBeNull();
  });

  test.each<[Partial<DayFile>, RegExp]>([
    [{ payer: 'agefice' }, /^Dossier AGEFICE.: en retard$/],
    [{ payer: 'self', status: 'individual' }, /elle n’a lieu que s’il coche sa demande/],
  ])('what the law or the fund wants before the day is said first for %j', async (file, sentence) => {
    await open(file);
    const now = (await heading('Maintenant')).parentElement as HTMLElement;
    expect(within(now).getByText(sentence)).toBeVisible();
    expect(within(now).queryByText('Rien à faire pour l’instant.')).toBeNull();
  });

  test('what « Aujourd’hui » sends the owner there for stands first in the file, and an invoice leads to the box that ends it', async () => {
    const of = { request: request.id, name: request.name, isUrgent: false, due: '2026-11-22', days: ['2026-11-20'] };
    const invoice: Concern = { ...of, kind: 'invoice', isLate: true };
    const { user } = await openFile({
      file: { payer: 'agefice' },
      concerns: [
        invoice,
        { ...of, kind: 'deadline', step: 'reimbursement' },
        { ...invoice, request: exampleRequest(2).id, name: 'Léo' },
      ],
    });
    const now = within((await heading('Maintenant')).parentElement as HTMLElement);
    expect(await now.findByText(/^Remboursement AGEFICE, .* au plus tard le dimanche 22 novembre/)).toBeVisible();
    expect(now.queryByText('Rien à faire pour l’instant.')).toBeNull();
    expect(now.queryByText(/Léo/)).toBeNull();
    await user.click(now.getByRole('link', { name: /^Facture de .* en retard, à régler au plus tard/ }));
    expect(screen.getByRole('checkbox', { name: 'Réglée' })).toHaveFocus();
    await press(screen.getByRole('checkbox', { name: 'Réglée' }));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Réglée' })).toBeChecked());
    expect(now.queryByText(/^Facture de/)).toBeNull();
    expect(now.getByText(/^Remboursement AGEFICE/)).toBeVisible();
  });

  test.each<readonly [string, Partial<DayFile>, readonly string[]]>([
    [
      'who followed nothing',
      { kept: ABSENT, followedCents: 5000 },
      ['Feuille d’émargement et relevé de connexion', 'Certificat de réalisation', 'Attestation d’assiduité'],
    ],
    ['who owes nothing', { priceCents: 0 }, ['Données de la facture']],
  ])('of somebody %s, the papers that nobody expects are not due', async (_, changes, names) => {
    await open({ ...ATTENDED, results: [], ...changes }, 'journee', { ...site, ...texts, day });
    await heading('Dossier de la journée');
    const listed = screen
      .getAllByRole('listitem')
      .filter((item) => within(item).queryByText('Sans objet'))
      .map((item) => within(item).getByRole('link').textContent);
    expect(listed).toEqual(names);
  });

  test('of who owes a compensation alone, no invoice of a training is to be made', async () => {
    const owed = { kept: ABSENT, followedCents: 0, cancelCents: 9950 };
    await open({ ...ATTENDED, results: [], ...owed }, 'journee', { ...site, ...texts, day });
    expect(await screen.findByRole('link', { name: /^Dédit.: à facturer à part dans votre logiciel/ })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Facture/ })).toBeNull();
  });

  test('who has other hours in the calendar is told those of now with one press', async () => {
    const { api, notices } = await openFile({ otherHours: request.version });
    expect(await screen.findByText(/^L’agenda de cette personne a d’autres horaires/)).toBeVisible();
    await press(await button('Renvoyer la confirmation'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Renvoyer la confirmation' })).toBeNull());
    expect(notices).toEqual(['La confirmation repart, avec les horaires de maintenant.']);
    const told = { id: request.id, version: request.version, channel: 'site' };
    expect(api.calls).toContainEqual(['owner_tell', told]);
  });
});

describe('a cancelled reservation', () => {
  test.each([
    [
      { isContract: true, signedOn: '2026-11-20', withdrawalUntil: '2026-12-04', refundUntil: '2026-12-07' },
      /^Le stagiaire a annulé, contrat signé le .*: c’est une rétractation, sans frais\. Aucune somme.*le lundi 7 décembre 2026/,
    ],
    [{ isContract: false, signedOn: '2026-11-20' }, /^Le stagiaire a annulé, convention signée le .* écrivez-lui/],
    [
      { isContract: false, signedOn: '2026-11-20', isPart: true },
      /^Le stagiaire a annulé une partie de ses jours, con/,
    ],
  ] as const)(
    'of a reservation that its visitor has cancelled with %j, the file says what is left to do, until it is done',
    async (endedByVisitor, sentence) => {
      await openFile({
        request: { status: 'annulee', confirmedDates: [] },
        file: { ...ATTENDED, papers: marked({ sentOn: '2026-11-20', days: ['2026-11-30'] }, 'programme') },
        endedByVisitor,
      });
      expect(await screen.findByText(sentence)).toBeVisible();
      expect(screen.queryByText('Rien à faire pour l’instant.')).toBeNull();
      await press(await button('Annulation traitée'));
      expect(await screen.findByText('Rien à faire pour l’instant.')).toBeVisible();
      expect(
        screen.getByText(/^Ce document est parti pour le lundi 30 novembre 2026, qui n’est plus confirmé\.$/),
      ).toBeVisible();
      expect(screen.queryByText(/prévenez le stagiaire|^À.compléter/)).toBeNull();
    },
  );

  test('of a signed reservation that the owner has cancelled, the file says what the owner owes, until it is done', async () => {
    await openFile({
      request: { status: 'annulee', confirmedDates: [], followUp: { paid: '2026-11-20' } },
      file: { ...ATTENDED },
      endedByOwner: { isContract: false, signedOn: '2026-11-20', paidOn: '2026-11-20' },
    });
    expect(
      await screen.findByText(
        /^Vous avez annulé, convention signée .*L6354-1.*écrivez.* Règlement reçu le vendredi 20 novembre 2026\.$/,
      ),
    ).toBeVisible();
    await press(await button('Annulation traitée'));
    expect(await screen.findByText('Rien à faire pour l’instant.')).toBeVisible();
  });

  test('of the rest that the owner has called off, the file says what is owed, and nothing is to be signed for the day that was held', async () => {
    const agreement = { isContract: false, signedOn: '2026-11-09' };
    await openFile({
      request: { agreement },
      file: { ...ATTENDED, payer: 'fifpl' },
      site: { ...site, ...texts, day },
      endedByOwner: agreement,
    });
    expect(await screen.findByText(/^Vous avez annulé, convention signée le lundi 9 .*rendez toute/)).toBeVisible();
    expect(screen.queryByText('Noter un dédit dû après l’annulation')).toBeNull();
    expect(screen.getByText(/^Prêts à partir/)).not.toHaveTextContent(/Devis|Convention/);
    await press(await button('Annulation traitée'));
    expect(screen.queryByText(/^Vous avez annulé/)).toBeNull();
  });

  test.each([
    [
      'given back',
      12_000,
      /\. Acompte de 120.€ reçu le vendredi 20 novembre 2026\. Somme due.: 99,50.€\. À rendre.: 20,50.€\. Dès/,
      /^Noter.: 20,50.€ rendus le jeudi 19 novembre 2026$/,
      'owner_see_given_up',
      { refunded_on: '2026-11-19' },
    ],
    [
      'paid',
      5970,
      /\. Acompte de 59,70.€ reçu le vendredi 20 novembre 2026\. Somme due.: 99,50.€\. Reste dû.: 39,80.€\. Dès/,
      /^Noter.: 39,80.€ réglés le jeudi 19 novembre 2026$/,
      'owner_follow_up',
      { step: 'paid', day: '2026-11-19' },
    ],
  ] as const)(
    'what is left of a deposit and of what is due, to be %s after a cancellation, is noted on its day, which ends the reminder',
    async (_, depositCents, sentence, name, call, args) => {
      const deposit = { depositOn: '2026-11-20', depositCents };
      const { api } = await openFile({
        request: { status: 'annulee', confirmedDates: [], followUp: { convention_signed: '2026-11-20' } },
        file: { ...ATTENDED, cancelCents: 9950, ...deposit },
        endedByVisitor: { isContract: false, signedOn: '2026-11-20', ...deposit },
      });
      expect(await screen.findByText(sentence)).toBeVisible();
      fill(await screen.findByLabelText('Jour à noter'), '2026-11-19');
      await press(await button(name));
      expect(await screen.findByText('Rien à faire pour l’instant.')).toBeVisible();
      expect(api.calls).toContainEqual([call, expect.objectContaining({ id: request.id, ...args })]);
      expect(screen.getByText(/^Acompte de .* reçu le vendredi 20 novembre 2026\.$/)).toBeVisible();
      const givenBack = /^20,50.€ rendus le jeudi 19 novembre 2026\.$/;
      await waitFor(() => expect(screen.queryAllByText(givenBack)).toHaveLength(depositCents > 9950 ? 1 : 0));
      expect(screen.queryAllByRole('checkbox', { name: 'Réglée' })).toHaveLength(depositCents < 9950 ? 1 : 0);
    },
  );

  test('within the ten days of a cancelled contrat, its last day is named and no payment is offered', async () => {
    const openCancelled = (signedOn: string, cancelCents: number | null) =>
      openFile({
        request: {
          status: 'annulee',
          confirmedDates: [],
          agreement: { isContract: true, signedOn },
          followUp: { convention_signed: signedOn },
        },
        file: { ...ATTENDED, payer: 'self', cancelCents },
        endedByVisitor: { isContract: true, signedOn },
      });
    const until = /^Jusqu’à la fin du .* se rétracter par lettre recommandée/;
    await openCancelled('2026-11-13', 9950);
    expect(await screen.findByText(until)).toHaveTextContent('lundi 23 novembre 2026');
    expect(screen.queryByRole('button', { name: /réglés/ })).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Réglée' })).toBeDisabled();
    cleanup();
    await openCancelled('2026-11-12', 9950);
    expect(await button(/réglés aujourd’hui$/)).toBeEnabled();
    expect(screen.queryByText(until)).toBeNull();
    fill(screen.getByLabelText('Jour à noter'), '2026-11-22');
    expect(await button(/réglés le dimanche 22 novembre 2026$/)).toBeDisabled();
    cleanup();
    await openCancelled('2026-11-12', null);
    await press(await screen.findByRole('link', { name: 'Noter un dédit dû après l’annulation' }));
    expect(screen.getByLabelText('Dédit dû après l’annulation')).toHaveFocus();
  });

  test('what is due after the cancellation of a signed agreement has its field, and is told', async () => {
    const { api } = await openFile({
      request: { status: 'annulee', confirmedDates: [], agreement: { isContract: false, signedOn: '2026-11-20' } },
      file: { ...ATTENDED },
    });
    const due = await screen.findByLabelText('Dédit dû après l’annulation');
    expect(screen.getByLabelText(/^Prix convenu/)).not.toHaveAccessibleDescription(/le prix de la formule/);
    fill(due, '99,50');
    await saveForm('Stagiaire et paiement');
    expect(api.files.get(request.id)).toMatchObject({ cancelCents: 9950, priceCents: null });
    expect(await screen.findByText(/^Dédit dû après l’annulation.: 99,50.€\. Ce n’est pas le prix/)).toBeVisible();
  });

  test('a cancelled reservation says of an agreement that its day is no longer confirmed, not that its price has changed', () => {
    const of = (confirmedDates: readonly string[], changes: Partial<typeof request> = { status: 'annulee' }) => ({
      request: { ...request, confirmedDates, ...changes },
      file: { ...EMPTY_FILE, ...ATTENDED },
      site: { ...exampleSite, ...texts },
      today: '2026-11-20',
    });
    const print = WRITE.convention(of(['2026-11-23'])).fingerprint;
    const papers = marked({ sentOn: '2026-11-20', days: ['2026-11-23'], print }, 'convention');
    const linesOf = (now: ReturnType<typeof of>) =>
      warned('convention', { ...now, file: { ...now.file, papers } }, WRITE.convention(now).fingerprint);
    const gone = [expect.stringMatching(/n’est plus confirmé\.$/)];
    expect(linesOf(of([]))).toEqual(gone);
    const waits = 'Ce document est parti pour le lundi 23 novembre 2026, qui attend de nouveau votre confirmation.';
    expect(linesOf(of([], { status: 'nouvelle', dates: ['2026-11-23'] }))).toEqual([waits]);
    expect(linesOf(of([], { status: 'nouvelle', dates: ['2026-11-24'] }))).toEqual(gone);
  });
});

test.each([
  ['16:59', true],
  ['17:00', false],
])('at %s in UTC on the day, its convocation is offered: %s', async (time, isOffered) => {
  jest.setSystemTime(new Date(`2026-11-23T${time}:00Z`));
  await openOn('2026-11-23', { kept: null, priorLevel: 'Débute.' });
  const ready = await screen.findByText(/^Prêts à partir/);
  expect(/Convocation/.test(ready.textContent ?? '')).toBe(isOffered);
});

test('the file of a cancelled reservation offers its documents to be read, and none to be sent', async () => {
  await openFile({ request: { status: 'annulee', confirmedDates: [] }, file: {} });
  expect(await screen.findByText(/ses documents ne s’envoient plus/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Tous les documents' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /nvoyer/ })).toBeNull();
});

describe('the questionnaire', () => {
  test('what the visitor has written is seen once the file is open', async () => {
    const { api } = await open({ isNew: true, filledAt: '2026-11-22T08:00:00Z' });
    await waitFor(() => expect(api.files.get(request.id)).toMatchObject({ isNew: false, version: 1 }));
  });

  test.each([
    [2, /^Note basse.: contenu et rythme\. Répondez au stagiaire, puis écrivez dans la note/],
    [3, null],
  ])('a mark of %s of five asks for an answer: %s', async (content, sentence) => {
    const feedback = { objectives: 5, content, trainer: 5, organisation: 4, overall: 4 };
    await open({ feedback, answeredAt: '2026-11-24T08:00:00Z' });
    expect(await screen.findByText(`${content} sur 5`)).toBeVisible();
    const notes = screen.queryAllByRole('note').map(({ textContent }) => textContent);
    expect(notes).toEqual(sentence ? [expect.stringMatching(sentence)] : []);
  });

  test('a low note is to be answered until the note of the request says what was done, however often its file is opened', async () => {
    const feedback = { objectives: 5, content: 2, trainer: 5, organisation: 4, overall: 4 };
    const { user } = await open({ feedback, answeredAt: '2026-11-24T08:00:00Z', isNew: true });
    const lowNote = /^Note basse au questionnaire.: répondez au stagiaire/;
    expect(await screen.findByText(lowNote)).toBeVisible();
    await press(screen.getByRole('link', { name: 'Écrire la note' }));
    const note = await screen.findByLabelText(/^Note/);
    expect(note).toHaveFocus();
    await user.type(note, 'Rappelée');
    await act(async () => jest.advanceTimersByTime(800));
    await press(await screen.findByRole('link', { name: 'Dossier de la journée' }));
    await heading('Dossier de la journée');
    await waitFor(() => expect(screen.queryByText(lowNote)).toBeNull());
  });

  test('the address of the answers opens the file at them, and its head leads there again', async () => {
    const feedback = { objectives: 5, content: 4, trainer: 5, organisation: 4, overall: 4 };
    await open({ feedback, answeredAt: '2026-11-24T08:00:00Z', isNew: true }, 'journee&champ=questionnaire');
    const answers = await screen.findByRole('heading', { name: 'Questionnaire du stagiaire' });
    expect(answers).toHaveFocus();
    act(() => answers.blur());
    await press(screen.getByRole('link', { name: 'Réponses au questionnaire' }));
    expect(answers).toHaveFocus();
  });

  test('the answers to the questionnaire are printed for an audit, with a place for what was done with them', async () => {
    const feedback = { objectives: 5, content: 2, trainer: 5, organisation: 4, overall: 4, remark: 'Un peu rapide.' };
    await open({ feedback, answeredAt: '2026-11-24T08:00:00Z' }, 'journee', { ...site, ...texts });
    await press(await screen.findByRole('link', { name: 'Imprimer les réponses' }));
    const sheet = within(await screen.findByRole('article'));
    for (const said of [
      '24 novembre 2026 à 9 h',
      'Camille Martin, stagiaire',
      'Notes : 1, pas du tout d’accord ; 5, tout à fait d’accord.',
      'Le contenu et le rythme m’ont convenu.',
      '2 sur 5',
      'Un peu rapide.',
      'Suites données',
    ])
      expect(sheet.getByText(said)).toBeVisible();
    expect(sheet.queryByText('[À compléter]')).toBeNull();
    expect(await axe(document.body)).toHaveProperty('violations', []);
  });
});
