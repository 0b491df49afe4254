import type { ManagedDayFile } from '@site/contract/day-papers';
import { fakeHost, renderInHost } from '@site/shared-ui/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { callDayFile, type FileOutcome } from '../api/managed-day-file';
import { DayFile, type DayFileProps } from './day-file';
import { changesOf, errorsOf } from './trainee-form';

jest.mock('../api/managed-day-file');
const call = jest.mocked(callDayFile);

const secret = 'a'.repeat(43);
const file: ManagedDayFile = {
  version: 3,
  given: ['siren'],
  payer: null,
  isClosed: false,
  mayAnswer: false,
  hasAnswered: false,
};

const onSaved = jest.fn();

beforeEach(() => {
  call.mockReset();
  onSaved.mockReset();
});

async function open(
  {
    lastDay,
    uid = 'abc-1',
    agreement = null,
    next = '',
    ...changes
  }: Partial<ManagedDayFile> & Partial<Pick<DayFileProps, 'lastDay' | 'uid' | 'agreement' | 'next'>>,
  ...outcomes: readonly FileOutcome[]
) {
  call.mockResolvedValueOnce({ ok: true, value: { ...file, ...changes } });
  for (const outcome of outcomes) call.mockResolvedValueOnce(outcome);
  renderInHost(
    <main>
      <h2>Votre réservation</h2>
      <DayFile host={fakeHost()} isTaught {...{ secret, uid, lastDay, agreement, next, onSaved }} />
    </main>,
  );
  await screen.findAllByRole('heading', { level: 3 });
  const user = userEvent.setup();
  const more = screen.queryByRole('button', { name: 'Compléter mon dossier' });
  if (more && !changes.mayAnswer) await user.click(more);
  return user;
}

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = 'Enregistrer mes informations';
const press = (user: Awaited<ReturnType<typeof open>>, name: string) =>
  user.click(screen.getByRole('button', { name }));

const WRONG_STATUS = { status: expect.any(String) };

