import type { Site } from '@site/contract/host';
import { exampleSite, renderInHost } from '@site/shared-ui/testing';
import type { Concern } from '@site/supabase/requests';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, enterCode, fill, openSpace, press } from '../../tests/support/open-space';
import { Page } from '../owner-page';
import { exampleMessage, exampleRequest } from '../testing/examples';

beforeEach(() => {
  window.localStorage.clear();
  window.matchMedia = jest.fn().mockReturnValue({ matches: false });
});

const at = '2026-11-22T02:00:00Z';
const openToday = (space: Parameters<typeof openSpace>[0] = {}) => openSpace({ query: '', ...space });
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const wrong = async (...concerns: Concern[]) => {
  const opened = await openToday({ concerns });
  return { ...opened, list: await section('Ce qui ne va pas') };
};

test('the space opens with what waits for the owner, the next days and what is wrong, and badges count both', async () => {
  const { user } = await wrong({ kind: 'mails', isUrgent: false, count: 1, lastError: null });
  expect(await screen.findByRole('heading', { name: 'Aujourd’hui' })).toBeInTheDocument();
  const todo = await section('À traiter');
  expect(todo.getByText('2 demandes à traiter, la plus ancienne reçue le 20 nov. à 14 h 32')).toBeVisible();
  const next = await section('Prochaines journées');
  expect(next.getByText('jeu. 10 déc.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Demandes' })).toHaveAccessibleDescription('2\u00a0à traiter');
  expect(screen.getByRole('link', { name: 'Aujourd’hui' })).toHaveAccessibleDescription('1\u00a0point à regarder');
  expect(await axe(document.body)).toHaveProperty('violations', []);
  await user.click(next.getByRole('link', { name: 'Dominique Petit' }));
  expect(await screen.findByRole('heading', { name: 'Dominique Petit' })).toBeInTheDocument();
});

