import { CONVOCATION_DAYS_BEFORE, type DayFile, HALVES } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { addDays } from '@site/contract/today';
import { exampleSite } from '@site/shared-ui/testing';
import type { Concern } from '@site/supabase/requests';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, fill, heading, openSpace, press } from '../../tests/support/open-space';
import { file as completeFile, site as completeSite } from '../../tests/support/paper-data';
import { CallError } from '../api/call-error';
import { WRITE } from '../papers/all-papers';
import { exampleRequest } from '../testing/examples';
import { EMPTY_FILE } from '../testing/file-handlers';
import { pageRules } from './paper-sheet';
import { readPrice } from './trainee-form';
import { warningsFor } from './warnings';

const request = exampleRequest(1, { status: 'confirmee', dates: ['2026-11-23'], confirmedDates: ['2026-11-23'] });

afterEach(() => jest.restoreAllMocks());

/** Facts with which devis, certificat and facture are complete. */
const site: Partial<Site> = {
  publisher: {
    ...exampleSite.publisher,
    address: '1 place du Marché, 35000 Rennes',
    siren: '732 829 320',
    publicationDirector: 'Ada Martin',
  },
  payment: { when: 'À réception de la facture.' },
  papers: { title: 'Automatiser ses relances', vat: 'franchise' },
};

/** Texts with which no document lacks a text. */
const texts: Partial<Site> = {
  nda: '53 35 00000 35',
  videoTool: 'Visio',
  trainer: { name: 'Ada Martin', path: 'Formatrice.' },
  papers: {
    ...site.papers,
    region: 'Bretagne',
    earlyLeave: 'Rien n’est dû.',
    assistance: 'Par téléphone.',
    rules: 'Respect des horaires.',
  },
};

const ATTENDED: Partial<DayFile> = {
  address: '3 rue des Lilas, 35000 Rennes',
  siren: '732829320',
  payer: 'agefice',
  kept: HALVES.map((half) => ({
    date: '2026-11-23',
    half,
    from: half === 'morning' ? '09:00' : '13:30',
    to: half === 'morning' ? '12:30' : '18:00',
  })),
};

async function saveForm(name: string) {
  const form = within(await screen.findByRole('form', { name }));
  await press(form.getByRole('button', { name: 'Enregistrer' }));
}

const day = [
  { from: '09:00', to: '12:30', text: 'Relances' },
  { from: '13:30', to: '18:00', text: 'Alertes' },
];

const open = (file: Partial<DayFile> = {}, document = 'journee', texts: Partial<Site> = {}) =>
  openSpace({
    site: texts,
    query: `?demande=${request.id}&dossier=${document}`,
    requests: [request],
    files: [[request.id, { ...EMPTY_FILE, ...file }]],
  });

const mediator = { name: 'Médiation Ouest', address: '2 rue des Lilas, 35000 Rennes', url: 'https://m.example' };

const openBefore = (on: string, file: Partial<DayFile> = {}, document = 'journee') =>
  openSpace({
    site: { ...site, ...texts, mediator, day },
    query: `?demande=${request.id}${document && `&dossier=${document}`}`,
    requests: [{ ...request, dates: [on], confirmedDates: [on] }],
    files: [
      [
        request.id,
        {
          ...EMPTY_FILE,
          ...ATTENDED,
          kept: null,
          papers: EMPTY_FILE.papers.map((state) =>
            state.paper === 'convention' ? { ...state, sentOn: '2026-11-20', days: [on] } : state,
          ),
          ...file,
        },
      ],
    ],
  });

const CONSUMER = { payer: 'self', siren: null, status: 'individual', priorLevel: 'Débute.' } as const;

const openConsumer = (on: string, document?: string) => openBefore(on, CONSUMER, document);

const SIGNED = expect.objectContaining({ paper: 'convention', signedOn: '2026-11-23' });

const forbidden = /^La formation ne peut pas avoir lieu le lundi 30 novembre 2026/;

const noted = {
  '2026-11-30': null,
  '2026-11-22': (ATTENDED.kept ?? []).map((half) => ({ ...half, date: '2026-11-22' })),
};

const openSheet = (
  on: keyof typeof noted,
  document: string,
  sentOn: string | null,
  kept: DayFile['kept'] = noted[on],
) =>
  openSpace({
    site: { ...site, ...texts, day },
    query: `?demande=${request.id}&dossier=${document}`,
    requests: [{ ...request, confirmedDates: [on] }],
    files: [
      [
        request.id,
        {
          ...EMPTY_FILE,
          ...ATTENDED,
          kept,
          papers: EMPTY_FILE.papers.map((one) =>
            one.paper === 'emargement' ? { ...one, sentOn, days: sentOn ? [on] : null } : one,
          ),
        },
      ],
    ],
  });

const openUnsigned = (document = 'journee', sentOn: string | null = null) =>
  openSpace({
    site: { ...site, ...texts, day },
    query: `?demande=${request.id}&dossier=${document}`,
    requests: [{ ...request, confirmedDates: ['2026-11-22'] }],
    files: [
      [
        request.id,
        {
          ...EMPTY_FILE,
          ...ATTENDED,
          payer: 'self',
          status: 'independent',
          priorLevel: 'Débute.',
          kept: noted['2026-11-22'],
          papers: EMPTY_FILE.papers.map((one) =>
            one.paper === 'convention' ? { ...one, sentOn, days: sentOn ? ['2026-11-22'] : null } : one,
          ),
        },
      ],
    ],
  });

const DEPOSIT: Partial<Site> = { papers: { ...site.papers, deposit: true } };

const ABSENT = HALVES.map((half) => ({ date: '2026-11-23', half, from: null, to: null }));

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

  test('each missing item opens its field', async () => {
    await open({}, 'convention');
    await press(await screen.findByRole('link', { name: 'l’adresse du stagiaire' }));
    await waitFor(() => expect(screen.getByLabelText('Adresse du stagiaire')).toHaveFocus());
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
    await openSpace({ query: `?demande=${request.id}&dossier=journee`, requests: [funded] });
    expect(await screen.findByLabelText('Qui paie')).toHaveValue('agefice');
  });
});