describe('facts for the papers', () => {
  test.each([
    ['a SIREN that is not finished', { siren: '732 82' }, false, {}],
    ['nine digits that are no SIREN', { siren: '732829321' }, false, { siren: expect.any(String) }],
    ['a SIRET that is not finished', { siren: '732829320000' }, false, {}],
    ['a SIRET', { siren: '732 829 320 00074' }, true, {}],
    ['more digits than a SIRET has', { siren: '732829320000741' }, false, { siren: expect.any(String) }],
    ['a SIREN that is not finished, when it is sent', { siren: '732 82' }, true, { siren: expect.any(String) }],
    ['a number of a business abroad', { address: '1 Baker Street, London, UK', siren: 'GB123456789' }, true, {}],
    [
      'a word in place of its number',
      { address: '1 Baker Street, London, UK', siren: 'aucun' },
      true,
      { siren: expect.any(String) },
    ],
    ['its number without its address', { siren: 'GB123456789' }, true, { siren: expect.any(String) }],
    ['an address of four characters', { address: 'ici ' }, true, { address: expect.any(String) }],
    ['a SIREN of a company that does not pay', { payer: 'self', payerSiren: '1' }, true, {}],
    ['an employee for whom AGEFICE is to pay', { payer: 'agefice', status: 'employee' }, false, WRONG_STATUS],
    [
      'a self-employed person for whom an OPCO is to pay',
      { payer: 'opco', status: 'independent' },
      false,
      WRONG_STATUS,
    ],
    ['an employee for whom an OPCO pays', { payer: 'opco', status: 'employee' }, true, {}],
    ['a director for whom FIF-PL pays', { payer: 'fifpl', status: 'director' }, true, {}],
    ['somebody who looks for work and pays alone', { payer: 'self', status: 'jobseeker' }, true, {}],
  ])('%s has the expected errors', (_, typed, isSent, errors) => {
    expect(errorsOf(typed, isSent, {})).toEqual(errors);
  });

  test.each([
    ['nothing', { address: ' ' }, {}],
    ['a company', { payer: 'company', payerName: 'Agence' }, { payer: 'company', payerName: 'Agence' }],
    [
      'oneself, after a company was typed',
      { payer: 'self', payerName: 'Agence' },
      { payer: 'self', payerName: null, payerAddress: null, payerSiren: null },
    ],
    [
      'another fund',
      { payer: 'other', payerName: 'F' },
      { payer: 'other', payerName: 'F', payerAddress: null, payerSiren: null },
    ],
  ])('who fills in %s sends only what papers need', (_, typed, changes) => {
    expect(changesOf(typed)).toEqual(changes);
  });

  test('what was given is named without its value, a SIRET is cut before it is sent, and the form closes', async () => {
    const given = [...file.given, 'address'] as const;
    const user = await open({}, { ok: true, value: { ...file, version: 4, given } });
    const told = screen.getByText(/^Facultatif/);
    expect(told).not.toHaveTextContent('Déjà indiqué');
    const siren = screen.getByLabelText('Votre SIREN');
    expect(siren).toHaveValue('');
    expect(siren).toHaveAccessibleDescription(/^Déjà indiqué/);
    fill('Votre SIREN', '73282932000074');
    expect(siren).toHaveAccessibleDescription(/C’est un SIRET.*732\s829\s320/);
    await user.selectOptions(screen.getByLabelText('Qui paie la formation'), 'L’OPCO de l’employeur');
    expect(screen.getByLabelText('SIREN de l’entreprise')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Qui paie la formation'), 'L’AGEFICE');
    expect(screen.queryByLabelText('SIREN de l’entreprise')).toBeNull();
    await press(user, save);
    expect(await screen.findByText('C’est enregistré, merci.')).toBeVisible();
    const none = { payerName: null, payerAddress: null, payerSiren: null };
    const changes = { siren: '73282932000074', payer: 'agefice', ...none };
    expect(call.mock.lastCall?.slice(1)).toEqual(['manage_fill_day_file', { secret, version: 3, changes }]);
    const more = screen.getByRole('button', { name: 'Compléter mon dossier', expanded: false });
    expect(more).toHaveFocus();
    expect(told).toHaveTextContent('Déjà indiqué : votre SIREN, votre adresse.');
    await user.click(more);
    expect(screen.getByLabelText('Votre SIREN')).toHaveValue('');
    expect(screen.getByLabelText('Votre adresse')).toHaveAccessibleDescription(/^Déjà indiqué.*finissez par le pays/);
  });

  test('a status that does not go with the stored payer is refused, and one that is stored is asked for again', async () => {
    const user = await open({ given: ['payer', 'status'], payer: 'agefice' });
    const status = screen.getByLabelText('Votre statut');
    expect(status).toHaveAccessibleDescription(/que pour le remplacer/);
    await user.selectOptions(status, 'Salarié');
    expect(status).toHaveAccessibleDescription(
      /ne va pas avec qui paie.*«\sL’AGEFICE\s» va avec\s: Indépendant, mandataire, Dirigeant salarié\.$/,
    );
    await press(user, save);
    expect(call).toHaveBeenCalledTimes(1);
    await user.selectOptions(screen.getByLabelText('Qui paie la formation'), 'L’OPCO de l’employeur');
    expect(status).toBeValid();
    expect(status).toHaveAccessibleDescription(/^Déjà indiqué.: choisissez-le de nouveau/);
  });

  test('a private person is asked for no SIREN', async () => {
    const user = await open({});
    expect(screen.getByLabelText('Votre SIREN')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Votre statut'), 'Particulier');
    expect(screen.queryByLabelText('Votre SIREN')).toBeNull();
    expect(changesOf({ status: 'individual', siren: '732829320' })).toEqual({ status: 'individual' });
  });

  test('who has saved reads it once more to find a slip, and a later visit shows nothing of it', async () => {
    const stored = (version: number): FileOutcome => ({ ok: true, value: { ...file, version } });
    const user = await open({}, stored(4), stored(5));
    expect(screen.queryByText('Ce que vous venez d’enregistrer')).toBeNull();
    fill('Votre SIREN', '73282932000074');
    fill('Votre adresse', '3 rue des Lilas');
    await user.selectOptions(screen.getByLabelText('Qui paie la formation'), 'Un autre financeur');
    fill('Nom du financeur', 'Fonds');
    await press(user, save);
    const saved = () => screen.queryAllByRole('definition').map((value) => value.textContent);
    await screen.findByText('Ce que vous venez d’enregistrer');
    expect(saved()).toEqual(['3 rue des Lilas', '732\u00a0829\u00a0320', 'Un autre financeur', 'Fonds']);
    await press(user, 'Compléter mon dossier');
    expect(screen.getByLabelText('Votre adresse')).toHaveValue('');
    fill('Votre adresse', '5 rue des Lilas');
    await user.selectOptions(screen.getByLabelText('Qui paie la formation'), 'Moi, à mes frais');
    await press(user, save);
    await waitFor(() => expect(saved()).toEqual(['5 rue des Lilas', '732\u00a0829\u00a0320', 'Moi, à mes frais']));
    cleanup();
    await open({ given: ['address', 'siren', 'payer'] });
    expect(document.body).not.toHaveTextContent('Lilas');
    expect(saved()).toEqual([]);
  });

  test.each([
    ['self', 'moi, à mes frais'],
    ['company', 'entreprise ou portage'],
    ['fifpl', 'le FIF-PL'],
  ] as const)('inside the sentence, the payer %s begins with a small letter', async (payer, words) => {
    const user = await open({ given: ['payer'], payer });
    await press(user, 'Compléter mon dossier');
    expect(screen.getByText(/^Facultatif/)).toHaveTextContent(`qui paie la formation (${words}).`);
  });

  test('who is already said to pay is named, since nobody may have typed it, and can be replaced', async () => {
    const user = await open({ given: ['payer'], payer: 'agefice' }, { ok: true, value: { ...file, payer: 'self' } });
    const payer = screen.getByLabelText('Qui paie la formation');
    expect(payer).toHaveAccessibleDescription(
      /^Déjà indiqué \(l’AGEFICE\)\s: ne répondez que pour le remplacer\. Pour un/,
    );
    expect(payer).toHaveDisplayValue('Choisir…');
    await user.selectOptions(payer, 'Moi, à mes frais');
    await press(user, save);
    expect(call.mock.lastCall?.[2]).toMatchObject({ changes: { payer: 'self' } });
  });

  test('another tab that saved first costs nothing that was typed, and the second press saves', async () => {
    const changed = { ok: false, reason: 'changed', value: { ...file, version: 5 } } as const;
    const user = await open({}, changed, { ok: true, value: { ...file, version: 6 } });
    fill('Votre adresse', '3 rue des Lilas');
    await press(user, save);
    expect(await screen.findByText(/^Votre dossier a été complété entre-temps/)).toBeVisible();
    expect(screen.getByLabelText('Votre adresse')).toHaveValue('3 rue des Lilas');
    await press(user, save);
    expect(await screen.findByText('C’est enregistré, merci.')).toBeVisible();
    expect(call.mock.lastCall?.[2]).toMatchObject({ version: 5 });
  });

  test('what is missing of a company that was named before can be added without choosing it again', async () => {
    const user = await open({ given: ['payer', 'payerName'], payer: 'company' }, { ok: true, value: file });
    fill('SIREN de l’entreprise', '732829320');
    await press(user, save);
    expect(call.mock.lastCall?.[2]).toMatchObject({ changes: { payerSiren: '732829320' } });
  });

  test.each([
    ['company', ['Nom de l’entreprise (votre employeur)', 'Adresse de l’entreprise', 'SIREN de l’entreprise']],
    ['opco', ['Nom de l’entreprise (votre employeur)', 'Adresse de l’entreprise', 'SIREN de l’entreprise']],
    ['other', ['Votre SIREN', 'Nom du financeur']],
    ['self', ['Votre SIREN']],
  ] as const)('where %s is stored as who pays, the form asks for what is missing of it: %j', async (payer, labels) => {
    await open({ given: ['payer'], payer });
    const fields = screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).labels?.[0]?.textContent);
    expect(fields.filter((label) => /entreprise|financeur|SIREN/.test(label ?? ''))).toEqual(labels);
    const typed = payer === 'company' ? { address: 'Rue', siren: '1' } : { address: 'Rue' };
    expect(changesOf(typed, payer)).toEqual({ address: 'Rue' });
    expect(errorsOf(typed, true, { payer })).toEqual({ address: expect.any(String) });
  });

  test('a company abroad is asked for the number that it has, and its author reads it once more', async () => {
    const user = await open({ given: ['payer'], payer: 'company' }, { ok: true, value: { ...file, payer: 'company' } });
    fill('Adresse de l’entreprise', '1 Main Street\nDublin D02 X285\nIrlande');
    fill('Numéro d’immatriculation ou de TVA de l’entreprise', 'IE6388047V');
    expect(screen.getByLabelText(/TVA de l’entreprise$/)).not.toHaveAccessibleDescription(/chiffres/);
    await press(user, save);
    expect(call.mock.lastCall?.[2]).toMatchObject({ changes: { payerSiren: 'IE6388047V' } });
    await screen.findByText('Ce que vous venez d’enregistrer');
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toContain(
      'Numéro d’immatriculation ou de TVA de l’entreprise',
    );
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toContain('IE6388047V');
  });

  test('the number of a business whose stored address may be abroad is replaced without the address', async () => {
    const given = ['payer', 'payerAddress', 'payerSiren'] as const;
    const user = await open({ given, payer: 'company', foreign: ['payerAddress'] }, { ok: true, value: file });
    const name = 'SIREN de l’entreprise, ou son numéro hors de France';
    expect(screen.getByLabelText(name)).not.toHaveAccessibleDescription(/chiffres/);
    fill(name, 'GB 980 7806 84');
    await press(user, save);
    expect(call.mock.lastCall?.[2]).toMatchObject({ changes: { payerSiren: 'GB 980 7806 84' } });
  });

  test('a form without any text says so and sends nothing', async () => {
    const user = await open({});
    await press(user, save);
    expect(screen.getByText('Remplissez au moins une information.')).toBeVisible();
    expect(call).toHaveBeenCalledTimes(1);
  });

  test('papers that went out meanwhile close the form, and the page says why', async () => {
    const closed = { ok: true, value: { ...file, isClosed: true } } as const;
    const user = await open({}, { ok: false, reason: 'impossible' }, closed);
    fill('Votre adresse', '3 rue des Lilas');
    await press(user, save);
    expect(await screen.findByText(/^Votre convention ou votre contrat est parti/)).toBeVisible();
    expect(screen.queryByRole('button', { name: save })).toBeNull();
  });

  test('the agreement that follows a signed one is named above the form that is open for it', async () => {
    const next = 'Vous recevez un nouveau contrat de formation à signer, avec votre nouvelle date.';
    await open({ payer: 'self', agreement: { isContract: true, signedOn: '2026-11-20' }, next });
    expect(screen.getByText(next)).toBeVisible();
    expect(screen.getByRole('button', { name: save })).toBeVisible();
  });

  test.each([
    [null, null, 'la convention ou le contrat', 'Votre convention ou votre contrat est parti avec'],
    ['self', null, 'le contrat', 'Votre contrat est parti avec'],
    ['agefice', null, 'la convention', 'Votre convention est partie avec'],
    ['self', '2026-11-20', 'le contrat', 'Votre contrat signé le vendredi 20 novembre 2026 a été établi avec'],
    ['opco', '2026-11-20', 'la convention', 'Votre convention signée le vendredi 20 novembre 2026 a été établie avec'],
  ] as const)('where %s pays, and was to sign on %s, the file names %s', async (payer, signedOn, name, sentence) => {
    const agreement = signedOn && { isContract: payer === 'self', signedOn };
    await open({ payer, isClosed: true, agreement });
    expect(screen.getByRole('heading', { name: `Vos informations pour ${name}` })).toBeVisible();
    expect(screen.getByText((text) => text.startsWith(sentence))).toBeVisible();
  });

  test('the convention that went out in place of a signed contrat is the one that the file names', async () => {
    const agreement = { isContract: true, signedOn: '2026-11-20' };
    await open({ payer: 'company', isClosed: true, agreement, next: 'Vous recevez une convention.' });
    expect(screen.getByRole('heading', { name: 'Vos informations pour la convention' })).toBeVisible();
    expect(screen.getByText(/^Votre convention est partie avec/)).toBeVisible();
  });

  test('what was typed is there again after a reload, not in another request, and is forgotten once it is saved', async () => {
    await open({});
    fill('Votre adresse', '3 rue des Lilas');
    fill('Qui paie la formation', 'company');
    fill('Nom de l’entreprise (votre employeur)', 'Agence');
    cleanup();
    await open({ uid: 'other-1' });
    expect(screen.getByLabelText('Votre adresse')).toHaveValue('');
    cleanup();
    const user = await open({}, { ok: true, value: file });
    expect(screen.getByLabelText('Votre adresse')).toHaveValue('3 rue des Lilas');
    expect(screen.getByLabelText('Nom de l’entreprise (votre employeur)')).toHaveValue('Agence');
    expect(JSON.stringify({ ...sessionStorage })).toContain('Lilas');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(secret);
    await press(user, save);
    await screen.findByText('C’est enregistré, merci.');
    expect(sessionStorage).toHaveLength(0);
  });

  test('a link that has ended meanwhile costs nothing that was typed, and the page says where another one is', async () => {
    const user = await open({}, { ok: false, reason: 'unknown' });
    fill('Votre adresse', '3 rue des Lilas');
    await press(user, save);
    expect(await screen.findByText(/^Rien n’est enregistré.*dernier e-mail/)).toBeVisible();
    expect(screen.getByLabelText('Votre adresse')).toHaveValue('3 rue des Lilas');
  });
});