test.each([
  ['16:29', ['Aujourd’hui, 9\u00a0h', 'Demain, 9\u00a0h']],
  ['16:30', ['Demain, 9\u00a0h']],
])('at %s in UTC, the next days are those whose hours are not over', async (time, days) => {
  jest.setSystemTime(new Date(`2026-11-23T${time}:00Z`));
  const dates = ['2026-11-23', '2026-11-24'];
  const day = [{ from: '09:00', to: '17:30', text: 'Formation' }];
  await openToday({
    site: { day },
    requests: [exampleRequest(1, { status: 'confirmee', dates, confirmedDates: dates })],
  });
  const next = await section('Prochaines journées');
  expect(next.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual(days);
});

test.each([
  ['16:29', 'Convention ou contrat à signer :'],
  ['16:30', 'Convention ou contrat non signé, journée passée :'],
])('at %s in UTC, the list says of an agreement for today: %s', async (time, title) => {
  jest.setSystemTime(new Date(`2026-11-23T${time}:00Z`));
  const halves = [
    { from: '09:00', to: '12:30', text: 'Matin' },
    { from: '14:00', to: '17:30', text: 'Après-midi' },
  ];
  const request = exampleRequest(1).id;
  await openToday({
    site: { day: halves },
    concerns: [{ kind: 'deadline', isUrgent: false, step: 'signature', request, name: 'Zoé', due: '2026-11-23' }],
  });
  expect((await section('À traiter')).getByText(title)).toBeVisible();
});

test('when nothing waits and all is well, the view says so and the tabs have no badge', async () => {
  await openToday({ requests: [exampleMessage(1, { handledAt: at })] });
  expect(await screen.findByText('Rien à traiter.')).toBeVisible();
  expect(screen.getByText('Aucune journée confirmée à venir.')).toBeVisible();
  expect(screen.getByText('Rien d’anormal.')).toBeVisible();
  for (const name of ['Demandes', 'Aujourd’hui']) {
    expect(screen.getByRole('link', { name })).not.toHaveAccessibleDescription();
  }
});

test('a confirmed day that a visitor has given up is told with its request, and one request that waits has its name', async () => {
  const [waiting, cancelled] = [exampleRequest(1), exampleRequest(2, { name: 'Denis Roux', status: 'annulee' })];
  const request = { id: cancelled.id, name: cancelled.name };
  const agreement = { isContract: true, signedOn: '2026-11-20' };
  const given = { request, version: cancelled.version, days: ['2026-12-18'], agreement, isWithdrawal: false };
  const { user } = await openToday({ requests: [waiting, cancelled], givenUp: [given] });
  const todo = await section('À traiter');
  expect(todo.getByText('1 demande à traiter (Camille Martin), reçue le 20 nov. à 14 h 32')).toBeVisible();
  const told = /^Denis Roux a annulé le vendredi 18 décembre, contrat signé le vendredi 20 novembre$/;
  expect(todo.getByText(told)).toBeVisible();
  expect(todo.queryByText(/rétractation/)).toBeNull();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  await press(todo.getByRole('link', { name: told }));
  expect(await screen.findByRole('heading', { name: 'Dossier de la journée' })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Aujourd’hui' }));
  await press(await button(/^Vu.:.annulation de Denis Roux$/));
  await waitFor(() => expect(screen.queryByText(told)).toBeNull());
});

test('a day that a visitor asks for in place of a confirmed one is told instead of the age of the request', async () => {
  const wishes = [{ from: '2026-12-08', to: '2026-12-14' }];
  const only = exampleRequest(1, { dates: ['2026-12-08', '2026-12-14'], confirmedDates: ['2026-12-08'], wishes });
  for (const [requests, count] of [
    [[only], 0],
    [[only, exampleRequest(2, { name: 'Denis Roux' })], 1],
  ] as const) {
    await openToday({ requests });
    const todo = await section('À traiter');
    const wish = todo.getByRole('link', {
      name: /^Camille Martin demande le lun\. 14.déc\. à la place du mar\. 8.déc\.$/,
    });
    expect(wish).toHaveAttribute('href', `/espace?demande=${only.id}`);
    expect(todo.queryAllByRole('link', { name: /^1 demande à traiter \(Denis Roux\)/ })).toHaveLength(count);
    expect(todo.queryAllByRole('link', { name: /à traiter/ })).toHaveLength(count);
    expect(todo.queryByText('Un jour déjà confirmé pour une autre demande')).toBeNull();
    expect(todo.queryByText('Rien à traiter.')).toBeNull();
    cleanup();
  }
  const late = [{ from: '2026-11-16', to: '2026-12-14', isTaken: true }];
  await openToday({ requests: [exampleRequest(1, { ...only, wishes: late })] });
  const todo = await section('À traiter');
  expect(todo.getByText(/ à la place du lun\. 16.nov\. \(trop tard.: la journée a eu lieu\)$/)).toBeVisible();
  expect(todo.getByText('Un jour déjà confirmé pour une autre demande')).toBeVisible();
});

test('a consumer who has withdrawn is told as such', async () => {
  const cancelled = exampleRequest(1, { name: 'Denis Roux', status: 'annulee' });
  const agreement = { isContract: true, signedOn: '2026-11-20', withdrawalUntil: '2026-12-04' };
  const given = { request: cancelled, version: 1, days: ['2026-12-18'], agreement, isWithdrawal: true };
  await openToday({ requests: [cancelled], givenUp: [given] });
  const todo = await section('À traiter');
  const withdrawn = /^Denis Roux a annulé .*, contrat signé le .* novembre.: c’est une rétractation, sans frais\.$/;
  expect(todo.getByText(withdrawn)).toBeVisible();
});

test.each([
  [
    'Zoé a annulé sa réservation du vendredi 18 décembre, contrat signé le vendredi 20 novembre\u00a0: c’est une rétractation',
    { isOwn: false, days: ['2026-12-18'], agreement: { isContract: true, withdrawalUntil: '2026-12-04' } },
  ],
  [
    'Zoé a annulé sa réservation du vendredi 18 décembre et du samedi 19 décembre, convention signée le vendredi 20 novembre\u00a0: écrivez-lui pour la suite. Somme due\u00a0: 99,50\u00a0€. Dès que c’est',
    { isOwn: false, days: ['2026-12-18', '2026-12-19'], agreement: { isContract: false }, dueCents: 9950 },
  ],
  [
    'Vous avez annulé la réservation de Zoé, convention signée le vendredi 20 novembre\u00a0: rendez ce qui',
    { isOwn: true, agreement: { isContract: false } },
  ],
])(
  'a signed agreement that a cancellation has ended is to do, in one line with the way to its file: %s',
  async (begin, one) => {
    const request = { id: exampleRequest(1).id, name: 'Zoé' };
    const agreement = { signedOn: '2026-11-20', ...one.agreement };
    const concern = { kind: 'ended', isUrgent: false, request: request.id, name: 'Zoé', ...one, agreement } as const;
    const given = { request, version: 1, days: ['2026-12-18'], agreement, isWithdrawal: false };
    await openToday({ concerns: [concern], givenUp: [given] });
    const todo = await section('À traiter');
    expect(todo.getAllByText(/annulé/).map(({ textContent }) => textContent?.slice(0, begin.length))).toEqual([begin]);
    expect(todo.getByRole('link', { name: /annulé/ })).toHaveAttribute(
      'href',
      `/espace?demande=${request.id}&dossier=journee&champ=left`,
    );
    expect(screen.getByText('Rien d’anormal.')).toBeVisible();
  },
);

test('a day that may not be held, as its consumer has ticked no box, is to do and leads to its file', async () => {
  const request = exampleRequest(1).id;
  const concern = { kind: 'express_request', isUrgent: false, request, name: 'Zoé', isContract: true } as const;
  await openToday({ concerns: [{ ...concern, days: ['2026-11-30'] }] });
  const todo = await section('À traiter');
  const sentence = /^Contrat signé pour Zoé, journée du lundi 30 novembre.:.*L221-25\)\.$/;
  expect(todo.getByRole('link', { name: sentence })).toHaveAttribute(
    'href',
    `/espace?demande=${request}&dossier=journee`,
  );
  expect(screen.getByText('Rien d’anormal.')).toBeVisible();
});

test.each([
  [
    'the next three come after what is to do while none is today or tomorrow',
    ['2026-11-25', '2026-12-02', '2026-12-03', '2026-12-04'],
    ['mer. 25 nov.', 'mer. 2 déc.', 'jeu. 3 déc.'],
    ['À traiter', 'Prochaines journées'],
    /^Voir l’agenda \(1.autre journée\)$/,
  ],
  [
    'those of today and tomorrow come first, without the others',
    ['2026-11-23', '2026-11-24', '2026-12-03', '2026-12-04'],
    ['Aujourd’hui, 9 h', 'Demain, 9 h'],
    ['Prochaines journées', 'À traiter'],
    /^Voir l’agenda \(2.autres journées\)$/,
  ],
])('of the days to come, %s', async (_, confirmedDates, shown, titles, others) => {
  const requests = [exampleRequest(1, { status: 'confirmee', dates: confirmedDates, confirmedDates })];
  await openToday({ requests, site: { day: [{ from: '09:00', to: '17:00', text: 'Relances' }] } });
  const next = await section('Prochaines journées');
  for (const day of shown) expect(next.getByText(day)).toBeVisible();
  expect(next.getAllByRole('listitem')).toHaveLength(shown.length);
  expect(next.getByText(others)).toBeVisible();
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent ?? '');
  expect(headings.filter((title) => titles.includes(title))).toEqual(titles);
});