describe('the facts of the trainee and the payment', () => {
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

  test('another payer that makes the signed contrat void is saved only after a question', async () => {
    const papers = EMPTY_FILE.papers.map((one) =>
      one.paper === 'convention' ? { ...one, signedOn: '2026-11-20' } : one,
    );
    const { api } = await open({ payer: 'self', papers });
    fill(await screen.findByLabelText('Qui paie'), 'agefice');
    await saveForm('Stagiaire et paiement');
    expect(await screen.findByText(/^Le contrat signé le vendredi 20 novembre 2026 ne vaudra plus/)).toBeVisible();
    expect(await axe(document.body)).toHaveProperty('violations', []);
    await press(await button('Annuler'));
    expect(api.files.get(request.id)).toMatchObject({ payer: 'self' });
    await saveForm('Stagiaire et paiement');
    await press(await button('Continuer'));
    expect(api.files.get(request.id)).toMatchObject({ payer: 'agefice' });
  });

  test('the number of a business is asked of nobody who has none, but for a fund of the self-employed', async () => {
    await open({ status: 'individual', payer: 'self' });
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

  test('after a change on another device, what was typed stays and can be saved again', async () => {
    const { api } = await open();
    fill(await screen.findByLabelText('Adresse du stagiaire'), '3 rue des Lilas, 35000 Rennes');
    api.files.set(request.id, { ...EMPTY_FILE, siren: '732829320', version: 2 });
    await saveForm('Stagiaire et paiement');
    expect(screen.getByText(/^Un autre appareil a modifié ce dossier/)).toBeInTheDocument();
    expect(screen.getByLabelText('SIREN du stagiaire')).toHaveValue('732829320');
    await saveForm('Stagiaire et paiement');
    expect(api.files.get(request.id)).toMatchObject({ siren: '732829320', address: '3 rue des Lilas, 35000 Rennes' });
  });

  test('a file of two days asks for what the second one contains, as a place of the convention and of the programme, and prints it', async () => {
    const two = ['2026-11-23', '2026-11-24'];
    const { api } = await openSpace({
      site: { ...site, ...texts, day },
      query: `?demande=${request.id}&dossier=convention`,
      requests: [{ ...request, dates: two, confirmedDates: two }],
      files: [[request.id, { ...EMPTY_FILE, ...ATTENDED }]],
    });
    await press(await screen.findByRole('link', { name: 'le contenu des jours suivants' }));
    fill(await screen.findByLabelText('Contenu des jours suivants'), 'Jour 2 : relances des mandats');
    await saveForm('Stagiaire et paiement');
    await waitFor(() => expect(api.files.get(request.id)?.nextDays).toBe('Jour 2 : relances des mandats'));
    await press(screen.getByRole('link', { name: 'Programme de la formation' }));
    expect(await screen.findByText('Relances des mandats')).toBeVisible();
  });

  test('a file of one day asks for no other', async () => {
    await open();
    await heading('Stagiaire et paiement');
    expect(screen.queryByLabelText('Contenu des jours suivants')).toBeNull();
  });

  test('a price is read as it is written in French', () => {
    const prices = { '': null, '0': 0, '199,5': 19_950, '1 320 €': 132_000, '-5': undefined, '99999999': undefined };
    expect(Object.fromEntries(Object.keys(prices).map((typed) => [typed, readPrice(typed)]))).toEqual(prices);
  });
});

describe('what is noted after the days', () => {
  test('the times and results are noted from the day on', async () => {
    const { api } = await open();
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
    expect(within(invoice).getByText('Complet')).toBeVisible();
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
    expect(price).toHaveAccessibleDescription(/Vos textes disent, et c’est ce qui décide.: «\sRien n’est dû\.\s»/);
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
    expect(await screen.findByLabelText(/^Prix de ce qui a été suivi/)).toBeVisible();
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
    const { api } = await openSpace({
      query: `?demande=${request.id}&dossier=journee`,
      requests: [{ ...request, dates: two, confirmedDates: two }],
      files: [[request.id, { ...EMPTY_FILE, nextDays: 'Jour 2 : mandats\nObjectif : Relancer un mandat échu' }]],
    });
    fill(await screen.findByLabelText('Relancer un mandat échu'), 'reached');
    await saveForm('Après la journée');
    expect(api.files.get(request.id)?.results).toEqual([{ objective: 'Relancer un mandat échu', result: 'reached' }]);
  });
});

describe('a paper that is no longer as it went out', () => {
  test('an invoice that went out tells that its price has changed, and a sheet that its printed hours have', () => {
    const of = (name: 'facture' | 'emargement', file: Partial<DayFile>) => ({
      request: { ...request, confirmedDates: ['2026-11-23'] },
      today: '2026-11-24',
      site: { ...exampleSite, ...site, day },
      file: { ...EMPTY_FILE, ...ATTENDED, ...file },
      name,
    });
    const lines = (then: ReturnType<typeof of>, now: Partial<DayFile>, sentOn: string) => {
      const fingerprintOf = (reservation: typeof then) => WRITE[then.name](reservation).fingerprint;
      const state = { paper: then.name, sentOn, signedOn: null, days: ['2026-11-23'], print: fingerprintOf(then) };
      const reservation = { ...then, file: { ...then.file, ...now, papers: [state] } };
      return warningsFor(then.name, reservation, fingerprintOf(reservation));
    };
    const invoice = of('facture', {});
    expect(lines(invoice, { priceCents: 10_000 }, '2026-11-24')).toEqual([expect.stringMatching(/^Le prix a changé/)]);
    expect(lines(invoice, { kept: null }, '2026-11-24')).toEqual([]);
    const late = (ATTENDED.kept ?? []).map((half) => ({ ...half, from: '09:30' }));
    expect(lines(of('emargement', { kept: null }), { kept: late }, '2026-11-23')).toEqual([]);
    expect(lines(of('emargement', {}), { kept: late }, '2026-11-24')).toEqual([
      expect.stringMatching(/^Les heures ne sont plus celles de la feuille/),
    ]);
  });

  test('another VAT regime makes papers of days to come void, and changes nothing once their days are over', () => {
    const lines = (name: 'convention' | 'facture' | 'programme', confirmed: string) => {
      const fingerprintOf = (vat: 'franchise' | 'exempt') =>
        WRITE[name]({
          request: { ...request, confirmedDates: [confirmed] },
          today: '2026-11-23',
          file: { ...EMPTY_FILE, ...ATTENDED },
          site: { ...exampleSite, ...texts, papers: { ...texts.papers, vat } },
        }).fingerprint;
      const state = { paper: name, sentOn: '2026-11-20', signedOn: null, days: [confirmed] };
      const papers = [{ ...state, print: fingerprintOf('franchise') }];
      const now = { ...request, confirmedDates: [confirmed] };
      return warningsFor(
        name,
        { request: now, file: { ...EMPTY_FILE, papers }, videoLink: null },
        fingerprintOf('exempt'),
      );
    };
    const cause = 'Le régime de TVA a changé après l’envoi\u00a0: ';
    expect(lines('convention', '2026-11-24')).toEqual([`${cause}la convention envoyée n’est plus valable.`]);
    expect(lines('facture', '2026-11-23')).toEqual([expect.stringMatching(`^${cause}corrigez la facture`)]);
    expect(lines('programme', '2026-11-24')).toEqual([
      expect.stringMatching(/^Les informations de ce document ont changé/),
    ]);
    for (const name of ['convention', 'facture', 'programme'] as const) expect(lines(name, '2026-11-22')).toEqual([]);
  });

  test('an agreement whose day has moved since it was signed is what the file says first', async () => {
    await openBefore('2026-12-23', {
      papers: EMPTY_FILE.papers.map((one) =>
        one.paper === 'convention'
          ? { ...one, sentOn: '2026-11-20', signedOn: '2026-11-20', days: ['2026-12-22'] }
          : one,
      ),
    });
    expect(
      await screen.findByText(
        /^Jour déplacé depuis.: convention signée le vendredi 20 novembre 2026, à envoyer et à signer/,
      ),
    ).toBeVisible();
  });

  test('a day that was added since an agreement was signed is not said to have moved', async () => {
    await openBefore('2026-12-23', {
      papers: EMPTY_FILE.papers.map((one) =>
        one.paper === 'convention' ? { ...one, sentOn: '2026-11-20', signedOn: '2026-11-20', days: [] } : one,
      ),
    });
    expect(await screen.findByText(/^Jour ajouté depuis.: convention signée/)).toBeVisible();
    expect(screen.getByText(/^Un jour a été ajouté après l’envoi.: la convention signée/)).toBeVisible();
    expect(screen.queryByText(/déplacé/)).toBeNull();
  });

  test('another price since an agreement was signed is what the file says first', async () => {
    await openBefore('2026-12-23', {
      papers: EMPTY_FILE.papers.map((one) =>
        one.paper === 'convention'
          ? { ...one, sentOn: '2026-11-20', signedOn: '2026-11-20', days: ['2026-12-23'], isValid: false }
          : one,
      ),
    });
    expect(
      await screen.findByText(
        /^Prix changé depuis.: convention signée le vendredi 20 novembre 2026, à envoyer et à sig/,
      ),
    ).toBeVisible();
  });

  test('a day that is given up has not moved: a new agreement is to be sent for what is left, and the signed one is not said to be void', async () => {
    const days = ['2026-12-22', '2026-12-23'];
    const { fingerprint: print } = WRITE.convention({
      request: { ...request, dates: days, confirmedDates: days },
      today: '2026-11-20',
      site: { ...exampleSite, ...site, ...texts, mediator, day },
      file: { ...EMPTY_FILE, ...ATTENDED, kept: null, address: '1 rue Ampère, 35000 Rennes' },
    });
    await openBefore('2026-12-23', {
      papers: EMPTY_FILE.papers.map((one) =>
        one.paper === 'convention'
          ? { ...one, sentOn: '2026-11-20', signedOn: '2026-11-20', days, print, isValid: false }
          : one,
      ),
    });
    const words = 'Un jour a été annulé depuis : nouvelle convention à envoyer pour le jour qui reste.';
    // Beside the next steps and beside the paper.
    expect(await screen.findAllByText(words)).toHaveLength(2);
    expect(screen.queryByText(/déplacé|plus valable|est parti pour|envoyez-le de nouveau/)).toBeNull();
  });

  test('what changed since the signature leaves it valid: nothing is to be sent, and the owner may end the remark', async () => {
    const day = '2026-12-23';
    const reservation = { request: { ...request, dates: [day], confirmedDates: [day] }, today: '2026-11-20' };
    const file = { ...EMPTY_FILE, ...ATTENDED, kept: null };
    const then = { ...exampleSite, ...site, ...texts, day: [] };
    const print = WRITE.convention({ ...reservation, site: then, file }).fingerprint;
    const { api } = await openBefore(day, {
      papers: EMPTY_FILE.papers.map((one) =>
        one.paper === 'convention' ? { ...one, sentOn: '2026-11-20', signedOn: '2026-11-20', days: [day], print } : one,
      ),
    });
    expect(
      await screen.findByText(
        /^Les informations de ce document ont changé depuis la signature.: ce qui est signé reste valable/,
      ),
    ).toBeVisible();
    expect(screen.getByText(/^Prêts à partir/)).not.toHaveTextContent(/Devis|Convention/);
    await press(await button(/^Laisser tel quel.: Convention/));
    await waitFor(() => expect(screen.queryByText(/^Les informations de ce document ont changé/)).toBeNull());
    expect(api.calls.map(([name]) => name)).toContain('owner_leave_paper');
  });

  test('another letterhead is told of a paper that went out, which is not to be sent again for it', async () => {
    const then = { ...exampleSite, ...site, phone: '06 39 98 00 01' };
    const { fingerprint } = WRITE.devis({
      request: { ...request, confirmedDates: ['2026-11-23'] },
      file: { ...EMPTY_FILE, ...ATTENDED },
      site: then,
      today: '2026-11-23',
    });
    const state = { ...({ paper: 'devis', sentOn: '2026-11-20', signedOn: null } as const), days: ['2026-11-23'] };
    const papers = EMPTY_FILE.papers.map((one) => (one.paper === 'devis' ? { ...state, print: fingerprint } : one));
    await open({ ...ATTENDED, papers }, 'journee', site);
    expect(await screen.findByText(/^L’en-tête de ce document a changé/)).toBeVisible();
    expect(screen.queryByText(/^Prêts à partir.*Devis/)).toBeNull();
  });

  test('a paper that went out for another day says so', async () => {
    const papers = EMPTY_FILE.papers.map((state) =>
      state.paper === 'convocation' ? { ...state, sentOn: '2026-11-20', days: ['2026-11-24'] } : state,
    );
    await open({ papers }, 'convocation');
    expect(
      await screen.findByText(
        /^Ce document est parti pour le mardi 24 novembre 2026, alors que la journée est maintenant le lundi 23/,
      ),
    ).toBeInTheDocument();
    const sent = await screen.findByRole('checkbox', { name: 'Convocation envoyée' });
    expect(sent).toBeChecked();
    expect(sent).toBeEnabled();
  });

  test('a signed convention of a day that was moved is said to be void in the follow-up, which leads to the file', async () => {
    const papers = EMPTY_FILE.papers.map((state) =>
      state.paper === 'convention' ? { ...state, signedOn: '2026-11-20', days: ['2026-11-24'] } : state,
    );
    const signed = { ...request, followUp: { convention_signed: '2026-11-20' } };
    await openSpace({
      query: `?demande=${request.id}`,
      requests: [signed],
      files: [[request.id, { ...EMPTY_FILE, papers }]],
    });
    expect(
      await screen.findByText(/Le jour a été déplacé après l’envoi : la convention signée n’est plus valable/),
    ).toBeInTheDocument();
  });

  test.each([
    ['convocation', 'no warning', []],
    [
      'convention',
      'the warnings that it is void and went out',
      [expect.stringMatching(/n’est plus valable/), expect.stringMatching(/^Ce document est parti/)],
    ],
  ] as const)('once a moved day is over, the %s that went out for another one has %s', (paper, _, lines) => {
    const papers = EMPTY_FILE.papers.map((state) =>
      state.paper === paper ? { ...state, sentOn: '2026-11-10', days: ['2026-11-18'] } : state,
    );
    const held = { ...request, dates: ['2026-11-20'], confirmedDates: ['2026-11-20'] };
    expect(warningsFor(paper, { file: { ...EMPTY_FILE, papers }, request: held }, '')).toEqual(lines);
  });

  test('a convention that is marked in the follow-up keeps what it said', async () => {
    const { api } = await openSpace({
      site: completeSite,
      query: `?demande=${request.id}`,
      requests: [request],
      files: [[request.id, completeFile]],
    });
    await press(await screen.findByRole('checkbox', { name: 'Convention envoyée' }));
    await waitFor(() =>
      expect(api.calls).toContainEqual([
        'owner_follow_up',
        { id: request.id, version: 1, step: 'convention_sent', day: '2026-11-23', print: expect.any(String) },
      ]),
    );
  });
});

describe('a cancelled reservation', () => {
  test.each([
    [
      { isContract: true, signedOn: '2026-11-20', withdrawalUntil: '2026-12-04', refundUntil: '2026-12-07' },
      /^Le stagiaire a annulé, contrat signé le .*: c’est une rétractation, sans frais\. Aucune somme.*le lundi 7 décembre 2026/,
    ],
    [{ isContract: false, signedOn: '2026-11-20' }, /^Le stagiaire a annulé, convention signée le .* écrivez-lui/],
  ] as const)(
    'of a reservation that its visitor has cancelled with %j, the file says what is left to do, until it is done',
    async (endedByVisitor, sentence) => {
      const papers = EMPTY_FILE.papers.map((one) =>
        one.paper === 'programme' ? { ...one, sentOn: '2026-11-20', days: ['2026-11-30'] } : one,
      );
      await openSpace({
        query: `?demande=${request.id}&dossier=journee`,
        requests: [{ ...request, status: 'annulee', confirmedDates: [] }],
        files: [[request.id, { ...EMPTY_FILE, ...ATTENDED, papers }]],
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
    await openSpace({
      query: `?demande=${request.id}&dossier=journee`,
      requests: [{ ...request, status: 'annulee', confirmedDates: [], followUp: { paid: '2026-11-20' } }],
      files: [[request.id, { ...EMPTY_FILE, ...ATTENDED }]],
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
      const { api } = await openSpace({
        query: `?demande=${request.id}&dossier=journee`,
        requests: [
          { ...request, status: 'annulee', confirmedDates: [], followUp: { convention_signed: '2026-11-20' } },
        ],
        files: [[request.id, { ...EMPTY_FILE, ...ATTENDED, cancelCents: 9950, ...deposit }]],
        endedByVisitor: { isContract: false, signedOn: '2026-11-20', ...deposit },
      });
      expect(await screen.findByText(sentence)).toBeVisible();
      fill(await screen.findByLabelText('Jour à noter'), '2026-11-19');
      await press(await button(name));
      expect(await screen.findByText('Rien à faire pour l’instant.')).toBeVisible();
      expect(api.calls).toContainEqual([call, expect.objectContaining({ id: request.id, ...args })]);
      expect(screen.getByText(/^Acompte de .* reçu le vendredi 20 novembre 2026\.$/)).toBeVisible();
      expect(screen.queryAllByRole('checkbox', { name: 'Réglée' })).toHaveLength(depositCents < 9950 ? 1 : 0);
    },
  );

  test('within the ten days of a cancelled contrat, its last day is named and no payment is offered', async () => {
    const openCancelled = (signedOn: string, cancelCents: number | null) =>
      openSpace({
        query: `?demande=${request.id}&dossier=journee`,
        requests: [{ ...request, status: 'annulee', confirmedDates: [], followUp: { convention_signed: signedOn } }],
        files: [[request.id, { ...EMPTY_FILE, ...ATTENDED, payer: 'self', cancelCents }]],
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
    const { api } = await openSpace({
      query: `?demande=${request.id}&dossier=journee`,
      requests: [{ ...request, status: 'annulee', confirmedDates: [], followUp: { convention_signed: '2026-11-20' } }],
      files: [[request.id, { ...EMPTY_FILE, ...ATTENDED }]],
    });
    const due = await screen.findByLabelText('Dédit dû après l’annulation');
    expect(screen.getByLabelText(/^Prix convenu/)).not.toHaveAccessibleDescription(/le prix de la formule/);
    fill(due, '99,50');
    await saveForm('Stagiaire et paiement');
    expect(api.files.get(request.id)).toMatchObject({ cancelCents: 9950, priceCents: null });
    expect(await screen.findByText(/^Dédit dû après l’annulation.: 99,50.€\. Ce n’est pas le prix/)).toBeVisible();
  });

  test('a cancelled reservation says of an agreement that its day is no longer confirmed, not that its price has changed', () => {
    const of = (confirmedDates: readonly string[]) => ({
      request: { ...request, confirmedDates },
      file: { ...EMPTY_FILE, ...ATTENDED },
      site: { ...exampleSite, ...texts },
      today: '2026-11-20',
    });
    const print = WRITE.convention(of(['2026-11-23'])).fingerprint;
    const papers = [
      { paper: 'convention', sentOn: '2026-11-20', signedOn: null, days: ['2026-11-23'], print } as const,
    ];
    const now = of([]);
    const lines = warningsFor(
      'convention',
      { ...now, file: { ...now.file, papers } },
      WRITE.convention(now).fingerprint,
    );
    expect(lines).toEqual([expect.stringMatching(/n’est plus confirmé/)]);
  });
});

describe('printing and sending', () => {
  test('the complete documents of a day are printed together, and others when they are chosen', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation();
    await open();
    await press(await screen.findByRole('link', { name: 'Tout imprimer ou envoyer' }));
    await heading('Tous les documents');
    const shown = () => screen.queryAllByRole('article').length;
    const complete = shown();
    await press(screen.getByLabelText('Devis'));
    expect(shown()).toBe(complete + 1);
    await press(await button('Imprimer ou enregistrer en PDF'));
    expect(print).toHaveBeenCalledTimes(1);
    expect(await axe(document.body)).toHaveProperty('violations', []);
  });

  test('a paper that is printed alone has the number and the count of its pages, one among others only its own numbers', () => {
    expect(pageRules('', 'Devis').join()).toContain('"page " counter(page) " / " counter(pages)');
    expect(pageRules('devis', 'Devis').join()).toContain(
      'content: "page " counter(devis) " – feuille " counter(page) " / " counter(pages);',
    );
  });

  test('a complete document is sent by the owner’s own mail, and its sending is noted above it', async () => {
    const { api } = await open(ATTENDED, 'certificat', site);
    const mail = new URL((await screen.findByRole<HTMLAnchorElement>('link', { name: 'Envoyer par e-mail' })).href);
    expect(decodeURIComponent(mail.pathname)).toBe(request.email);
    expect(mail.searchParams.get('subject')).toBe('Certificat de réalisation – formation du lundi 23 novembre 2026');
    expect(mail.searchParams.get('body')).toMatch(
      /^Bonjour Camille Martin,\r\n\r\n.*\u00a0: certificat de réalisation\.\r\n\r\nBien cordialement,/,
    );
    const sent = screen.getByRole('checkbox', { name: 'Certificat de réalisation envoyé' });
    expect(sent.compareDocumentPosition(screen.getByRole('article'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await press(sent);
    expect(api.files.get(request.id)?.papers).toContainEqual(expect.objectContaining({ sentOn: '2026-11-23' }));
  });

  test('the sending of all complete documents is noted by one tap, not that of others', async () => {
    const { api } = await open(ATTENDED, 'tous', site);
    const mail = (await screen.findByRole<HTMLAnchorElement>('link', { name: 'Envoyer par e-mail' })).href;
    await press(screen.getByRole('checkbox', { name: 'Attestation d’assiduité' }));
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Envoyer par e-mail' }).href).toBe(mail);
    await press(await button('Noter l’envoi de ces 2\u00a0documents'));
    const sent = () =>
      api.files.get(request.id)?.papers.flatMap(({ paper, sentOn }) => (sentOn === null ? [] : [paper])) ?? [];
    expect(sent()).toEqual(['devis', 'certificat']);
    await heading('Dossier de la journée');
    expect(screen.queryByText(/^Prêts à partir/)).toBeNull();
    await press(screen.getByRole('link', { name: 'Facture\u00a0: à établir dans votre logiciel, puis à noter' }));
    await press(await screen.findByRole('checkbox', { name: 'Facture envoyée' }));
    expect(sent()).toEqual(['devis', 'certificat', 'facture']);
    expect(await axe(document.body)).toHaveProperty('violations', []);
  });

  test('a document that the database refuses is named, and the others are noted', async () => {
    const { api, notices } = await open(ATTENDED, 'tous', site);
    const call = api.call.bind(api);
    jest.spyOn(api, 'call').mockImplementation((name, args) => {
      const isRefused = name === 'owner_mark_paper' && 'paper' in args && args.paper === 'devis';
      return isRefused ? Promise.reject(new CallError('impossible', 'paper-incomplete')) : call(name, args);
    });
    await press(await screen.findByRole('checkbox', { name: 'Attestation d’assiduité' }));
    await press(await button('Noter l’envoi de ces 2\u00a0documents'));
    await waitFor(() => expect(notices).toHaveLength(2));
    expect(notices).toContain('Devis, pas noté\u00a0: ce document a encore des endroits à compléter.');
    const sent = api.files.get(request.id)?.papers.filter(({ sentOn }) => sentOn !== null) ?? [];
    expect(sent.map(({ paper }) => paper)).toEqual(['certificat']);
  });

  test('the invoice is not counted among the documents that are printed, and its sending is noted apart', async () => {
    const { api } = await open(ATTENDED, 'journee', site);
    expect(await screen.findByText('Prêts à partir : Devis, Certificat de réalisation.')).toBeVisible();
    await press(await screen.findByRole('link', { name: 'Envoyer ces 2\u00a0documents' }));
    await heading('Tous les documents');
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(screen.getByRole('checkbox', { name: 'Facture de votre logiciel, à joindre vous-même' })).toBeChecked();
    await press(await button('Noter\u00a0: facture envoyée'));
    const sent = api.files.get(request.id)?.papers.filter(({ sentOn }) => sentOn !== null) ?? [];
    expect(sent.map(({ paper }) => paper)).toEqual(['facture']);
    const stateOf = (name: string) => screen.getByRole('link', { name }).nextElementSibling?.textContent;
    expect(['Devis', 'Données de la facture'].map(stateOf)).toEqual(['Complet', 'Envoyé']);
  });

  test('each cell of a document has the name of its column, which stands above it on a narrow screen', async () => {
    await open(ATTENDED, 'devis', site);
    const table = await screen.findByRole('table');
    const heads = within(table).getAllByRole('columnheader');
    const [line] = within(table).getAllByRole('row').slice(1);
    expect([...(line?.children ?? [])].map((cell) => cell.getAttribute('data-label'))).toEqual(
      heads.map(({ textContent }) => textContent),
    );
  });

  test.each([
    ['devis', '2026-11-20', null, 1],
    ['convocation', '2026-11-20', null, 1],
    ['tous', '2026-11-20', null, 0],
    ['convocation', '2026-11-20', '2026-11-10', 0],
    ['convocation', '2026-11-23', null, 0],
    ['programme', '2026-11-20', null, 0],
  ])(
    'of %s for %s, sent on %s, the day of its print comes after the training: it is said beside it %s times',
    async (document, date, sentOn, times) => {
      const papers = EMPTY_FILE.papers.map((state) => ({
        ...state,
        sentOn,
        days: sentOn ? [date] : null,
        isValid: true,
      }));
      await openSpace({
        site: { ...site, ...texts, day },
        query: `?demande=${request.id}&dossier=${document}`,
        requests: [{ ...request, dates: [date], confirmedDates: [date] }],
        files: [[request.id, { ...EMPTY_FILE, ...ATTENDED, papers }]],
      });
      await screen.findByRole('button', { name: 'Imprimer ou enregistrer en PDF' });
      expect(screen.queryAllByText(/^Ce document porte la date d’aujourd’hui/)).toHaveLength(times);
      if (document !== 'tous') return;
      await press(screen.getByRole('checkbox', { name: 'Devis' }));
      expect(screen.getByText(/^Devis.: ce document porte la date/)).toBeVisible();
    },
  );

  test('a document is printed by the browser', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation();
    await open({}, 'convocation');
    expect(await screen.findByText('https://visio.example/salle')).toBeInTheDocument();
    await press(await button('Imprimer ou enregistrer en PDF'));
    expect(print).toHaveBeenCalledTimes(1);
    expect(document.title).toBe('Convocation – Camille Martin – lundi 23 novembre 2026');
  });
});

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
    await openSpace({
      query: `?demande=${request.id}&dossier=journee`,
      requests: [{ ...request, confirmedDates: ['2026-11-24'] }],
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
    await openSpace({
      site: { ...site, ...texts, day },
      query: `?demande=${request.id}&dossier=tous`,
      requests: [{ ...request, dates: days, confirmedDates: days }],
      files: [[request.id, { ...EMPTY_FILE, ...ATTENDED, kept: null, nextDays: 'Jour 2 : relances des mandats' }]],
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
    const { user } = await openSpace({
      query: `?demande=${request.id}&dossier=journee`,
      requests: [request],
      files: [[request.id, { ...EMPTY_FILE, payer: 'agefice' }]],
      concerns: [
        invoice,
        { ...of, kind: 'deadline', step: 'reimbursement' },
        { ...invoice, request: exampleRequest(2).id, name: 'Léo' },
      ],
    });
    const now = within((await heading('Maintenant')).parentElement as HTMLElement);
    expect(await now.findByText(/^Remboursement AGEFICE, .* au plus tard le dimanche 22 novembre 2026/)).toBeVisible();
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

  test('who has other hours in the calendar is told those of now with one press', async () => {
    const { api, notices } = await openSpace({
      query: `?demande=${request.id}&dossier=journee`,
      requests: [request],
      otherHours: request.version,
    });
    expect(await screen.findByText(/^L’agenda de cette personne a d’autres horaires/)).toBeVisible();
    await press(await button('Renvoyer la confirmation'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Renvoyer la confirmation' })).toBeNull());
    expect(notices).toEqual(['La confirmation repart, avec les horaires de maintenant.']);
    const told = { id: request.id, version: request.version, channel: 'site' };
    expect(api.calls).toContainEqual(['owner_tell', told]);
  });
});

describe('signatures', () => {
  test('a signature is noted neither before its paper went out nor for a day to come', async () => {
    const papers = EMPTY_FILE.papers.map((one) =>
      one.paper === 'convention' ? { ...one, sentOn: '2026-11-20', days: ['2026-11-23'] } : one,
    );
    await open({ ...ATTENDED, papers }, 'convention', { ...site, ...texts, day });
    const signed = await screen.findByRole('checkbox', { name: 'Convention signée' });
    for (const [noted, isPossible] of [
      ['2026-11-19', false],
      ['2026-11-20', true],
      ['2026-11-24', false],
    ] as const) {
      fill(screen.getByLabelText('Jour à noter'), noted);
      expect(signed).toHaveProperty('disabled', !isPossible);
    }
  });

  test('before the day, a signature is noted by one tap', async () => {
    const { api } = await openBefore('2026-12-23');
    await heading('Maintenant');
    expect(screen.queryByRole('form', { name: 'Après la journée' })).toBeNull();
    await press(await button('Noter\u00a0: convention signée aujourd’hui'));
    const signed = expect.objectContaining({ paper: 'convention', sentOn: '2026-11-20', signedOn: '2026-11-23' });
    expect(api.files.get(request.id)?.papers).toContainEqual(signed);
    expect(screen.queryByRole('button', { name: /signée aujourd’hui$/ })).toBeNull();
  });

  test('a consumer’s signature for a day within the fourteen days asks whether the box is ticked, which is noted', async () => {
    const { api } = await openConsumer('2026-11-30');
    await press(await button('Noter\u00a0: contrat signé aujourd’hui'));
    expect(screen.getByRole('dialog', { name: 'La case est\u2011elle cochée\u202f?' })).toHaveTextContent(/L221-25/);
    expect(await axe(document.body)).toHaveProperty('violations', []);
    await press(await button('La case est cochée'));
    await waitFor(() =>
      expect(api.files.get(request.id)).toMatchObject({
        expressRequestOn: '2026-11-23',
        papers: expect.arrayContaining([SIGNED]),
      }),
    );
    expect(screen.queryByText(forbidden)).toBeNull();
    expect(await heading('Maintenant')).toHaveFocus();
  });

  test('until the box is ticked, the file says that the day may not be held, and one tap notes it', async () => {
    const { api } = await openConsumer('2026-11-30');
    await press(await button('Noter\u00a0: contrat signé aujourd’hui'));
    await press(await button('Elle n’est pas cochée'));
    expect(await screen.findByText(forbidden)).toBeVisible();
    expect(api.files.get(request.id)?.papers).toContainEqual(SIGNED);
    expect(screen.queryByText('Rien à faire pour l’instant.')).toBeNull();
    await press(await button('Noter\u00a0: la case est cochée'));
    await waitFor(() => expect(screen.queryByText(forbidden)).toBeNull());
    expect(api.files.get(request.id)).toMatchObject({ expressRequestOn: '2026-11-23' });
  });

  test('a question about the box that is closed notes no signature, and none is asked for a later day', async () => {
    const { api } = await openConsumer('2026-11-30', 'convention');
    await press(await screen.findByRole('checkbox', { name: 'Contrat signé' }));
    await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'Fermer' }));
    expect(api.calls.map(([name]) => name)).not.toContain('owner_mark_paper');
    cleanup();
    const later = await openConsumer('2026-12-23');
    await press(await button('Noter\u00a0: contrat signé aujourd’hui'));
    expect(later.api.files.get(request.id)?.papers).toContainEqual(SIGNED);
  });

  test.each([
    ['La case est cochée', '2026-11-23'],
    ['Elle n’est pas cochée', undefined],
  ])('a signature that is noted in the follow-up asks about the box too: « %s »', async (answer, expressRequestOn) => {
    const { api } = await openConsumer('2026-11-30', '');
    await press(await screen.findByRole('checkbox', { name: /signé/ }));
    await press(await button(answer));
    await waitFor(() =>
      expect(api.calls).toContainEqual(['owner_follow_up', expect.objectContaining({ step: 'convention_signed' })]),
    );
    expect(api.files.get(request.id)?.expressRequestOn).toBe(expressRequestOn);
  });

  test.each([
    ['2026-11-30', true],
    ['2026-12-23', false],
  ])('the mail with a consumer’s contrat for %s asks for the tick of its box: %s', async (on, isAsked) => {
    await openConsumer(on, 'convention');
    const mail = new URL((await screen.findByRole<HTMLAnchorElement>('link', { name: 'Envoyer par e-mail' })).href);
    const asks =
      /votre signature.*\r\n\r\nLa formation a lieu le lundi 30 novembre 2026, .*cochez aussi la case «.Je demande/;
    expect(asks.test(mail.searchParams.get('body') ?? '')).toBe(isAsked);
  });

  test('a signature of an earlier day is noted on that day, since its paper went out', async () => {
    const { api } = await openBefore('2026-12-23');
    const on = await screen.findByLabelText('Convention signée le');
    for (const wrong of ['2026-11-19', '2026-11-24', '']) {
      fill(on, wrong);
      expect(on).toBeInvalid();
      expect(await button(/^Noter/)).toBeDisabled();
    }
    fill(on, '2026-11-20');
    await press(await button('Noter\u00a0: convention signée le vendredi 20 novembre 2026'));
    const signed = expect.objectContaining({ paper: 'convention', signedOn: '2026-11-20' });
    expect(api.files.get(request.id)?.papers).toContainEqual(signed);
  });

  test.each([
    [
      '2026-11-30',
      null,
      /À me retourner avec votre signature.: convention de.*\r\n\r\nÀ signer à chaque demi-journée.: feuille/,
    ],
    [
      '2026-11-22',
      '2026-11-20',
      /À me retourner avec votre signature.: feuille d’émargement et relevé de connexion\.\r\n\r\nBien/,
    ],
  ] as const)(
    'the mail for a sheet of %s, sent on %s, asks for its signature once the day is over',
    async (day, sentOn, text) => {
      await openSheet(day, sentOn ? 'certificat' : 'tous', sentOn);
      const mail = new URL((await screen.findByRole<HTMLAnchorElement>('link', { name: 'Envoyer par e-mail' })).href);
      expect(mail.searchParams.get('body')).toMatch(text);
    },
  );

  test.each([
    ['2026-11-30', 0],
    ['2026-11-22', 1],
  ] as const)(
    'the signature of a blank sheet for %s can be noted by a tap only when the day has come',
    async (day, count) => {
      await openSheet(day, 'journee', '2026-11-20');
      await heading('Maintenant');
      expect(screen.queryAllByRole('button', { name: /feuille d’émargement signée aujourd’hui$/ })).toHaveLength(count);
    },
  );

  test('who was absent all the time is not asked to sign the sheet', async () => {
    const kept = HALVES.map((half) => ({ date: '2026-11-22', half, from: null, to: null }));
    await openSheet('2026-11-22', 'journee', '2026-11-20', kept);
    await heading('Maintenant');
    expect(screen.queryByRole('button', { name: /feuille d’émargement signée aujourd’hui$/ })).toBeNull();
  });
});

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

  test('what was paid without a signed contrat is noted in the follow-up, to which the file leads', async () => {
    await openUnsigned();
    await press(await screen.findByRole('link', { name: /^Noter un règlement/ }));
    await heading('Suites');
    expect(screen.getByRole('checkbox', { name: 'Réglée' })).toBeEnabled();
  });

  test('that the reimbursement of the fund was asked is noted in its file', async () => {
    const { api } = await open({ payer: 'agefice' });
    await press(await screen.findByRole('checkbox', { name: /^Remboursement demandé/ }));
    expect(api.files.get(request.id)).toMatchObject({ reimbursementAskedOn: '2026-11-23' });
  });

  test('what a tick notes has the day that is chosen above it, and none that its law forbids', async () => {
    const signed = { sentOn: '2026-11-01', signedOn: '2026-11-01', days: ['2026-11-23'], deposit: true };
    const papers = EMPTY_FILE.papers.map((one) => (one.paper === 'convention' ? { ...one, ...signed } : one));
    const { api } = await open({ payer: 'self', papers });
    const day = await screen.findByLabelText('Date à inscrire');
    const deposit = screen.getByRole('checkbox', { name: /^Acompte reçu/ });
    fill(day, '2026-11-11');
    expect(deposit).toBeDisabled();
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

  test.each([true, false])(
    'a fund that is not asked after all leaves what is signed, if anything is (%s)',
    async (isSigned) => {
      const signedOn = isSigned ? '2026-11-01' : null;
      const papers = EMPTY_FILE.papers.map((one) => (one.paper === 'convention' ? { ...one, signedOn } : one));
      await open({ payer: 'agefice', fundingDroppedOn: '2026-11-20', papers });
      const told = await screen.findByText(/^Dossier AGEFICE.: pas demandé, finalement/);
      expect(told.textContent?.includes('ce qui est signé peut rester tel quel')).toBe(isSigned);
    },
  );

  test('a payment that is noted in the request is no longer asked for in its file, also before that is read again', async () => {
    const concern = {
      kind: 'invoice',
      isUrgent: false,
      request: request.id,
      name: request.name,
      due: '2026-11-22',
    } as const;
    const { user, api } = await openSpace({
      query: `?demande=${request.id}&dossier=journee`,
      requests: [request],
      concerns: [{ ...concern, days: ['2026-11-20'], isLate: true }],
    });
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

  test.each([
    ['2026-11-13', false, /^Acompte.: rien avant la fin du lundi 23 novembre 2026, puis 30.% au plus, soit 59,70.€/],
    ['2026-11-12', true, /^Acompte.: 30.% au plus, soit 59,70.€/],
  ])('the deposit of a contrat that was signed on %s can be noted: %s', async (signedOn, isPossible, sentence) => {
    const papers = EMPTY_FILE.papers.map((state) =>
      state.paper === 'convention' ? { ...state, signedOn, deposit: true } : state,
    );
    const { api } = await open({ payer: 'self', papers }, 'journee', DEPOSIT);
    expect(await screen.findByText(sentence)).toBeVisible();
    const deposit = screen.getByRole('checkbox', { name: 'Acompte reçu' });
    expect(deposit).toHaveProperty('disabled', !isPossible);
    if (!isPossible) return;
    await press(deposit);
    expect(api.files.get(request.id)?.depositOn).toBe('2026-11-23');
  });

  test.each(['company', 'agefice', 'self'] as const)(
    'what %s has paid is noted beside the date of its payment',
    async (payer) => {
      const papers = EMPTY_FILE.papers.map((one) =>
        one.paper === 'convention' ? { ...one, signedOn: '2026-11-01' } : one,
      );
      const { api } = await open({ payer, papers });
      expect(await screen.findByText(/^Paiement de la facture/)).toBeVisible();
      expect(screen.queryByRole('checkbox', { name: 'Acompte reçu' })).toBeNull();
      await press(screen.getByRole('checkbox', { name: 'Réglée' }));
      expect(api.calls).toContainEqual([
        'owner_follow_up',
        { id: request.id, version: request.version, step: 'paid', day: '2026-11-23' },
      ]);
      expect(screen.getByRole('checkbox', { name: 'Réglée' })).toBeChecked();
    },
  );

  test('a contrat that was signed for a day that has moved is not signed, and the deposit of then came in time', async () => {
    const [signedOn, days] = ['2026-11-01', ['2026-11-22']];
    const papers = EMPTY_FILE.papers.map((one) => (one.paper === 'convention' ? { ...one, signedOn, days } : one));
    await open({ payer: 'self', papers, depositOn: '2026-11-13' });
    expect(await screen.findByText(/^Aucun paiement avant la signature du contrat/)).toBeVisible();
    expect(screen.queryByText(/^Un paiement est noté/)).toBeNull();
  });

  test('a contrat that is noted as paid before the law allows it says so as long as it is', async () => {
    await openSpace({
      query: `?demande=${request.id}&dossier=journee`,
      requests: [{ ...request, followUp: { paid: '2026-11-20' } }],
      files: [[request.id, { ...EMPTY_FILE, payer: 'self' }]],
    });
    expect(await screen.findByText(/^Un paiement est noté le vendredi 20 novembre 2026, avant/)).toBeVisible();
  });
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
