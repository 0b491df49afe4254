import { type DayFile, HALVES } from '@site/contract/day-papers';
import { exampleSite } from '@site/shared-ui/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import {
  ATTENDED,
  day,
  markedAsSent,
  mediator,
  NOW,
  open,
  openBefore,
  openOn,
  request,
  site,
  texts,
  warned,
} from '../../tests/support/day-file';
import { button, fill, heading, openSpace, press } from '../../tests/support/open-space';
import { file as completeFile, site as completeSite, keptOn, marked } from '../../tests/support/paper-data';
import { CallError } from '../api/call-error';
import { WRITE } from '../papers/all-papers';
import { EMPTY_FILE } from '../testing/file-handlers';
import { pageRules } from './paper-sheet';
import { datedNotices, voidAgreement } from './warnings';

afterEach(() => jest.restoreAllMocks());

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
      const papers = marked({ sentOn, days: ['2026-11-23'], print: fingerprintOf(then) }, then.name);
      const reservation = { ...then, file: { ...then.file, ...now, papers } };
      return warned(then.name, reservation, fingerprintOf(reservation));
    };
    const invoice = of('facture', {});
    expect(lines(invoice, { priceCents: 10_000 }, '2026-11-24')).toEqual([expect.stringMatching(/^Le prix a changé/)]);
    expect(lines(invoice, { kept: null }, '2026-11-24')).toEqual([]);
    expect(lines(invoice, { address: '1 rue Neuve, 35000 Rennes' }, '2026-11-24')).toEqual([
      expect.stringMatching(/^Les informations .* facture rectificative ou un avoir\.$/),
    ]);
    const late = (ATTENDED.kept ?? []).map((half) => ({ ...half, from: '09:30' }));
    expect(lines(of('emargement', { kept: null }), { kept: late }, '2026-11-23')).toEqual([]);
    expect(lines(of('emargement', {}), { kept: late }, '2026-11-24')).toEqual([
      expect.stringMatching(/^Les heures ne sont plus celles de la feuille/),
    ]);
  });

  test('another VAT regime makes papers of days to come void, and of days that are over only the regime of then does', () => {
    const lines = (name: 'convention' | 'facture' | 'programme', confirmed: string, vatThen?: string) => {
      const fingerprintOf = (vat: 'franchise' | 'exempt') =>
        WRITE[name]({
          request: { ...request, confirmedDates: [confirmed] },
          today: '2026-11-23',
          file: { ...EMPTY_FILE, ...ATTENDED, vatThen: (vat === 'exempt' && vatThen) || null },
          site: { ...exampleSite, ...texts, papers: { ...texts.papers, vat } },
        }).fingerprint;
      const papers = marked({ sentOn: '2026-11-20', days: [confirmed], print: fingerprintOf('franchise') }, name);
      const now = { ...request, confirmedDates: [confirmed] };
      return warned(name, { request: now, file: { ...EMPTY_FILE, papers } }, fingerprintOf('exempt'));
    };
    const cause = 'Le régime de TVA a changé après l’envoi\u00a0: ';
    expect(lines('convention', '2026-11-24')).toEqual([`${cause}la convention envoyée n’est plus valable.`]);
    expect(lines('facture', '2026-11-23')).toEqual([expect.stringMatching(`^${cause}corrigez la facture`)]);
    expect(lines('programme', '2026-11-24')).toEqual([
      expect.stringMatching(/^Les informations de ce document ont changé/),
    ]);
    for (const name of ['convention', 'facture', 'programme'] as const)
      expect(lines(name, '2026-11-22', 'franchise')).toEqual([]);
    expect(lines('convention', '2026-11-22', 'exempt')).toEqual(lines('convention', '2026-11-24'));
    expect(lines('facture', '2026-11-22', 'exempt')).toEqual(lines('facture', '2026-11-23'));
  });

  test('what has changed for several reasons is said in one sentence', () => {
    const of = (confirmedDates: readonly string[], changes: Partial<DayFile>) => ({
      request: { ...request, confirmedDates },
      today: '2026-11-20',
      site: { ...exampleSite, ...texts },
      file: { ...EMPTY_FILE, ...ATTENDED, kept: null, ...changes },
    });
    const then = of(['2026-12-22'], { priceCents: 40_000 });
    const state = { sentOn: '2026-11-20', signedOn: '2026-11-20', days: ['2026-12-22'] };
    const papers = marked({ ...state, print: WRITE.convention(then).fingerprint }, 'convention');
    const now = of(['2026-12-22', '2026-12-23'], { priceCents: 30_000, papers });
    expect(warned('convention', now, WRITE.convention(now).fingerprint)).toEqual([
      'Un jour a été ajouté et le prix a changé après l’envoi\u00a0: la convention signée n’est plus valable.',
    ]);
  });

  test('an agreement whose day has moved since it was signed is what the file says first', async () => {
    await openBefore('2026-12-23', {
      papers: marked({ sentOn: '2026-11-20', signedOn: '2026-11-20', days: ['2026-12-22'] }, 'convention'),
    });
    expect(
      await screen.findByText(
        /^Jour déplacé depuis.: convention signée le vendredi 20 novembre 2026, à envoyer et à signer/,
      ),
    ).toBeVisible();
  });

  test.each([
    ['2026-12-23', { address: null }, /^Signée le 20.nov\.$/],
    ['2026-12-22', {}, 'À refaire'],
  ])('an agreement that was signed for %s, with %j, has the state %s in the list', async (day, changes, state) => {
    await openBefore('2026-12-23', {
      ...changes,
      papers: marked({ sentOn: '2026-11-19', signedOn: '2026-11-20', days: [day] }, 'convention'),
    });
    const link = await screen.findByRole('link', { name: 'Convention de formation professionnelle' });
    expect(within(link.closest('li') as HTMLElement).getByText(state)).toBeVisible();
  });

  const contrat = { agreement: { isContract: true, signedOn: '2026-11-20' }, newAgreement: 'kind' } as const;
  const convention = { ...contrat, agreement: { isContract: false, signedOn: '2026-11-20' } };
  test.each([
    ['another day', { days: ['2026-12-22'] }, {}, /^Jour déplacé depuis.: convention signée le vendredi 20 novembre/],
    [
      'no day of now',
      { days: [] },
      {},
      /^Jour ajouté depuis.: convention signée le .* à envoyer et à signer de nouveau/,
    ],
    ['another price', { isValid: false }, {}, /^Prix changé depuis.: convention signée le .* à envoyer et à signer de/],
    ['a trainee', {}, contrat, /^Payeur changé depuis.: le contrat signé le .* engage jusqu’à la signature d’une conv/],
    [
      'another payer',
      {},
      convention,
      /^Payeur changé depuis.: la convention signée le .* d’une autre convention, à envo/,
    ],
  ])('an agreement that was signed for %s is to be replaced, and says why', (_, mark, change, sentence) => {
    const confirmedDates = ['2026-12-23'];
    const state = { sentOn: '2026-11-20', signedOn: '2026-11-20', days: confirmedDates, ...mark };
    const file = { ...EMPTY_FILE, papers: marked(state, 'convention') };
    expect(voidAgreement({ request: { ...request, confirmedDates, ...change }, file }, '')).toMatch(sentence);
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
      papers: marked({ sentOn: '2026-11-20', signedOn: '2026-11-20', days, print, isValid: false }, 'convention'),
    });
    const words = 'Un jour a été annulé depuis : nouvelle convention à envoyer pour le jour qui reste.';
    // Beside the next steps and beside the paper.
    expect(await screen.findAllByText(words)).toHaveLength(2);
    expect(screen.queryByText(/déplacé|plus valable|est parti pour|envoyez-le de nouveau/)).toBeNull();
  });

  test.each([
    ['known', true],
    ['unknown', false],
  ])(
    'an agreement that another price has made void since it was signed is to be sent again, its text of then being %s',
    async (_, isKnown) => {
      const [day, signedOn] = ['2026-12-23', '2026-11-20'];
      const file = { ...EMPTY_FILE, ...ATTENDED, kept: null };
      const then = {
        request: { ...request, confirmedDates: [day] },
        site: { ...exampleSite, ...site, ...texts },
        file,
      };
      const print = isKnown ? WRITE.convention({ ...then, today: signedOn }).fingerprint : null;
      const state = { sentOn: signedOn, signedOn, days: [day], print, isValid: false };
      await openBefore(day, { priceCents: 10_000, papers: marked(state, 'convention') });
      expect(await screen.findByText(/^Prêts à partir/)).toHaveTextContent('Convention');
    },
  );

  test('another fund of the same company is told of a signed agreement, also where its text of then is unknown', () => {
    const [day, signedOn] = ['2026-12-23', '2026-11-20'];
    const papers = marked({ sentOn: signedOn, signedOn, days: [day], isValid: true }, 'convention');
    const signedClient = { payer: 'company', payerName: 'Agence du Port', payerSiren: null } as const;
    const lines = (payer: 'company' | 'opco') => {
      const file = { ...EMPTY_FILE, ...signedClient, payer, papers, signedClient };
      return warned('convention', { request: { ...request, confirmedDates: [day] }, file }, '');
    };
    expect(lines('company')).toEqual([]);
    expect(lines('opco')).toEqual([expect.stringMatching(/ont changé depuis la signature.: ce qui est signé reste/)]);
  });

  test('what changed since the signature leaves it valid: nothing is to be sent, and the owner may end the remark', async () => {
    const day = '2026-12-23';
    const reservation = { request: { ...request, dates: [day], confirmedDates: [day] }, today: '2026-11-20' };
    const file = { ...EMPTY_FILE, ...ATTENDED, kept: null };
    const then = { ...exampleSite, ...site, ...texts, day: [] };
    const print = WRITE.convention({ ...reservation, site: then, file }).fingerprint;
    const { api } = await openBefore(day, {
      papers: marked({ sentOn: '2026-11-20', signedOn: '2026-11-20', days: [day], print }, 'convention'),
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
    const papers = marked({ sentOn: '2026-11-20', days: ['2026-11-23'], print: fingerprint }, 'devis');
    await open({ ...ATTENDED, papers }, 'journee', site);
    expect(await screen.findByText(/^L’en-tête de ce document a changé/)).toBeVisible();
    expect(screen.queryByText(/^Prêts à partir.*Devis/)).toBeNull();
  });

  test('a paper that went out for another day says so', async () => {
    await open({ papers: marked({ sentOn: '2026-11-20', days: ['2026-11-24'] }, 'convocation') }, 'convocation');
    expect(
      await screen.findByText(
        /^Ce document est parti pour le mardi 24 novembre 2026, alors que la journée est maintenant le lundi 23/,
      ),
    ).toBeInTheDocument();
    const sent = await screen.findByRole('checkbox', { name: 'Convocation envoyée' });
    expect(sent).toBeChecked();
    expect(sent).toBeEnabled();
  });

  test('the follow-up says once that what is signed is to be replaced', async () => {
    const papers = marked({ signedOn: '2026-11-20', days: ['2026-11-24'] }, 'convention');
    await openSpace({
      query: `?demande=${request.id}`,
      requests: [{ ...request, followUp: { convention_signed: '2026-11-20' } }],
      files: [[request.id, { ...EMPTY_FILE, papers }]],
    });
    const title = await screen.findByText(/^Convention/, { selector: '[role=note] strong' });
    expect(title.closest('[role=note]')).toHaveTextContent(
      /^Convention.* – Jour déplacé depuis.: convention signée le .* de nouveau\.$/,
    );
  });

  test.each([
    ['convocation', 'no warning', []],
    ['convention', 'the warning that it is void', [expect.stringMatching(/n’est plus valable/)]],
    [
      'facture',
      'the way to correct it',
      [expect.stringMatching(/^Ce document .* facture rectificative ou un avoir\.$/)],
    ],
  ] as const)('once a moved day is over, the %s that went out for another one has %s', (paper, _, lines) => {
    const papers = marked({ sentOn: '2026-11-10', days: ['2026-11-18'] }, paper);
    const held = { ...request, dates: ['2026-11-20'], confirmedDates: ['2026-11-20'] };
    expect(warned(paper, { file: { ...EMPTY_FILE, papers }, request: held }, '')).toEqual(lines);
  });

  test('the view of a signed convention says which days it names that are cancelled since', async () => {
    const papers = EMPTY_FILE.papers.map((state) =>
      state.paper === 'convention'
        ? { ...state, signedOn: '2026-11-10', days: ['2026-11-20', '2026-12-08'], isValid: true }
        : state,
    );
    await openSpace({
      query: `?demande=${request.id}&dossier=convention`,
      requests: [{ ...request, dates: ['2026-11-20', '2026-12-08'], confirmedDates: ['2026-11-20'] }],
      files: [[request.id, { ...EMPTY_FILE, papers }]],
    });
    expect(await screen.findByText(/^Ce qui est signé porte aussi sur le mardi 8 décembre 2026, annulé/)).toBeVisible();
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
    fill(screen.getByLabelText('Jour à noter'), '2026-11-24');
    expect(await button('Noter l’envoi de ces 2\u00a0documents')).toBeDisabled();
    fill(screen.getByLabelText('Jour à noter'), '2026-11-22');
    await press(await button('Noter l’envoi de ces 2\u00a0documents'));
    expect(api.files.get(request.id)?.papers).toContainEqual(
      expect.objectContaining({ paper: 'devis', sentOn: '2026-11-22' }),
    );
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
    expect(['Devis', 'Données de la facture'].map(stateOf)).toEqual(['Complet', 'Envoyée le 23\u00a0nov.']);
  });

  test.each([
    ['emargement', /^Chacun signe/],
    ['certificat', /^Sans préjudice/],
    ['attestation', /^Résultats de l’évaluation/],
  ])('the place for the signature of « %s » stays on the page of what it is signed for', async (paper, words) => {
    await openOn('2026-11-23', {}, paper);
    const { parentElement } = await screen.findByText(words);
    expect(parentElement).toContainElement(screen.getByText('Cachet et signature'));
    expect(parentElement).not.toHaveAttribute('data-paper');
  });

  test('only a long paragraph of a document goes on on its next page', async () => {
    const earlyLeave = 'Les heures suivies sont dues. '.repeat(40);
    await open(ATTENDED, 'convention', { ...site, ...texts, papers: { ...texts.papers, earlyLeave } });
    const long = await screen.findByText(/^Les heures suivies sont dues\. Les heures/);
    expect(long.closest('p')).toHaveAttribute('data-long');
    expect(screen.getByText(/^Conclue en application/).closest('p')).not.toHaveAttribute('data-long');
    expect(screen.getByText('Assistance').parentElement).not.toHaveAttribute('data-long');
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
    ['convocation', '2026-11-20', '2026-11-10', 0],
    ['convocation', '2026-11-23', null, 0],
    ['programme', '2026-11-20', null, 0],
  ] as const)(
    'of %s for %s, sent on %s, the day of its print comes after the training: %s',
    (name, day, sentOn, times) => {
      const papers = marked({ sentOn, days: sentOn ? [day] : null, isValid: true });
      const data = { request: { ...request, confirmedDates: [day] }, file: { ...EMPTY_FILE, papers }, ...NOW };
      expect(datedNotices(name, data)).toHaveLength(times);
    },
  );

  test('a paper that bears a day after the training says so beside it, among all papers once it is chosen', async () => {
    await openOn('2026-11-20', {}, 'devis');
    expect(await screen.findByText(/^Ce document porte la date d’aujourd’hui/)).toBeVisible();
    cleanup();
    await openOn('2026-11-20', {}, 'tous');
    await button('Imprimer ou enregistrer en PDF');
    expect(screen.queryByText(/ce document porte la date/i)).toBeNull();
    await press(screen.getByRole('checkbox', { name: 'Devis' }));
    expect(screen.getByText(/^Devis.: ce document porte la date/)).toBeVisible();
  });

  test('a document is printed by the browser', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation();
    await open({}, 'convocation');
    expect(await screen.findByText('https://visio.example/salle')).toBeInTheDocument();
    await press(await button('Imprimer ou enregistrer en PDF'));
    expect(print).toHaveBeenCalledTimes(1);
    expect(document.title).toBe('Convocation – Camille Martin – lundi 23 novembre 2026');
  });
});