test('what is wrong is said in plain words, with links to where it is handled', async () => {
  const { list, user } = await wrong(
    { kind: 'mails', isUrgent: false, count: 1, lastError: null },
    {
      kind: 'mails',
      isUrgent: false,
      count: 2,
      lastError: 'Gardé après une restauration\u00a0: il est peut-être déjà parti',
    },
    {
      kind: 'unsent',
      isUrgent: false,
      count: 3,
      oldestAt: at,
      lastError: 'ESOCKET: connect ECONNREFUSED 127.0.0.1:25',
    },
    { kind: 'unsent', isUrgent: false, count: 1, oldestAt: at, lastError: 'TypeError' },
    { kind: 'incidents', isUrgent: false, count: 12, reporters: 10 },
    { kind: 'part', isUrgent: false, remote: 'booking', release: '1.0.0-a', count: 5, pages: 9, lastAt: at },
    { kind: 'backup', isUrgent: false, failure: 'full', failedSince: at, lastAt: null },
    {
      kind: 'watch',
      isUrgent: false,
      outcome: 'returned',
      because: 'failures',
      remote: 'booking',
      release: '1.0.0-b',
      previous: '1.0.0-a',
      served: 9,
      live: 9,
      reporters: 5,
      at,
    },
    { kind: 'disk', isUrgent: false, host: 'atelier', folder: '/var/lib/site', freeBytes: 400_000_000 },
    { kind: 'site', isUrgent: false, gaps: ['votre adresse e-mail'] },
    {
      kind: 'retention',
      isUrgent: false,
      requests: 3,
      total: 9,
      reason: 'share',
      since: at,
      lastRunAt: null,
      resumesAt: at,
    },
    { kind: 'calendar', isUrgent: false, since: at },
    { kind: 'calendar', isUrgent: false, since: null },
  );
  expect((await list.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
    `1 e-mail n’a pas pu partir et n’est plus essayé`,
    `2 e-mails gardés après une restauration sont peut-être déjà partis\u00a0: renvoyez-les s’il le faut`,
    `3 e-mails ne partent pas depuis le 22\u00a0nov. à 3\u00a0h\u00a0: le serveur d’e-mails refuse la connexion. Prévenez la personne qui héberge votre site.`,
    `1 e-mail ne part pas depuis le 22\u00a0nov. à 3\u00a0h\u00a0: la cause est dans le journal du serveur. Prévenez la personne qui héberge votre site.`,
    `12 échecs du site en un jour, signalés depuis 10 adresses`,
    `Réservation\u00a0: échecs chez plusieurs visiteurs en un jour`,
    `La sauvegarde échoue depuis le 22\u00a0nov. à 3\u00a0h\u00a0: le disque est plein`,
    `Réservation\u00a0: la nouvelle version échouait, le site est revenu de lui-même à la version 1.0.0-a le 22\u00a0nov. à 3\u00a0h`,
    `Il reste 0,4\u00a0Go libres sur un disque du serveur atelier`,
    'Le site reste un brouillon\u00a0: il y manque une information',
    `La suppression automatique de 3 demandes attend votre confirmation. Elle reprend sinon le 22\u00a0nov. à 3\u00a0h`,
    'Votre agenda personnel n’a pas pu être lu depuis le 22\u00a0nov. à 3\u00a0h',
    'Votre agenda personnel est à connecter de nouveau, ou ses jours à rouvrir',
  ]);
  await user.click(list.getByRole('link', { name: /^12 échecs/ }));
  expect(await screen.findByRole('heading', { name: 'Site' })).toBeInTheDocument();
});