test('after the days, a file whose papers have gone out asks for nothing but the questionnaire', async () => {
  await open({ lastDay: '2026-11-20', isClosed: true, mayAnswer: true });
  expect(screen.getByRole('heading', { name: 'Votre avis sur la formation' })).toBeVisible();
  expect(screen.queryByText(/^Vos informations/)).not.toBeInTheDocument();
});

test.each([undefined, '2026-11-20'])('what is filled in goes into what one signs: last day %s', async (lastDay) => {
  await open({ lastDay });
  expect(screen.queryAllByText(/le document que vous signez/)).toHaveLength(lastDay ? 0 : 1);
});

test.each([
  ['agefice', '2026-11-20', true],
  ['agefice', undefined, false],
  ['self', '2026-11-20', false],
] as const)(
  'who is paid for by %s reads after the last day (%s) until when the fund is asked to pay back, and with what: %s',
  async (payer, lastDay, isTold) => {
    await open({ payer, lastDay, mayAnswer: true });
    const title = screen.queryByRole('heading', { name: 'Votre remboursement par l’AGEFICE' });
    expect(title !== null).toBe(isTold);
    if (!isTold) return;
    expect(screen.getByText(/au plus tard le samedi 20 mars 2027, quatre mois après la formation/)).toBeVisible();
    expect(screen.getByText(/facture acquittée.*feuille d’émargement.*certificat de réalisation/)).toBeVisible();
  },
);

