import type { Site } from '@site/contract/host';
import { PATHS } from '@site/contract/routes';
import { exampleSite, fakeHost, renderInHost, soon } from '@site/shared-ui/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showOnDesktop } from '../tests/support/fake-screen';
import { managedDay, managedRequest } from '../tests/support/managed-request';
import { fetchClosedDays } from './api/closed-days';
import { callDayFile } from './api/managed-day-file';
import { callManaged, type ManagedDay, type ManagedRequest, type ManageOutcome } from './api/managed-request';
import { Page } from './manage-page';

jest.mock('./api/managed-request');
jest.mock('./api/managed-day-file');
jest.mock('./api/closed-days');
const call = jest.mocked(callManaged);

const SECRET = 'a'.repeat(43);
const requested = managedRequest({
  days: [managedDay({ date: '2026-11-24', confirmed: false, uid: 'abc-2026-11-23' })],
});
const confirmed: ManagedRequest = {
  ...requested,
  status: 'confirmee',
  version: 3,
  days: [
    managedDay({ date: '2026-11-24', confirmed: true, uid: 'abc-2026-11-23' }),
    managedDay({ date: '2026-11-26', confirmed: false, uid: 'abc-2026-11-26' }),
  ],
};
const [first, second] = confirmed.days as [ManagedDay, ManagedDay];
const agreement = { isContract: false, signedOn: '2026-11-16' };
const DAY = [{ from: '09:00', to: '17:30', text: 'Journée' }];
type Answers = readonly (ManagedRequest | ManageOutcome)[];
const answers = (...outcomes: Answers) => {
  for (const outcome of outcomes)
    call.mockImplementationOnce(() => soon('ok' in outcome ? outcome : { ok: true, value: outcome }));
};

beforeEach(() => {
  showOnDesktop();
  jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') });
  call.mockReset();
  jest.mocked(callDayFile).mockReset().mockResolvedValue({ ok: false, reason: 'unknown' });
  jest.mocked(fetchClosedDays).mockReset().mockResolvedValue(['2026-11-25']);
  sessionStorage.clear();
  window.history.replaceState(null, '', `/reservation/gerer#${SECRET}`);
});
afterEach(() => jest.useRealTimers());

const FILE = { version: 1, given: [], payer: null, isClosed: false, mayAnswer: false, hasAnswered: false };
const givesFile = (changes: object = {}) => {
  jest.mocked(callDayFile).mockResolvedValue({ ok: true, value: { ...FILE, ...changes } });
};

const open = (...outcomes: Answers) => openOn({ ...exampleSite, day: DAY }, ...outcomes);

async function openOn(site: Site, ...outcomes: Answers) {
  answers(...outcomes);
  const { unmount } = renderInHost(<Page host={fakeHost({ site })} />);
  await waitFor(() => expect(screen.queryByText('Ouverture de votre demande…')).not.toBeInTheDocument());
  return { unmount, user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }) };
}

type User = Awaited<ReturnType<typeof open>>['user'];

const days = () => within(screen.getByRole('list', { name: 'Vos jours' })).getAllByRole('listitem');
const dayTexts = () => days().map(({ textContent }) => textContent);
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));
const named = (outcome: string) => call.mock.calls.filter(([, name]) => name === outcome);

test('the link’s page opens the request of the link, takes the secret out of the address and keeps it for the tab', async () => {
  await open(confirmed);
  expect(screen.getByRole('heading', { level: 2, name: 'Votre journée est confirmée' })).toBeVisible();
  expect(dayTexts()).toEqual(['mardi 24 novembre 2026confirmé', 'jeudi 26 novembre 2026non retenu']);
  expect(call.mock.calls).toEqual([[expect.anything(), 'manage_request', { secret: SECRET }]]);
  expect(window.location.hash).toBe('');
  expect(sessionStorage.getItem('booking-link')).toBe(SECRET);
});

test('the link’s page opens the request that was booked in this tab, and asks for a link where there is none', async () => {
  window.history.replaceState(null, '', '/reservation/gerer');
  const { unmount } = await open();
  expect(screen.getByText('Aucune demande n’est ouverte ici')).toBeVisible();
  expect(call).not.toHaveBeenCalled();
  unmount();
  sessionStorage.setItem('booking-link', SECRET);
  await open(requested);
  expect(days()).toHaveLength(1);
});

test('another link that is opened in the same tab shows its own request', async () => {
  await open(requested);
  answers(confirmed);
  window.location.hash = 'b'.repeat(43);
  expect(await screen.findByText('Votre journée est confirmée')).toBeVisible();
  expect(call.mock.lastCall?.[2]).toEqual({ secret: 'b'.repeat(43) });
});

/** The next call is answered when the test does so. */
function answerLater() {
  let answer: ((outcome: ManageOutcome) => void) | undefined;
  call.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  return (value: ManagedRequest) => act(async () => answer?.({ ok: true, value }));
}

test('of two links that are opened in one tab, the last one is shown, whichever answer comes first', async () => {
  await open(requested);
  const [answerFirst, answerSecond] = [answerLater(), answerLater()];
  window.location.hash = 'b'.repeat(43);
  await waitFor(() => expect(call.mock.lastCall?.[2]).toEqual({ secret: 'b'.repeat(43) }));
  window.location.hash = 'c'.repeat(43);
  await waitFor(() => expect(call.mock.lastCall?.[2]).toEqual({ secret: 'c'.repeat(43) }));
  await answerSecond(confirmed);
  await answerFirst(requested);
  expect(screen.getByRole('heading', { level: 2, name: 'Votre journée est confirmée' })).toBeVisible();
});

test('the answer to a cancellation that was sent does not replace a link that was opened meanwhile', async () => {
  const { user } = await open(requested);
  const answerCancellation = answerLater();
  await press(user, 'Annuler ma demande');
  await user.click(within(screen.getByRole('dialog')).getByText('Oui, annuler'));
  answers(confirmed);
  window.location.hash = 'b'.repeat(43);
  expect(await screen.findByText('Votre journée est confirmée')).toBeVisible();
  await answerCancellation({ ...requested, status: 'annulee' });
  expect(screen.getByText('Votre journée est confirmée')).toBeVisible();
});