/** Nothing keeps a site with these facts from being public. */
const complete: Partial<Site> = {
  email: 'bonjour@atelier-relance.fr',
  phone: '05 56 00 00 01',
  preRegistrationUrl: '',
  publisher: {
    name: 'Atelier Relance',
    legalForm: 'EI',
    address: '1 place du Marché, 35000 Rennes',
    siren: '732 829 320',
    registration: 'RCS Rennes',
    vat: 'TVA non applicable',
    publicationDirector: 'Ada Martin',
  },
  hosting: { name: 'Un hébergeur', address: '2 rue des Lilas, Rennes', phone: '05 56 00 00 02' },
};

test('a draft that lacks nothing says that it can open and how, whatever the server counted some minutes ago', async () => {
  const counted = [{ kind: 'site', isUrgent: false, gaps: ['votre adresse e-mail'] }] as const;
  await openToday({ site: { ...complete, draft: true }, concerns: counted });
  const list = await section('Ouverture du site');
  expect(list.getByText(/^Tout est prêt : votre site peut ouvrir.* sans « --draft »/)).toBeVisible();
});

test('a draft leads to the one page that asks for what it lacks', async () => {
  await openToday({ site: { ...complete, draft: true, hosting: { name: '', address: '', phone: '' } } });
  const list = await section('Ce qui ne va pas');
  expect(list.getByRole('link', { name: /^Le site reste un brouillon.: il y manque 3.informations/ })).toHaveAttribute(
    'href',
    '/espace?vue=textes&sujet=a-completer',
  );
});

test('dates that are near are apart from what is wrong, and lead to where they are settled', async () => {
  const near = { kind: 'deadline', isUrgent: false } as const;
  await openToday({
    concerns: [
      { ...near, step: 'kept', request: exampleRequest(1).id, name: 'Zoé', due: '2026-11-22' },
      {
        ...near,
        step: 'file',
        request: exampleRequest(2).id,
        name: 'Léo',
        due: '2026-11-20',
        news: ['answered'],
        papers: ['facture'],
      },
      { ...near, step: 'payable', request: exampleRequest(1).id, name: 'محمد', due: '2026-12-12' },
      { ...near, step: 'signature', request: exampleRequest(2).id, name: 'Léo', due: '2026-12-14', isContract: false },
      { ...near, step: 'reimbursement', request: exampleRequest(2).id, name: 'Léo', due: '2026-12-20' },
      { ...near, step: 'report', request: null, name: null, due: '2027-04-30' },
      {
        kind: 'invoice',
        isUrgent: false,
        request: exampleRequest(1).id,
        name: 'Zoé',
        due: '2026-11-22',
        days: ['2026-10-23'],
        isLate: true,
      },
      { kind: 'more', isUrgent: false, count: 12 },
    ],
  });
  const dates = await section('À traiter');
  expect(screen.getByText('Rien d’anormal.')).toBeVisible();
  // Five that are folded, and the twelve that the last of these lines tells of.
  const others = dates.getByText(/^Et 17.autres$/);
  expect(dates.getByText(/^Questionnaire rempli/)).not.toBeVisible();
  await press(others);
  const request = `/espace?demande=${exampleRequest(1).id}`;
  const other = `/espace?demande=${exampleRequest(2).id}&dossier=journee`;
  const lines = dates.getAllByRole('listitem').map((line) => {
    const address = within(line).getByRole('link').getAttribute('href');
    return [line.textContent?.replace(/\s/g, ' '), address];
  });
  expect(lines).toEqual([
    ['Factures en retard, dues depuis :Zoé, dim. 22 nov.', `${request}&dossier=journee&champ=paid`],
    [expect.stringMatching(/^2 demandes à traiter/), '/espace?vue=demandes'],
    ['Heures suivies, à noter :Zoé, dim. 22 nov.', `${request}&dossier=journee&champ=kept`],
    ['Questionnaire rempli ; à envoyer : facture :Léo, ven. 20 nov.', `${other}&champ=questionnaire`],
    [
      'Acompte qui peut être demandé à partir de ces jours :\u2068محمد\u2069, sam. 12 déc.',
      `${request}&dossier=journee&champ=depositOn`,
    ],
    ['Convention ou contrat à signer :Léo, lun. 14 déc.', other],
    ['Remboursements AGEFICE à demander (échéance) :Léo, dim. 20 déc.', `${other}&champ=reimbursementAskedOn`],
    [expect.stringMatching(/^Bilan pédagogique et financier : /), '/espace?vue=bilan&annee=2026'],
    ['Et 12 autres dates', '/espace?filtre=confirmed'],
  ]);
  expect(dates.getByText(/^Questionnaire rempli/)).toBeVisible();
});