describe('questionnaire', () => {
  const SCORES = { objectives: 5, content: 4, trainer: 5, organisation: 3, overall: 5 };

  test('five scores and a remark are sent once, and the first missing score takes the focus', async () => {
    const answered = { ...file, mayAnswer: true, hasAnswered: true };
    const user = await open({ mayAnswer: true }, { ok: true, value: answered });
    const groups = screen.getAllByRole('group');
    const choose = async (at: number, score: number) =>
      user.click(within(groups[at] as HTMLElement).getByRole('radio', { name: String(score) }));
    const [last = 0, ...others] = Object.values(SCORES).reverse();
    for (const [at, score] of others.reverse().entries()) await choose(at, score);
    await press(user, 'Envoyer mes réponses');
    expect(screen.getByText('Il manque une note.')).toBeVisible();
    expect(within(groups[4] as HTMLElement).getByRole('radio', { name: '1' })).toHaveFocus();
    expect(groups[4]).toHaveAccessibleDescription('Choisissez une note de 1 à\u00a05.');
    await choose(4, last);
    fill('Remarque, suggestion ou réclamation', ' Merci ');
    await press(user, 'Envoyer mes réponses');
    expect(await screen.findByText(/^Merci\s! Vos réponses sont enregistrées/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Votre avis sur la formation' })).toHaveFocus();
    const answers = { ...SCORES, remark: 'Merci' };
    expect(call.mock.lastCall?.slice(1)).toEqual(['manage_answer', { secret, answers }]);
    expect(screen.queryByRole('button', { name: 'Envoyer mes réponses' })).toBeNull();
  });

  test('scores and a remark are there again after a reload, and are forgotten once they are sent', async () => {
    await open({ mayAnswer: true });
    for (const [at, score] of Object.values(SCORES).entries()) {
      const group = screen.getAllByRole('group')[at] as HTMLElement;
      fireEvent.click(within(group).getByRole('radio', { name: String(score) }));
    }
    fill('Remarque, suggestion ou réclamation', 'Merci');
    cleanup();
    const user = await open({ mayAnswer: true }, { ok: true, value: { ...file, mayAnswer: true, hasAnswered: true } });
    expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(5);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(secret);
    await press(user, 'Envoyer mes réponses');
    await screen.findByText(/^Merci\s! Vos réponses sont enregistrées/);
    expect(call.mock.lastCall?.[2]).toEqual({ secret, answers: { ...SCORES, remark: 'Merci' } });
    expect(sessionStorage).toHaveLength(0);
  });

  test('an answered questionnaire is not shown again', async () => {
    await open({ mayAnswer: true, hasAnswered: true });
    expect(screen.getByText(/^Vous avez répondu au questionnaire/)).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Votre avis sur la formation' })).not.toHaveFocus();
  });
});