const rows = () =>
  screen.queryAllByRole('term').map((term) => `${term.textContent}\u00a0: ${term.nextElementSibling?.textContent}`);

const HOURS = 'Horaires\u00a0: de 9\u00a0h à 17\u00a0h\u00a030 (heure de Paris)';
const two: ManagedRequest = {
  ...requested,
  dayCents: 25_000,
  days: [...requested.days, managedDay({ date: '2026-11-27', confirmed: false, uid: 'abc-2026-11-27' })],
};
const COUNT = {
  one: /^Une seule journée.*250\s€\sTTC la journée$/,
  all: /^Une journée à chacune.*500\s€\sTTC pour 2\s/,
};

test('a visitor answers how many of several dates are wanted, sees the price, and can change the answer', async () => {
  const { user } = await open(two, { ...two, version: 3, daysWanted: 'all' });
  const [one, all] = [screen.getByRole('radio', { name: COUNT.one }), screen.getByRole('radio', { name: COUNT.all })];
  expect([one, all].map((radio) => (radio as HTMLInputElement).checked)).toEqual([false, false]);
  expect(screen.queryByRole('button', { name: 'Enregistrer ma réponse' })).toBeNull();
  await user.click(all);
  await press(user, 'Enregistrer ma réponse');
  expect(await screen.findByText(/^Votre réponse est enregistrée/)).toBeVisible();
  const answer = { secret: SECRET, version: 2, days_wanted: 'all' };
  expect(named('manage_want_days')).toEqual([[expect.anything(), 'manage_want_days', answer]]);
  expect(screen.getByRole('radio', { name: COUNT.all })).toBeChecked();
  expect(rows()).toEqual([HOURS, 'Prix\u00a0: 500\u00a0€\u00a0TTC pour 2\u00a0journées']);
  expect(screen.queryByRole('button', { name: 'Enregistrer ma réponse' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: COUNT.one }));
  expect(screen.getByRole('button', { name: 'Enregistrer ma réponse' })).toBeVisible();
});

test.each([
  ['has one date', requested],
  ['is confirmed', { ...two, status: 'confirmee', days: confirmed.days }],
  ['asks for another day', { ...two, days: confirmed.days }],
  ['is cancelled', { ...two, status: 'annulee' }],
] as const)('a request that %s does not ask how many days are wanted', async (_, request) => {
  await open(request);
  expect(screen.queryByText('Combien de journées souhaitez-vous\u202f?')).toBeNull();
});

test('a cancelled request shows which of its days had not been kept', async () => {
  const days = [
    { ...first, confirmed: false, declined: false },
    { ...second, declined: true },
  ];
  await open({ ...confirmed, status: 'annulee', days });
  expect(screen.getByRole('list', { name: 'Vos jours' })).toHaveTextContent(/2026annulé.*2026non retenu$/);
});