test('several lines that say the same of other people are one, with a link for each', async () => {
  const near = { kind: 'deadline', isUrgent: false, step: 'signature', isUnsent: true, isContract: true } as const;
  const of = (number: number, name: string) => ({ ...near, request: exampleRequest(number).id, name });
  await openToday({
    concerns: [
      { ...of(1, 'Zoé'), due: '2026-12-14', days: ['2026-12-14', '2026-12-15'] },
      { ...of(2, 'Léo'), due: '2026-12-16' },
      { ...of(3, 'Max'), due: '2026-12-17' },
      { ...of(4, 'Ali'), due: '2026-12-18', news: ['moved'] },
      { ...of(5, 'Eva'), due: '2026-11-20' },
    ],
  });
  const dates = await section('À traiter');
  expect(dates.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
    'Convention ou contrat non signé, journée passée :Eva, ven. 20 nov. (à envoyer)',
    expect.stringMatching(/^2 demandes à traiter/),
    'Convention ou contrat à signer :Zoé, lun. 14 déc., mar. 15 déc. (à envoyer)Léo, mer. 16 déc. (à envoyer)Max, jeu. 17 déc. (à envoyer)Ali, ven. 18 déc. (le jour a changé : à renvoyer)',
  ]);
  expect(dates.getByRole('link', { name: /^Léo/ })).toHaveAttribute(
    'href',
    `/espace?demande=${exampleRequest(2).id}&dossier=journee`,
  );
});