const CONSUMER = { payer: 'self', siren: null, status: 'individual', priorLevel: 'Débute.' } as const;

const openConsumer = (on: string, document?: string) => openBefore(on, CONSUMER, document);

const SIGNED = expect.objectContaining({ paper: 'convention', signedOn: '2026-11-23' });

const forbidden = /^La formation ne peut pas avoir lieu le lundi 30 novembre 2026/;

const openSheet = (
  on: string,
  document: string,
  sentOn: string | null,
  kept: DayFile['kept'] = on < '2026-11-23' ? keptOn(on) : null,
) => openOn(on, { kept, papers: markedAsSent('emargement', sentOn, on) }, document);

describe('signatures', () => {
  test('a signature is noted neither before its paper went out nor for a day to come', async () => {
    const papers = marked({ sentOn: '2026-11-20', days: ['2026-11-23'] }, 'convention');
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
    const { api, notices } = await openConsumer('2026-11-30');
    await press(await button('Noter\u00a0: contrat signé aujourd’hui'));
    await press(await button('Elle n’est pas cochée'));
    expect(await screen.findByText(forbidden)).toBeVisible();
    expect(api.files.get(request.id)?.papers).toContainEqual(SIGNED);
    expect(screen.queryByText('Rien à faire pour l’instant.')).toBeNull();
    api.files.set(request.id, { ...EMPTY_FILE, ...api.files.get(request.id), version: 9 });
    await press(await button('Noter\u00a0: la case est cochée'));
    expect(notices).toContainEqual(expect.stringMatching(/^Un autre appareil a modifié ce dossier/));
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
    ['Elle n’est pas cochée', null],
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