test.each([
  ['2026-12-15', 'au plus tard le lundi 30 novembre 2026.'],
  ['2026-11-26', 'Le délai de 15\u00a0jours avant la journée est passé\u00a0: appelez-nous avant de commencer.'],
])('a confirmed day, %s, shows what is needed for it', async (date, file) => {
  const days = [managedDay({ date, confirmed: true, uid: 'abc' })];
  const asked = { isAgefice: true, priceCents: 15_000, daysWanted: 'one', videoLink: 'https://visio.example/salle' };
  await open({ ...confirmed, ...asked, days });
  expect(rows()).toEqual([
    'Horaires\u00a0: de 9\u00a0h à 17\u00a0h\u00a030 (heure de Paris)',
    'Visio\u00a0: https://visio.example/salle',
    'Prix\u00a0: 150\u00a0€\u00a0TTC, comme convenu',
    `Dossier AGEFICE complet\u00a0: ${file} Voir les étapes du dossier`,
  ]);
  expect(screen.getByRole('link', { name: 'https://visio.example/salle' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir les étapes du dossier' })).toHaveAttribute('href', PATHS.funding);
  cleanup();
  await open({ ...confirmed, ...asked, days, isFundingSettled: true });
  expect(rows()).toHaveLength(3);
});

test('a day that is asked for names the confirmed day that it would replace', async () => {
  const other = managedDay({ date: '2026-11-27', confirmed: false, uid: 'abc-2026-11-27' });
  await open({ ...confirmed, status: 'nouvelle', days: [first, { ...second, insteadOf: first.date }, other] });
  expect(days().map(({ textContent }) => textContent?.replace('Annuler ce jour', ''))).toEqual([
    'mardi 24 novembre 2026reste confirmé',
    'jeudi 26 novembre 2026en attente, à la place du mardi 24 novembre 2026',
    'vendredi 27 novembre 2026en attente',
  ]);
});

test('after a reopening, a day that is asked for in place of another one is one day, and the other its substitute', async () => {
  const stood = { ...first, confirmed: false };
  await open({ ...requested, days: [stood, { ...second, confirmed: false, insteadOf: first.date }] });
  expect(days().map(({ textContent }) => textContent?.replace('Annuler ce jour', ''))).toEqual([
    'mardi 24 novembre 2026en attente, si le jeudi 26 novembre 2026 n’est pas possible',
    'jeudi 26 novembre 2026en attente, à la place du mardi 24 novembre 2026',
  ]);
  expect(screen.queryByText(/Combien de journées/)).toBeNull();
  expect(rows()).toContainEqual(expect.stringMatching(/199\u00a0€.*la journée/));
});

test('a day that was given up stays in its place, with what holds of the agreement that is signed for it, too', async () => {
  const site = { ...exampleSite, day: DAY, papers: { earlyLeave: 'La moitié du prix est due.' } };
  const givenUp = [
    { date: '2026-11-23', isSigned: false },
    { date: '2026-11-25', isSigned: true },
  ];
  const { unmount } = await openOn(site, { ...confirmed, agreement, givenUp });
  const signed =
    /^mercredi 25 novembre 2026annuléVous l’avez annulé\.Votre convention signée le lundi 16.*«.La moitié.*Nous vous écrivons/;
  expect(dayTexts()).toEqual([
    'lundi 23 novembre 2026annuléVous l’avez annulé.',
    'mardi 24 novembre 2026confirmé',
    expect.stringMatching(signed),
    'jeudi 26 novembre 2026non retenu',
  ]);
  unmount();
  await openOn(site, { ...confirmed, status: 'annulee', agreement, givenUp });
  expect(days()[2]).toHaveTextContent(/annulé$/);
});

test.each([
  ['the one that is left', '2026-11-26', ['Prix\u00a0: 250\u00a0€\u00a0TTC la journée']],
  ['none, without a price', '2026-11-20', []],
])('of days that are past before an answer, the page asks and counts %s', async (_, last, prices) => {
  const waiting = (date: string) => managedDay({ date, confirmed: false, uid: date });
  await open({ ...two, daysWanted: 'all', days: [waiting('2026-11-19'), waiting(last)] });
  expect(screen.queryByText('Combien de journées souhaitez-vous\u202f?')).toBeNull();
  expect(rows().filter((row) => row.startsWith('Prix'))).toEqual(prices);
});

test('of several confirmed days, the link names the one that is too near for its file, and the last day of the other', async () => {
  const days = ['2026-11-26', '2026-12-22'].map((date) => managedDay({ date, confirmed: true, uid: date }));
  await open({ ...confirmed, isAgefice: true, days });
  expect(rows()).toContain(
    'Dossier AGEFICE complet\u00a0: Le délai de 15\u00a0jours avant la journée est passé pour le jeudi 26 novembre 2026\u00a0: appelez-nous avant de commencer. Au plus tard le lundi 7 décembre 2026 pour le mardi 22 décembre 2026. Voir les étapes du dossier',
  );
});

test('a confirmed day whose video link is not known yet shows when it comes', async () => {
  await open({ ...confirmed, videoLink: null });
  expect(rows()).toContainEqual(expect.stringMatching(/^Visio\u00a0: .*le lien suit, avec la convocation\.$/i));
});

test('one day that is asked for with AGEFICE shows until when its file can go, before it is confirmed', async () => {
  await open({ ...requested, isAgefice: true, dayCents: 32_000 });
  expect(rows()).toEqual([
    HOURS,
    'Prix\u00a0: 320\u00a0€\u00a0TTC la journée',
    'Dossier AGEFICE complet\u00a0: Le délai de 15\u00a0jours avant la journée est passé\u00a0: appelez-nous avant de commencer. Voir les étapes du dossier',
  ]);
});

test('a link that has ended says why, and where another one is, and offers no second request', async () => {
  await open({ ok: false, reason: 'unknown' });
  expect(await screen.findByText('Ce lien ne fonctionne plus')).toBeVisible();
  expect(screen.getByText(/^Un lien s’arrête.*«\s*Gérer ma demande\s*».*écrivez-nous\.$/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Réserver une date' })).toBeNull();
});

const confirmedOn = (date: string) => ({ ...confirmed, days: [managedDay({ date, confirmed: true, uid: 'abc' })] });

test.each([
  ['2026-11-20', '10:00', 'Votre journée est passée', /certificat de réalisation/, true],
  ['2026-11-21', '16:29', 'Votre journée est confirmée', /^Un empêchement/, false],
  ['2026-11-21', '16:30', 'Votre journée est passée', /certificat de réalisation/, true],
])('a confirmed day that has come, %s at %s UTC, is not cancelled or moved', async (date, at, title, text, asks) => {
  jest.setSystemTime(new Date(`2026-11-21T${at}:00Z`));
  givesFile({ mayAnswer: true });
  await open(confirmedOn(date));
  expect(screen.getByRole('heading', { level: 2, name: title })).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Compléter mon dossier' })).toBeVisible();
  expect(screen.queryByRole('heading', { level: 3, name: 'Votre avis sur la formation' }) !== null).toBe(asks);
  expect(screen.queryByText(/Votre signature/) === null).toBe(asks);
  expect(jest.mocked(callDayFile).mock.lastCall?.slice(1)).toEqual(['manage_day_file', { secret: SECRET }]);
  expect(screen.queryByRole('button', { name: /Annuler|Choisir un autre jour/ })).not.toBeInTheDocument();
});

test('once the hours of one day of two are over, the page speaks of the other one, until midnight too', async () => {
  jest.setSystemTime(new Date('2026-11-24T16:30:00Z'));
  givesFile();
  const days = [first, { ...second, confirmed: true }];
  await open({ ...confirmed, days, agreement, newAgreement: 'others' });
  expect(await screen.findByText(/à signer, avec votre nouvelle date\.$/)).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'mardi 24 novembre 2026passé',
    'jeudi 26 novembre 2026confirméAnnuler ce jour',
  ]);
  expect(screen.getByRole('link', { name: 'Ajouter la date à mon agenda' })).toBeVisible();
  expect(screen.queryByText(/Un empêchement/)).not.toBeInTheDocument();
});

test('after the last day, the questionnaire is the first thing below it: on a phone, a banner covers what is lower', async () => {
  givesFile({ isClosed: true, mayAnswer: true });
  await open(confirmedOn('2026-11-20'));
  const questionnaire = await screen.findByRole('heading', { level: 3, name: 'Votre avis sur la formation' });
  const note = screen.getByText(/certificat de réalisation/);
  expect(questionnaire.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByText(/financement/)).not.toBeInTheDocument();
});

test('a day that was not kept makes nothing of one that is over: it is past, and no day can be replaced', async () => {
  await open({ ...confirmed, days: [...confirmedOn('2026-11-20').days, ...confirmed.days.slice(1)] });
  expect(screen.getByRole('heading', { level: 2, name: 'Votre journée est passée' })).toBeVisible();
  expect(dayTexts()).toEqual(['vendredi 20 novembre 2026passé', 'jeudi 26 novembre 2026non retenu']);
  expect(screen.queryByRole('button', { name: 'Choisir un autre jour' })).not.toBeInTheDocument();
});

test('after one day of two was held, only the other one can still be given up or moved, and no opinion is asked for yet', async () => {
  givesFile({ mayAnswer: true });
  await open({
    ...confirmed,
    days: [...confirmedOn('2026-11-20').days, { ...confirmed.days[0], confirmed: true }],
  } as ManagedRequest);
  expect(dayTexts()).toEqual(['vendredi 20 novembre 2026passé', 'mardi 24 novembre 2026confirméAnnuler ce jour']);
  expect(screen.queryByRole('button', { name: /^Annuler ma/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Choisir un autre jour' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ajouter la date à mon agenda' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Compléter mon dossier' })).toBeVisible();
  expect(screen.queryByRole('heading', { level: 3, name: 'Votre avis sur la formation' })).not.toBeInTheDocument();
});

test.each([
  ['waits loads', requested, true],
  ['is cancelled does not load', { ...requested, status: 'annulee' } as const, false],
])('the page of a request that %s the facts of the papers', async (_, request, takes) => {
  await open(request);
  expect(jest.mocked(callDayFile).mock.calls.length > 0).toBe(takes);
});

test('the link’s page offers to try again when the server is away', async () => {
  const { user } = await open({ ok: false, reason: 'offline', error: new Error('away') }, requested);
  expect(screen.getByText(/Le serveur ne répond pas/)).toBeVisible();
  await press(user, 'Réessayer');
  expect(await screen.findByText('Votre demande attend notre réponse')).toBeVisible();
});

test('the link’s page cancels after a second press only, with the version that was seen', async () => {
  const { user } = await open(confirmed, { ...confirmed, status: 'annulee', version: 4, wasConfirmed: true });
  await press(user, 'Annuler ma réservation');
  const sure = screen.getByRole('dialog', { name: 'Annuler votre réservation\u202f?' });
  expect(sure).toHaveTextContent('Votre jour est libéré aussitôt');
  expect(named('manage_cancel')).toEqual([]);
  await user.click(within(sure).getByText('Oui, annuler'));
  expect(
    await screen.findByText(
      /^Votre réservation est annulée\. Nous en sommes prévenus\. Un jour que vous auriez ajouté à votre agenda/,
    ),
  ).toBeVisible();
  expect(named('manage_cancel')).toEqual([[expect.anything(), 'manage_cancel', { secret: SECRET, version: 3 }]]);
  expect(screen.getByRole('heading', { level: 2, name: 'Votre réservation est annulée' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Annuler ma/ })).not.toBeInTheDocument();
});

test('a request that waits is cancelled as a request, with all its days', async () => {
  const { user } = await open(two, { ...two, status: 'annulee', version: 3, wasConfirmed: false });
  await press(user, 'Annuler ma demande');
  const sure = screen.getByRole('dialog', { name: 'Annuler votre demande\u202f?' });
  expect(sure).toHaveTextContent('Tous vos jours sont libérés aussitôt');
  expect(sure).not.toHaveTextContent('signé');
  await user.click(within(sure).getByText('Oui, annuler'));
  expect(await screen.findByText(/^Votre demande est annulée\. Nous en sommes prévenus\./)).toBeVisible();
});

const CLAUSE = 'La moitié du prix est due.';
test.each([
  [
    'a consumer within fourteen days',
    { isContract: true, signedOn: '2026-11-16', withdrawalUntil: '2026-11-30' },
    /contrat signé le lundi 16 novembre 2026.*jusqu’au lundi 30 novembre 2026.*L221-18.*rétractation, sans frais/,
    /La moitié|recommandée|pour la suite/,
    /^Votre rétractation est enregistrée, sans frais.: votre contrat signé le lundi 16/,
  ],
  [
    'a professional within ten days',
    { isContract: true, signedOn: '2026-11-16' },
    /«.La moitié du prix est due\..».*Jusqu’au jeudi 26 novembre 2026.*recommandée.*Nous vous écrivons pour la suite/,
    /sans frais/,
    /^Au sujet de votre contrat signé le lundi 16/,
  ],
  [
    'somebody with a convention',
    { isContract: false, signedOn: '2026-11-16' },
    /convention signée le lundi 16 novembre 2026.*«.La moitié du prix est due\..».*Nous vous écrivons pour la suite/,
    /sans frais|recommandée/,
    /^Au sujet de votre convention signée le lundi 16/,
  ],
] as const)('%s reads what holds of the agreement before and after it', async (_, agreement, says, never, after) => {
  const signed = { ...confirmed, agreement };
  const site = { ...exampleSite, day: DAY, papers: { earlyLeave: CLAUSE } };
  const { user } = await openOn(site, signed, { ...signed, status: 'annulee', version: 4, wasConfirmed: true });
  await press(user, 'Annuler ma réservation');
  const sure = screen.getByRole('dialog');
  expect(sure).toHaveTextContent(says);
  expect(sure).not.toHaveTextContent(never);
  await user.click(within(sure).getByText('Oui, annuler'));
  expect(await screen.findByText(after)).toBeVisible();
});

test('who cancels a reopened reservation, or a day of it, reads that the signed agreement is for its days, as on the page', async () => {
  const stays = 'Votre convention signée le lundi 16 novembre 2026 reste valable.';
  const { user } = await open({ ...two, agreement });
  expect(screen.getByText(stays)).toBeVisible();
  await press(user, 'Annuler ma demande');
  expect(screen.getByRole('dialog')).toHaveTextContent('Votre convention signée le lundi 16 novembre 2026 vous engage');
  await user.click(within(screen.getByRole('dialog')).getByText('Garder ma demande'));
  await press(user, 'Annuler ce jour\u00a0: vendredi 27 novembre 2026');
  expect(screen.getByRole('dialog')).toHaveTextContent(
    'Votre convention signée le lundi 16 novembre 2026 porte aussi sur ce jour.',
  );
  cleanup();
  await open({ ...two, agreement, days: two.days.map((day) => ({ ...day, inAgreement: false })) });
  expect(screen.queryByText(stays)).toBeNull();
});

test('of a reopened reservation, a consumer withdraws by the button that the page has', async () => {
  const { user } = await open({
    ...two,
    agreement: { isContract: true, signedOn: '2026-11-16', withdrawalUntil: '2026-11-30' },
  });
  await press(user, 'Annuler ce jour\u00a0: vendredi 27 novembre 2026');
  expect(screen.getByRole('dialog')).toHaveTextContent(/contrat entier, sans frais, par «.Annuler ma demande.»/);
});

test.each(['nouvelle', 'annulee'] as const)(
  'what is due since an earlier cancellation is named while it is %s',
  async (status) => {
    await open({ ...two, status, owed: { isContract: true, signedOn: '2026-11-16', cents: 5970 } });
    expect(
      screen.getByText(/^Votre contrat signé le lundi 16 novembre 2026 a pris fin.: 59,70.€ restent à vous rendre\.$/),
    ).toBeVisible();
  },
);

test('who has cancelled a signed contrat reads once more what it says and how long one may withdraw by letter', async () => {
  const agreement = { isContract: true, signedOn: '2026-11-16', clause: 'La moitié est due.' };
  await open({ ...confirmed, status: 'annulee', wasConfirmed: true, agreement });
  expect(screen.getByText(/^Au sujet de votre contrat .* pour la suite\..*«.La moitié est due\..»$/)).toBeVisible();
  expect(screen.getByText(/^Jusqu’au jeudi 26 novembre 2026, .* par lettre recommandée/)).toBeVisible();
});

test('who has cancelled days that the signed contrat does not name reads so, without its clause', async () => {
  const agreement = { isContract: true, signedOn: '2026-11-16', clause: 'La moitié est due.' };
  const days = confirmed.days.map((day) => ({ ...day, inAgreement: false }));
  await open({ ...confirmed, days, status: 'annulee', wasConfirmed: true, agreement });
  expect(screen.getByText(/^Votre contrat signé .* ne portait pas sur ce que vous avez annulé\./)).toBeVisible();
  expect(screen.queryByText(/La moitié est due/)).toBeNull();
});

test('a day that was confirmed once is no day that was never kept', async () => {
  const days = confirmed.days.map((day) => ({ ...day, wasConfirmed: !day.confirmed }));
  await open({ ...confirmed, days });
  expect(screen.getByText('annulé')).toBeVisible();
  expect(screen.getByText(/^Nous l’avons annulé, .* Pour une autre date, écrivez-nous/)).toBeVisible();
});

test('who has cancelled a day stays said once it is past, without the offer of another date', async () => {
  await open({ ...confirmed, givenUp: [{ date: '2026-11-19' }], dropped: [{ date: '2026-11-20' }] });
  expect(dayTexts().slice(0, 2)).toEqual([
    'jeudi 19 novembre 2026annuléVous l’avez annulé.',
    'vendredi 20 novembre 2026annuléNous l’avons annulé, et nous en sommes désolés.',
  ]);
});

test('a day that was replaced as its visitor had asked was not cancelled', async () => {
  await open({ ...confirmed, days: [first, { ...second, wasConfirmed: true, replacedBy: first.date }] });
  expect(dayTexts()).toContain('jeudi 26 novembre 2026remplacé par le mardi 24 novembre 2026');
});

test('a day that was replaced stays named once its visitor has asked for another one since', async () => {
  const replaced = [{ date: '2026-11-20', replacedBy: '2026-11-24' }];
  await open({ ...confirmed, status: 'nouvelle', replaced });
  expect(days()[0]).toHaveTextContent(/^vendredi 20 novembre 2026remplacé par le mardi 24 novembre 2026$/);
});

test.each([
  ['nouvelle', /2026annuléNous l’avons annulé, .*Votre convention .* ne vaut plus pour ce jour.*vous est rendue/],
  ['annulee', /2026annuléVotre convention .* ne vaut plus pour ce jour.*vous est rendue/],
] as const)('a day that the owner cancelled keeps its promise, with a wish or without: %s', async (status, says) => {
  const dropped = [{ date: '2026-11-27', isSigned: true }];
  await open({ ...confirmed, status, agreement, dropped });
  expect(days()[2]).toHaveTextContent(says);
});

test('each day of a reservation that the owner has cancelled has its own promise', async () => {
  const days = [
    { ...first, confirmed: false, declined: false },
    { ...second, declined: true, wasConfirmed: true, calledOff: true },
  ];
  const cancelled = { status: 'annulee', wasConfirmed: true, isOwnersCancellation: true } as const;
  await open({ ...confirmed, ...cancelled, calledOff: agreement, days });
  expect(screen.getByText('Nous l’avons annulée, et nous en sommes désolés.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Réserver une date' })).toBeVisible();
  expect(dayTexts()).toEqual([
    expect.stringMatching(/2026annuléVotre convention .* prend fin.*pour ce jour vous est rendue/),
    expect.stringMatching(/2026annuléVotre convention .* ne vaut plus pour ce jour.*pour ce jour vous est rendue/),
  ]);
});

test.each([
  [null, 1],
  [false, 0],
])(
  'until it is signed, the page says what holds of a day inside the time to withdraw: contrat %s',
  async (isContract, count) => {
    await open({ ...confirmed, isContract });
    expect(
      screen.queryAllByText(/^Vous recevez .* La journée du mardi 24 novembre 2026 peut avoir lieu dans ce délai,/),
    ).toHaveLength(count);
  },
);

test.each([
  [null, true, /^Vous recevez la convention ou le contrat .*Votre signature rend la réservation définitive/],
  [false, true, /^Vous recevez la convention .*Votre signature rend la réservation définitive, sous réserve[^.]*\.$/],
  [false, false, /^Vous recevez la convention .*Votre signature rend la réservation définitive\.$/],
])('until it is signed, a confirmed day becomes final by the signature: contrat %s, withdrawal %s', async (...row) => {
  const [isContract, mayWithdraw, says] = row;
  const days = [{ ...first, date: '2027-03-01' }];
  const { unmount } = await open({ ...confirmed, days, isContract, mayWithdraw });
  expect(screen.getByText(says)).toBeVisible();
  unmount();
  await open({ ...confirmed, days, isContract, agreement });
  expect(screen.queryByText(/Votre signature/)).toBeNull();
});

/** Saves who pays, which the next answer of `manage_request` follows. */
async function savePayer(payer: string) {
  givesFile();
  const { user } = await open(confirmed);
  expect(screen.getByText(/^Vous recevez la convention ou le contrat/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Compléter mon dossier' }));
  await user.selectOptions(screen.getByLabelText('Qui paie la formation'), payer);
  givesFile({ payer: 'agefice', given: ['payer'] });
  return async (...outcomes: Answers) => {
    answers(...outcomes);
    await press(user, 'Enregistrer mes informations');
    await screen.findByText('C’est enregistré, merci.');
  };
}

test('once it is saved who pays, every part of the page follows from it', async () => {
  const save = await savePayer('L’AGEFICE');
  expect(screen.getByText('Sans financement particulier.')).toBeVisible();
  await save({ ...confirmed, isAgefice: true, isFundingAdded: true, dayCents: 19_900, isContract: false });
  expect(screen.getByText(/^Vous recevez la convention de formation/)).toBeVisible();
  expect(screen.getByText('Avec demande de financement AGEFICE.')).toBeVisible();
  expect(rows()).toContainEqual(expect.stringMatching(/formule sans financement/));
  expect(rows()).toContainEqual(expect.stringMatching(/^Dossier/));
  expect(screen.getByText('Ce que vous venez d’enregistrer')).toBeVisible();
});

test('a page that could not be read again after a save says so, and reads it at the next press', async () => {
  const save = await savePayer('L’AGEFICE');
  await save({ ok: false, reason: 'offline', error: new Error('no answer') });
  expect(screen.getByText(/^Le serveur ne répond pas/)).toBeVisible();
  answers({ ...confirmed, isAgefice: true });
  await userEvent
    .setup({ advanceTimers: jest.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Avec demande de financement AGEFICE.')).toBeVisible();
});

test('a cancellation that is no longer possible leads to the page as it is now', async () => {
  const days = [{ ...first, date: '2026-12-10' }];
  const { user } = await open({ ...confirmed, days });
  answers(
    { ok: false, reason: 'impossible' },
    { ...confirmed, status: 'annulee', wasConfirmed: true, isOwnersCancellation: true, days },
  );
  await press(user, 'Annuler ma réservation');
  await press(user, 'Oui, annuler');
  expect(await screen.findByText('Nous l’avons annulée, et nous en sommes désolés.')).toBeVisible();
  expect(screen.getByText(/^Cela n’a pas été possible/)).toBeVisible();
});

test('an older reading that comes late takes back nothing that was done since', async () => {
  const save = await savePayer('L’AGEFICE');
  await save({ ...confirmed, version: confirmed.version - 1, isAgefice: true });
  expect(screen.getByText('Sans financement particulier.')).toBeVisible();
});

test('once the training has begun, the link asks nobody to call before they begin', async () => {
  const days = ['2026-11-20', '2026-11-26'].map((date) => managedDay({ date, confirmed: true, uid: date }));
  await open({ ...confirmed, isAgefice: true, days });
  expect(screen.queryByText('Dossier AGEFICE complet')).toBeNull();
});

test('a wish for another day that is past waits for no answer any more', async () => {
  const wish = managedDay({ date: '2026-11-20', confirmed: false, uid: 'abc', insteadOf: '2026-11-24' });
  await open({ ...confirmed, status: 'nouvelle', days: [wish, first] });
  expect(screen.getByRole('heading', { level: 2, name: 'Votre journée est confirmée' })).toBeVisible();
  expect(dayTexts()).toEqual([
    'vendredi 20 novembre 2026non retenu',
    expect.stringMatching(/^mardi 24 novembre 2026confirmé/),
  ]);
});

test('a day of the signed agreement that the owner has cancelled is no day that was never kept, and says it too', async () => {
  const agreement = { isContract: true, signedOn: '2026-11-16' };
  const days = confirmed.days.map((day) => ({ ...day, calledOff: !day.confirmed }));
  await open({ ...confirmed, days, agreement });
  const sentence = screen.getByText(/^Votre contrat signé le .* pour ce jour vous est rendue/);
  expect(sentence.closest('li')).toHaveTextContent(/2026annuléNous l’avons annulé, .*demande\.Votre/);
});

test.each([
  [null, 1],
  [true, 1],
  [false, 0],
])('without AGEFICE, the page denies a funding unless somebody else pays: %s', async (isContract, count) => {
  await open({ ...confirmed, isContract });
  expect(screen.queryAllByText('Sans financement particulier.')).toHaveLength(count);
});

test.each([true, false])('a cancelled request says nothing of its funding, AGEFICE asked: %s', async (isAgefice) => {
  await open({ ...requested, isAgefice, status: 'annulee' });
  expect(screen.getByRole('heading', { name: 'Votre demande est annulée' })).toBeVisible();
  expect(screen.queryByText(/financement/)).toBeNull();
});

test('who has asked for AGEFICE reads that it is dropped', async () => {
  const dropped = { ...confirmed, isFundingDropped: true, isContract: false };
  await open({ ...dropped, dayCents: 32_000 });
  expect(screen.getByText('Sans financement AGEFICE.')).toBeVisible();
  const note = /Ce prix est celui de la formule financée\u00a0: votre formateur vous confirme le vôtre\./;
  expect(rows()).toContainEqual(expect.stringMatching(note));
  for (const price of [{ dayCents: 32_000, priceCents: 19_900 }, { dayCents: null }]) {
    cleanup();
    await open({ ...dropped, ...price });
    expect(rows().join()).not.toMatch(note);
  }
});

test('who names AGEFICE after the announced price reads its last day, and that the price is to be confirmed', async () => {
  await open({ ...confirmed, isAgefice: true, isFundingAdded: true, dayCents: 19_900 });
  expect(screen.getByText('Avec demande de financement AGEFICE.')).toBeVisible();
  const note = /formule sans financement\u00a0: votre formateur vous confirme le vôtre\./;
  expect(rows()).toContainEqual(expect.stringMatching(note));
  expect(rows()).toContainEqual(expect.stringMatching(/^Dossier/));
});

test('the page announces the agreement that follows the signed one', async () => {
  givesFile();
  await open({ ...confirmed, status: 'nouvelle', agreement, isContract: false, newAgreement: 'price' });
  const words = 'une nouvelle convention de formation à signer, avec le prix mis à jour';
  expect(await screen.findByText(`Vous recevez ${words}.`)).toBeVisible();
});

test('a day that was moved since the signature is not said to be in the agreement', async () => {
  const signed = managedDay({ date: '2026-12-10', confirmed: true, uid: 'a', inAgreement: true });
  const moved = managedDay({ date: '2026-12-11', confirmed: true, uid: 'b', inAgreement: false });
  const { user } = await open({ ...confirmed, agreement, days: [signed, moved] });
  await user.click(screen.getByRole('button', { name: /^Annuler ce jour.*11 décembre/ }));
  expect(await screen.findByRole('dialog')).not.toHaveTextContent(/convention/);
  cleanup();
  const alone = await open({ ...confirmed, agreement, days: [moved] });
  await alone.user.click(screen.getByRole('button', { name: 'Annuler ma réservation' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    /convention signée le lundi 16 novembre 2026 ne porte pas sur ce que vous annulez\.Nous vous écrivons/,
  );
});

const SECOND = { ...confirmed.days[1], confirmed: true } as ManagedDay;
test.each([
  [
    'a consumer within fourteen days',
    { isContract: true, signedOn: '2026-11-16', withdrawalUntil: '2026-11-30' },
    [SECOND],
    /contrat signé le lundi 16 novembre 2026 porte aussi sur ce jour.*jusqu’au lundi 30 novembre 2026.*contrat entier, sans frais.*«.Annuler ma réservation.».*L221-18.*pour la suite/i,
    /La moitié|recommandée/,
  ],
  [
    'a consumer within fourteen days who can no longer cancel everything, as one day is past',
    { isContract: true, signedOn: '2026-11-10', withdrawalUntil: '2026-11-24' },
    [...confirmedOn('2026-11-20').days, SECOND],
    /porte aussi sur ce jour.*«.La moitié du prix est due\..».*Jusqu’au mardi 24 novembre 2026.*contrat entier.*écrivez-nous.*L221-18/,
    /sans frais|Annuler ma/,
  ],
  [
    'a professional within ten days',
    { isContract: true, signedOn: '2026-11-16' },
    [SECOND],
    /«.La moitié du prix est due\..».*Jusqu’au jeudi 26 novembre 2026.*contrat entier par lettre recommandée.*pour la suite/,
    /sans frais/,
  ],
] as const)('before one of several days is cancelled, %s reads what holds of the signed agreement', async (...row) => {
  const [, agreement, others, says, never] = row;
  const site = { ...exampleSite, day: DAY, papers: { earlyLeave: CLAUSE } };
  const { user } = await openOn(site, { ...confirmed, agreement, days: [first, ...others] });
  await press(user, 'Annuler ce jour\u00a0: jeudi 26 novembre 2026');
  expect(screen.getByRole('dialog')).toHaveTextContent(says);
  expect(screen.getByRole('dialog')).not.toHaveTextContent(never);
});

test('the link’s page gives up one day of several after a second press only; the other days stay', async () => {
  const { user } = await open(two, { ...requested, version: 3 });
  await press(user, 'Annuler ce jour\u00a0: vendredi 27 novembre 2026');
  const sure = screen.getByRole('dialog', { name: 'Annuler le vendredi 27 novembre 2026\u202f?' });
  await user.click(within(sure).getByText('Garder ce jour'));
  expect(named('manage_give_up_day')).toEqual([]);
  await press(user, 'Annuler ce jour\u00a0: vendredi 27 novembre 2026');
  await user.click(within(screen.getByRole('dialog')).getByText('Oui, annuler ce jour'));
  expect(await screen.findByText(/^Ce jour est annulé, le reste ne change pas/)).toBeVisible();
  const gaveUp = { secret: SECRET, version: 2, day: '2026-11-27' };
  expect(named('manage_give_up_day')).toEqual([[expect.anything(), 'manage_give_up_day', gaveUp]]);
  expect(dayTexts()).toEqual(['mardi 24 novembre 2026en attente']);
  expect(screen.queryByRole('button', { name: /^Annuler ce jour/ })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 2, name: 'Votre demande attend notre réponse' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Annuler ma demande' })).toBeVisible();
});

test('the file of the day is read again once a day is given up: what is due for the others may open it', async () => {
  jest
    .mocked(callDayFile)
    .mockResolvedValueOnce({ ok: true, value: { ...FILE, isClosed: true } })
    .mockResolvedValueOnce({ ok: true, value: FILE });
  const both = { ...confirmed, days: confirmed.days.map((day) => ({ ...day, confirmed: true })) };
  const { user } = await open(both, { ...both, version: 4, days: both.days.slice(0, 1) });
  await screen.findByRole('heading', { level: 3, name: /convention|contrat/ });
  expect(screen.queryByRole('button', { name: 'Compléter mon dossier' })).toBeNull();
  await press(user, 'Annuler ce jour\u00a0: jeudi 26 novembre 2026');
  await user.click(within(screen.getByRole('dialog')).getByText('Oui, annuler ce jour'));
  expect(await screen.findByRole('button', { name: 'Compléter mon dossier' })).toBeVisible();
});

test('Escape closes the calendar of another day and restores the focus', async () => {
  const { user } = await open(requested);
  await press(user, 'Choisir un autre jour');
  expect(screen.getByRole('group', { name: 'Choisissez une autre date' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Choisissez une autre date' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Choisir un autre jour' })).toHaveFocus();
});

test('the link’s page asks for an open day in place of the chosen one; a closed day and one’s own cannot be chosen', async () => {
  const swap: ManagedRequest = { ...confirmed, status: 'nouvelle', isAgefice: true };
  const { user, unmount } = await open(swap, { ...swap, version: 4 });
  await press(user, 'Choisir un autre jour');
  expect(screen.getByRole('group', { name: 'Choisissez une autre date' })).toBeVisible();
  expect(await screen.findByLabelText(/^Indisponible.*mercredi 25 novembre 2026/)).toBeVisible();
  expect(screen.getByLabelText(/^Indisponible.*mardi 24 novembre 2026/)).toBeVisible();
  await user.click(screen.getByLabelText('Choisir le vendredi 27 novembre 2026'));
  await user.click(screen.getByLabelText('Choisir le lundi 30 novembre 2026'));
  expect(screen.getByRole('button', { name: 'Nouveau jour\u00a0: lundi 30 novembre 2026' })).toBeVisible();
  expect(screen.getByText('Indiquez le jour à remplacer.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Demander ce jour' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'jeudi 26 novembre 2026' }));
  expect(screen.getByText(/^Ce jour tombe dans moins de 15\s*jours/)).toBeVisible();
  await press(user, 'Demander ce jour');
  expect(await screen.findByText(/Votre nouveau jour est demandé/)).toBeVisible();
  const asked = { secret: SECRET, version: 3, from_day: '2026-11-26', to_day: '2026-11-30' };
  expect(named('manage_ask_day')).toEqual([[expect.anything(), 'manage_ask_day', asked]]);
  expect(screen.getByText('Votre demande d’un autre jour attend notre réponse')).toBeVisible();
  unmount();
  await open(confirmed);
  expect(screen.getByRole('button', { name: 'Choisir un autre jour' })).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

test.each([
  ['16:29', true, 'Tous vos jours sont libérés'],
  ['16:30', false, 'Votre jour est libéré'],
])('at %s in UTC, a requested day of today can be replaced: %s', async (time, isOffered, freed) => {
  jest.setSystemTime(new Date(`2026-11-24T${time}:00Z`));
  const { user } = await open({ ...requested, days: [{ ...first, confirmed: false }, second] });
  expect(screen.queryAllByRole('radio', { name: /mardi 24 novembre/ })).toHaveLength(isOffered ? 1 : 0);
  await press(user, 'Annuler ma demande');
  expect(screen.getByText(new RegExp(`^${freed} aussitôt`))).toBeVisible();
});

test('a confirmed day that is over leaves no calendar file, while another day is asked for', async () => {
  await open({
    ...confirmed,
    days: [...confirmedOn('2026-11-20').days, { ...confirmed.days[0], confirmed: false }],
  } as ManagedRequest);
  expect(days()).toHaveLength(2);
  expect(screen.queryByRole('link', { name: /à mon agenda/ })).not.toBeInTheDocument();
});

test('a request that has changed meanwhile is shown as it is, and nothing else is done', async () => {
  const changed = { ok: false, reason: 'changed', value: confirmed } as const;
  const { user } = await open(requested, changed);
  await press(user, 'Annuler ma demande');
  await user.click(screen.getByText('Oui, annuler'));
  expect(await screen.findByText(/Votre demande a changé entre-temps/)).toBeVisible();
  expect(screen.getByText('Votre journée est confirmée')).toBeVisible();
});

test('the calendar file has the confirmed days, or the requested ones as not confirmed', async () => {
  const { unmount } = await open(confirmed);
  const fileOf = () =>
    decodeURIComponent(screen.getByRole('link', { name: /à mon agenda/ }).getAttribute('href') ?? '');
  expect(fileOf()).toContain('UID:abc-2026-11-23\r\nSEQUENCE:3');
  expect(screen.getByRole('link', { name: /à mon agenda/ })).toHaveAttribute('download', 'formation-2026-11-24.ics');
  expect(fileOf().replaceAll('\r\n ', '')).toContain(
    `Gérer ma demande\u00a0: http://localhost/reservation/gerer#${SECRET}`,
  );
  expect(fileOf()).not.toContain('2026-11-26');
  expect(fileOf()).toContain('STATUS:CONFIRMED\r\nLOCATION:À distance\r\nBEGIN:VALARM');
  expect(fileOf()).toContain('SUMMARY:Formation\u00a0: ');
  unmount();
  const called = await open({ ...confirmed, videoLink: 'https://visio.example/salle' });
  expect(fileOf()).toContain('LOCATION:https://visio.example/salle\r\nURL:https://visio.example/salle');
  called.unmount();
  await open(requested);
  expect(fileOf()).toContain('STATUS:TENTATIVE');
  expect(fileOf()).not.toMatch(/LOCATION|VALARM/);
  expect(screen.getByRole('link', { name: 'Ajouter la date à mon agenda (à confirmer)' })).toBeVisible();
});

describe('what differs from what the visitor knows', () => {
  const signed = { isContract: true, signedOn: '2026-11-16' } as const;
  const [day] = confirmed.days as [ManagedDay];
  const calendarFile = () =>
    decodeURIComponent(screen.getByRole('link', { name: /à mon agenda/ }).getAttribute('href') ?? '').replaceAll(
      '\r\n ',
      '',
    );

  test('another day than the one that was asked for names that one, until it has come', async () => {
    const other = { ...day, askedFor: '2026-11-23' };
    const { unmount } = await open({ ...confirmed, days: [other] });
    expect(dayTexts()).toEqual(['mardi 24 novembre 2026confirméVous aviez demandé le lundi 23 novembre 2026.']);
    unmount();
    await open({ ...confirmed, days: [{ ...other, date: '2026-11-20' }] });
    expect(screen.queryByText(/Vous aviez demandé/)).toBeNull();
  });

  test.each([
    [
      { agreement: signed, inAgreement: true },
      /^Votre contrat signé le lundi 16 novembre 2026 reste valable.*un nouveau contrat sera à signer\.$/,
    ],
    [{ agreement: signed, inAgreement: false }, null],
    [{ agreement: null, inAgreement: false }, null],
  ])('who asks for another day reads what holds if it is signed: %j', async ({ agreement, inAgreement }, sentence) => {
    const { user } = await open({ ...confirmed, agreement, days: [{ ...day, inAgreement }] });
    await press(user, 'Choisir un autre jour');
    await user.click(await screen.findByLabelText('Choisir le vendredi 27 novembre 2026'));
    expect(screen.getByText(/Votre jour confirmé reste réservé/)).toBeVisible();
    if (sentence) expect(screen.getByText(sentence)).toBeVisible();
    else expect(screen.queryByText(/reste valable/)).toBeNull();
  });

  test.each([
    [{ agreement: signed, isContract: true }, true, 'Jour confirmé\u00a0: contrat signé le lundi 16 novembre 2026.'],
    [{ agreement: signed, isContract: true }, false, 'contrat de formation\\, sous réserve du délai de rétractation.'],
    [{ isContract: false }, false, 'la convention de formation\\, sous réserve\\, s’il s’applique\\, du délai'],
    [{ isContract: false, mayWithdraw: false }, false, 'après signature de la convention de formation.'],
    [{ isContract: null }, false, 'signature de la convention ou du contrat de formation'],
  ])('the file for the calendar names what is signed or to be signed: %j %s', async (changes, inAgreement, words) => {
    await open({ ...confirmed, ...changes, days: [{ ...day, inAgreement }] });
    expect(calendarFile()).toContain(words);
  });
});