test('papers of days that are over and late invoices are one line each, and what presses more comes before', async () => {
  const names = ['Zoé', 'Léo', 'محمد'];
  const of = (place: number) => ({ request: exampleRequest(place + 1).id, name: names[place] ?? '', isUrgent: false });
  const papers = ['certificat', 'emargement'] as const;
  await openToday({
    concerns: [
      ...names.map(
        (_, place) => ({ ...of(place), kind: 'deadline', step: 'file', due: `2026-11-1${place}`, papers }) as const,
      ),
      { ...of(0), kind: 'deadline', step: 'file', due: '2026-11-23', papers: ['convocation'] },
      { ...of(0), kind: 'deadline', step: 'signature', due: '2026-12-14', isContract: false },
      ...names.map((_, place) => {
        const days = [`2026-10-0${place + 1}`];
        return { ...of(place), kind: 'invoice', due: `2026-11-0${place + 1}`, days, isLate: true } as const;
      }),
    ],
  });
  const todo = await section('À traiter');
  expect(todo.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
    'À envoyer : convocation :Zoé, lun. 23 nov.',
    'Factures en retard, dues depuis :Zoé, dim. 1er nov.Léo, lun. 2 nov.\u2068محمد\u2069, mar. 3 nov.',
    expect.stringMatching(/^2 demandes à traiter/),
    'À envoyer : certificat ; à noter comme signée : feuille d’émargement :Zoé, mar. 10 nov.Léo, mer. 11 nov.\u2068محمد\u2069, jeu. 12 nov.',
    'Convention ou contrat à signer :Zoé, lun. 14 déc.',
  ]);
  expect(todo.queryByText(/^Et \d/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Aujourd’hui' })).toHaveAccessibleDescription('8\u00a0points à regarder');
  expect(todo.getAllByRole('link', { name: /^Léo/ })[0]).toHaveAttribute(
    'href',
    `/espace?demande=${exampleRequest(2).id}&dossier=journee&champ=paid`,
  );
});

test('what presses alike is in the order of the next day to come, and money in that of how long it is owed', async () => {
  const of = (name: string, due: string) => ({ isUrgent: false, request: exampleRequest(1).id, name, due }) as const;
  const file = { kind: 'deadline', step: 'file', papers: ['convocation'] } as const;
  const late = { kind: 'invoice', days: ['2026-10-01'], isLate: true } as const;
  await openToday({
    concerns: [
      { ...of('Léo', '2026-11-26'), ...file, papers: ['blank_sheet'], days: ['2026-11-26'] },
      { ...of('Alice', '2026-11-27'), ...file, days: ['2026-11-27'] },
      { ...of('Emma', '2026-12-10'), ...file, days: ['2026-11-20', '2026-11-25', '2026-12-10'] },
      { ...of('Max', '2026-11-18'), ...late },
      { ...of('Zoé', '2026-11-02'), ...late },
    ],
  });
  const todo = await section('À traiter');
  expect(todo.getAllByRole('link').map(({ textContent }) => textContent?.split(/,|\s/)[0])).toEqual([
    'Zoé',
    'Max',
    '2',
    'Emma',
    'Alice',
    'Léo',
  ]);
});

test('a request with AGEFICE that waits for an answer says the last day for its complete file, and leads to it', async () => {
  const request = exampleRequest(1).id;
  const asked = { kind: 'deadline', isUrgent: false, step: 'funding', isAsked: true, isLate: false, request } as const;
  await openToday({
    concerns: [
      { ...asked, name: 'Zoé', due: '2026-11-24', days: ['2026-12-09', '2027-01-19'] },
      { ...asked, name: 'Léo', due: '2026-11-27', days: ['2026-12-01', '2026-12-12'] },
    ],
  });
  const todo = await section('À traiter');
  expect(todo.getByText('Demandes avec AGEFICE, dossier à déposer (échéance) :')).toBeVisible();
  expect(todo.getByRole('link', { name: /^Zoé, mar\. 24.nov\.$/ })).toHaveAttribute(
    'href',
    `/espace?demande=${request}`,
  );
  expect(
    todo.getByRole('link', { name: /^Léo, ven\. 27.nov\. \(trop tard pour le mardi 1er décembre\)$/ }),
  ).toBeVisible();
});

test('of more than four people for whom the same is to do, the first three are shown and the others open', async () => {
  const late = { kind: 'invoice', isUrgent: false, days: ['2026-10-01'], isLate: true } as const;
  const people = ['Zoé', 'Léo', 'Max', 'Ali', 'Eva'].map(
    (name, at) => ({ ...late, name, request: exampleRequest(at + 1).id, due: `2026-11-0${at + 1}` }) as const,
  );
  await openToday({ concerns: people });
  const todo = await section('À traiter');
  expect(todo.getByText(/^Max/)).toBeVisible();
  expect(todo.getByText(/^Ali/)).not.toBeVisible();
  await press(todo.getByText(/^Et 2.autres$/));
  expect(todo.getByText(/^Ali/)).toBeVisible();
  cleanup();
  await openToday({ concerns: people.slice(1) });
  expect((await section('À traiter')).getByText(/^Eva/)).toBeVisible();
});

test('the first day shows nine steps, each done once the site can see it', async () => {
  const { user, api } = await openToday({ requests: [] });
  const steps = await section('Pour commencer');
  expect(await steps.findByText(/^Les e-mails n’ont pas encore de lien/)).toBeVisible();
  await user.click(await steps.findByRole('button', { name: 'Copier le message pour l’hébergeur' }));
  expect(await navigator.clipboard.readText()).toMatch(/il lui faut encore.:\n–.son adresse publique \(«\sorigin\s»/);
  await steps.findByText(/^Préparez vos papiers/);
  expect(steps.getByText(/^Il reste 9\sétapes/)).toBeVisible();
  const states = () => steps.getAllByText(/, (fait|à faire)$/).map(({ parentElement }) => parentElement?.textContent);
  expect(states()).toEqual([
    'Donnez votre adresse e-mail, à faire',
    'Confirmez vos prix, à faire',
    'Lisez ce que le site promet en votre nom, à faire',
    'Choisissez vos jours, à faire',
    'Suivez vos journées dans l’agenda de votre téléphone, à faire',
    'Prévenez vos visiteurs par e-mail, à faire',
    'Préparez vos papiers, à faire',
    'Mettez cet espace sur votre écran d’accueil, à faire',
    'Recevez une première demande, à faire',
  ]);
  expect(steps.getByRole('link', { name: 'Compléter mes textes' })).toHaveAttribute(
    'href',
    '/espace?vue=textes&sujet=a-completer',
  );
  expect(steps.getByRole('link', { name: 'Créer l’adresse' })).toHaveAttribute('href', '/espace?vue=agenda&champ=feed');
  expect(steps.getByRole('link', { name: 'Ouvrir la réservation' })).toHaveAttribute('href', '/booking');
  await user.click(await button('C’est fait'));
  await api.call('owner_renew_feed', {});
  await api.call('owner_set_days', { ...(await api.call('owner_days', {})), holidays: true });
  jest.advanceTimersByTime(30_000);
  await waitFor(() =>
    expect(states().filter((text) => text?.endsWith('à faire'))).toEqual([
      'Donnez votre adresse e-mail, à faire',
      'Confirmez vos prix, à faire',
      'Lisez ce que le site promet en votre nom, à faire',
      'Prévenez vos visiteurs par e-mail, à faire',
      'Préparez vos papiers, à faire',
      'Recevez une première demande, à faire',
    ]),
  );
  expect(await axe(document.body)).toHaveProperty('violations', []);
});

test('the address of the sign-in is published by one tap, and the step is done', async () => {
  const renewedSite = { ...exampleSite, email: 'proprietaire@exemple.fr' };
  const { api, notices } = await openToday({ requests: [], renewedSite });
  const steps = await section('Pour commencer');
  expect(
    await steps.findByText(/^Vos pages montrent bonjour@atelier-relance\.example, qui ne joint personne/),
  ).toBeVisible();
  expect(steps.getByRole('link', { name: 'En donner une autre' })).toHaveAttribute(
    'href',
    '/espace?vue=textes&champ=email',
  );
  await press(await button('Utiliser proprietaire@exemple.fr'));
  expect(api.calls).toContainEqual(['edit-facts', { facts: { email: 'proprietaire@exemple.fr' }, seq: 2 }]);
  await waitFor(() => expect(notices).toEqual(['Vos pages montrent cette adresse, et vos demandes y arrivent.']));
  expect(await steps.findByText('Donnez votre adresse e-mail')).toHaveTextContent('Donnez votre adresse e-mail, fait');
});

test('an address that was published while the space was left for another page is known when it is opened again', async () => {
  const renewedSite = { ...exampleSite, email: 'proprietaire@exemple.fr' };
  const { host } = await openToday({ requests: [], renewedSite });
  fireEvent.click(await button('Utiliser proprietaire@exemple.fr'));
  cleanup();
  await act(async () => {
    renderInHost(
      <main>
        <Page host={host} />
      </main>,
    );
  });
  const steps = await section('Pour commencer');
  await waitFor(() =>
    expect(steps.getByText('Donnez votre adresse e-mail')).toHaveTextContent('Donnez votre adresse e-mail, fait'),
  );
});

test('the prices that pages show are said, and are kept by one tap as the owner’s own', async () => {
  const prices = { standard: '199', funded: '320' };
  const { api, notices } = await openToday({ requests: [], renewedSite: { ...exampleSite, prices } });
  const steps = await section('Pour commencer');
  expect(await steps.findByText(/^Vos pages annoncent 199\s€ la journée, et 320\s€ avec un financement/)).toBeVisible();
  expect(steps.getByRole('link', { name: 'Les changer' })).toHaveAttribute(
    'href',
    '/espace?vue=textes&champ=prices.standard',
  );
  await press(await button('Ces prix sont les miens'));
  const facts = { 'prices.standard': '199', 'prices.funded': '320' };
  expect(api.calls).toContainEqual(['edit-facts', { facts, seq: 2 }]);
  await waitFor(() => expect(notices).toEqual(['Ces prix sont les vôtres.']));
  expect(steps.getByText('Confirmez vos prix')).toHaveTextContent('Confirmez vos prix, fait');
});

test('prices that are being published are so also after a look at another view, and are said to be once pages have them', async () => {
  const { api, notices } = await openToday({ requests: [] });
  const { release } = api;
  let write: () => void = () => undefined;
  const written = new Promise<void>((resolve) => {
    write = resolve;
  });
  jest
    .spyOn(api, 'release')
    .mockImplementation((name, command) =>
      name === 'edit-facts' ? written.then(() => release(name, command)) : release(name, command),
    );
  let read: (site: Site) => void = () => undefined;
  const reading = new Promise<Site>((resolve) => {
    read = resolve;
  });
  jest.spyOn(api, 'readSite').mockReturnValue(reading);
  await press(await button('Ces prix sont les miens'));
  await press(screen.getByRole('link', { name: 'Demandes' }));
  await press(screen.getByRole('link', { name: 'Aujourd’hui' }));
  const steps = await section('Pour commencer');
  expect(steps.getByText(/^Vos pages s’écrivent avec ces prix/)).toBeVisible();
  await press(await button('Ces prix sont les miens'));
  await act(async () => write());
  expect(api.calls.filter(([name]) => name === 'edit-facts')).toHaveLength(1);
  expect(steps.getByText(/^Vos pages s’écrivent avec ces prix/)).toBeVisible();
  await act(async () => read({ ...exampleSite, prices: { standard: '199', funded: '320' } }));
  expect(steps.getByText('Confirmez vos prix')).toHaveTextContent('Confirmez vos prix, fait');
  expect(notices).toEqual([]);
});

test('what pages promise is a step, which leads to the words, and keeps what the owner has not agreed to', async () => {
  const { api } = await openToday({ requests: [] });
  const steps = await section('Pour commencer');
  expect(await steps.findByText(/^«.Trois automatisations qui fonctionnent, ou remboursé.» et 7.autres/)).toBeVisible();
  await press(steps.getByRole('link', { name: 'Lire ces promesses' }));
  await press(await button(/^Je tiens ces/));
  expect(api.calls.map(([name]) => name)).toContain('edit-facts');
  await press(screen.getByRole('link', { name: 'Aujourd’hui' }));
  const done = await section('Pour commencer');
  expect(await done.findByText(/^«.5 bonus prêts à l’emploi.».: vos pages le disent/)).toBeVisible();
});

test('the step of the days asks five questions with proposed answers, shows the visitors’ calendar, and stores nothing before', async () => {
  const { user, api, notices } = await openToday({ requests: [] });
  const stored = () => api.call('owner_days', {});
  await user.click(await button('Répondre'));
  const form = within(await screen.findByRole('form', { name: 'Choisissez vos jours' }));
  expect(
    form.getAllByRole('checkbox', { checked: false }).map(({ parentElement }) => parentElement?.textContent),
  ).toEqual(['samedi', 'dimanche']);
  expect(form.getByLabelText('Réservation au plus tard')).toHaveValue('2');
  const costs = () => form.queryByText(/AGEFICE.*15 jours avant la journée.*peut être refusé/);
  expect(costs()).toBeVisible();
  await user.selectOptions(form.getByLabelText('Réservation au plus tard'), '21');
  expect(costs()).toBeNull();
  await user.selectOptions(form.getByLabelText('Réservation au plus tard'), '2');
  expect(form.getByLabelText('Réservation au plus tôt')).toHaveValue('90');
  expect(form.getByLabelText('Écrire à vos visiteurs')).toBeChecked();
  expect(form.queryByRole('gridcell', { selected: true })).toBeNull();
  const day = (name: RegExp) => form.getByRole('button', { name });
  expect(day(/^mardi 24 novembre 2026/)).toHaveAttribute('data-look', 'rule');
  expect(day(/^mercredi 25 novembre 2026/)).not.toHaveAttribute('data-look');
  expect(day(/^samedi 28 novembre 2026/)).toHaveAttribute('data-look', 'rule');
  await user.click(form.getByLabelText('samedi'));
  await user.click(form.getByLabelText('Écrire à vos visiteurs'));
  expect(day(/^samedi 28 novembre 2026/)).not.toHaveAttribute('data-look');
  expect(await stored()).toMatchObject({ version: 1 });
  expect(await axe(document.body)).toHaveProperty('violations', []);

  await press(form.getByRole('button', { name: 'Enregistrer ces réponses' }));
  const steps = await section('Pour commencer');
  expect(steps.getByRole('list')).toHaveFocus();
  await waitFor(() => expect(steps.getByText(/^Choisissez vos jours/)).toHaveTextContent('Choisissez vos jours, fait'));
  expect(notices).toEqual(['Vos jours sont enregistrés.']);
  expect(api.calls).toContainEqual(['edit-facts', { facts: { visitorMails: false }, seq: 2 }]);
  expect(await stored()).toMatchObject({
    weekly: [true, true, true, true, true, true, false],
    holidays: true,
    noticeDays: 2,
    horizonDays: 90,
    version: 2,
  });
});

test('the first steps are listed and counted once all of them are known', async () => {
  const { api } = await openToday({ requests: [], state: 'signed-out' });
  const { release } = api;
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  jest.spyOn(api, 'release').mockImplementation(async (...call) => {
    await asked;
    return release(...call);
  });
  fill(screen.getByLabelText('Votre e-mail'), 'proprietaire@exemple.fr');
  await press(await button('Recevoir un code'));
  await enterCode();
  const waiting = await section('Pour commencer');
  expect(waiting.getByText('Chargement…')).toBeVisible();
  expect(waiting.queryByRole('list')).toBeNull();
  answer();
  expect(await screen.findByText(/^Il reste 9\sétapes/)).toBeVisible();
});

test('what one tap has published is not told over another view', async () => {
  const { api, notices } = await openToday({ requests: [] });
  const use = await button(/^Utiliser/);
  await act(async () => {
    fireEvent.click(use);
    fireEvent.click(screen.getByRole('link', { name: 'Demandes' }));
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(await screen.findByRole('region', { name: 'Demandes' })).toBeVisible();
  expect(api.calls.map(([name]) => name)).toContain('edit-facts');
  expect(notices).toEqual([]);
});

test('mails that cannot leave yet need no answer of the owner who wants them', async () => {
  const { api, notices } = await openToday({ requests: [] });
  await press(await button('Répondre'));
  await press(await button('Enregistrer ces réponses'));
  await waitFor(() => expect(notices).toEqual(['Vos jours sont enregistrés.']));
  expect(api.calls.map(([name]) => name)).not.toContain('edit-facts');
});

test('before the first answer, what the texts lack and the promises are steps; after it, one line each', async () => {
  await openToday({ requests: [exampleRequest(1)] });
  const steps = await section('Pour commencer');
  expect(await steps.findByText(/Il y manque \d+\sinformations/)).toBeVisible();
  expect(await steps.findByRole('link', { name: 'Lire ces promesses' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Vos (textes|promesses)/ })).toBeNull();
  cleanup();
  await openToday({ requests: [exampleRequest(1, { status: 'confirmee' })] });
  expect(await screen.findByRole('link', { name: /^Vos textes.: il manque \d+\sinformations$/ })).toBeVisible();
  expect(await screen.findByRole('link', { name: /^Vos promesses.: \d+.à lire$/ })).toBeVisible();
  expect(screen.queryByText(/Il y manque/)).toBeNull();
});

test('after the first answer, the steps that are still open are folded, without what the texts lack', async () => {
  await openToday({ requests: [exampleRequest(1, { status: 'confirmee' })] });
  const folded = await section('Pour commencer');
  await press(await folded.findByText(/^Pour commencer.: il reste 6\sétapes/));
  await press(folded.getByRole('button', { name: 'Répondre' }));
  await press(await button('Enregistrer ces réponses'));
  const steps = await section('Pour commencer');
  expect(await steps.findByText(/: il reste 5\sétapes/)).toBeVisible();
  expect(steps.getByRole('list')).toHaveFocus();
  expect(steps.getAllByText(/, à faire$/).map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'Donnez votre adresse e-mail, à faire',
    'Confirmez vos prix, à faire',
    'Suivez vos journées dans l’agenda de votre téléphone, à faire',
    'Prévenez vos visiteurs par e-mail, à faire',
    'Mettez cet espace sur votre écran d’accueil, à faire',
  ]);
  expect(await axe(document.body)).toHaveProperty('violations', []);
});

test('a request that waits comes before the first steps', async () => {
  await openToday({ requests: [exampleMessage(1)] });
  await section('Pour commencer');
  const titles = screen.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby'));
  expect(titles.at(-1)).toBe('today-steps');
});
