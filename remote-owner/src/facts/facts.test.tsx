import type { Site } from '@site/contract/host';
import { PROMISES } from '@site/contract/promises';
import { exampleSite, renderInHost } from '@site/shared-ui/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, fill, heading, openSpace, press } from '../../tests/support/open-space';
import { CallError } from '../api/call-error';
import { labelOf } from '../content/fact-subjects';
import { missingFacts } from '../papers/site-fields';
import { LackingParts } from './lacking-parts';

afterEach(() => window.localStorage.clear());

const openFacts = () => openSpace({ query: '?vue=textes' });

/** Opens a subject, from the list or from another one. */
async function openSubject(title: string) {
  const back = screen.queryByRole('link', { name: 'Tous vos textes' });
  if (back) await press(back);
  await press(await screen.findByRole('link', { name: new RegExp(`^${title}`) }));
  await heading(title);
}

async function replyWithin(typed: string) {
  await openSubject('Coordonnées');
  fill(screen.getByLabelText('Délai de réponse'), typed);
}

/** The list of subjects with their states. */
async function states() {
  const back = screen.queryByRole('link', { name: 'Tous vos textes' });
  if (back) await press(back);
  const list = within(await screen.findByRole('list', { name: 'Vos textes' }));
  return list.getAllByRole('link').map(({ textContent }) => textContent?.replace(/\s/g, ' '));
}

const nothingLeft = () => screen.findByText('Rien à publier.');

test('the settings lead to the texts, whose fields say where visitors read them', async () => {
  await openSpace({ query: '?vue=reglages' });
  await press(await screen.findByRole('link', { name: 'Modifier vos textes' }));
  await heading('Vos textes');
  expect(screen.getByRole('link', { name: 'Réglages' })).toHaveAttribute('aria-current', 'page');
  await openSubject('Coordonnées');
  expect(screen.getByLabelText('Téléphone')).toHaveValue('05 56 00 00 01');
  expect(screen.getByLabelText('Téléphone')).toHaveAccessibleDescription(/mentions légales, mails aux visiteurs/);
  expect(screen.queryByRole('button', { name: 'Publier' })).toBeNull();
});

test('with a hosted backend, the address of the video call is said not to reach mails', async () => {
  await openSpace({ query: '?vue=textes', backend: { url: 'https://projet.supabase.co', anonKey: 'key' } });
  await openSubject('Journée et outils');
  expect(screen.getByText(/^Le lien de la visioconférence ne suit pas/)).toBeVisible();
});

test('texts are previewed on the pages that change, published, and taken back', async () => {
  const { api, notices } = await openFacts();
  await replyWithin(' sous deux jours ');
  await press(await button('Aperçu'));
  const page = await screen.findByRole('link', { name: 'Contact' });
  expect(page).toHaveAttribute('href', `/contact?release=facts%3A${'0'.repeat(32)}`);
  expect(page).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('link', { name: '/guide' })).toBeInTheDocument();
  await press(await button('Fermer'));

  await press(screen.getByRole('link', { name: 'Réglages' }));
  await press(await screen.findByRole('link', { name: 'Modifier vos textes' }));
  expect(await screen.findByText('1 à publier')).toBeInTheDocument();
  await press(await button('Publier'));
  await nothingLeft();
  expect(api.calls).toContainEqual(['edit-facts', { facts: { replyTime: 'sous deux jours' }, seq: 2 }]);
  expect(notices).toEqual(['Vos textes sont publiés.']);
  await press(screen.getByText('Modifications publiées'));
  const history = within(screen.getByRole('list', { name: 'Modifications publiées' }));
  expect(history.getByText('Délai de réponse')).toBeInTheDocument();

  await press(history.getByRole('button', { name: /^Revenir à la version précédente/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revenir aux textes d’avant\u202f?' }));
  await press(dialog.getByRole('button', { name: 'Revenir à la version précédente' }));
  await waitFor(() => expect(history.getAllByText('Délai de réponse')).toHaveLength(2));
  expect(api.calls).toContainEqual(['edit-facts', { change: 3, seq: 3 }]);
  await openSubject('Coordonnées');
  expect(screen.getByLabelText('Délai de réponse')).toHaveValue('');
});

test('a text that differs from the original one can go back to it', async () => {
  const { api } = await openFacts();
  await openSubject('Coordonnées');
  fill(screen.getByLabelText('Téléphone'), '05 56 00 00 02');
  await press(await button('Publier'));
  await nothingLeft();
  expect(screen.getByText('Texte d’origine : « 05 56 00 00 01 »')).toBeInTheDocument();
  await press(await button('Reprendre le texte d’origine\u00a0: Téléphone'));
  expect(screen.getByLabelText('Téléphone')).toHaveValue('05 56 00 00 01');
  await press(await button('Publier'));
  await nothingLeft();
  expect(api.calls).toContainEqual(['edit-facts', { facts: { phone: null }, seq: 3 }]);
});

const errors = async () => {
  const summary = await screen.findByRole('group', { name: 'À corriger avant de publier' });
  return within(summary)
    .getAllByRole('link')
    .map(({ textContent }) => textContent?.replace(/\s/g, ' '));
};

test('what is refused is named with what it needs and stays, and the others are published', async () => {
  const { api, notices } = await openFacts();
  await replyWithin('demain');
  await openSubject('Formateur');
  fill(screen.getByLabelText('Nom du formateur'), 'Ada Martin');
  await openSubject('Prix et paiement');
  fill(screen.getByLabelText('Prix de la formule standard'), '0');
  await openSubject('Fiche de la formation');
  fill(screen.getByLabelText('Les cinq bonus, un par ligne'), 'Un seul');
  await press(await button('Publier'));
  expect(await errors()).toEqual([
    expect.stringMatching(/^Prix de la formule standard – Écrivez un prix en euros entiers/),
    'Titres ou références du formateur – À compléter : sans cela, « Nom du formateur » ne se publie pas.',
    'Nom du formateur – Ne se publie pas sans « Titres ou références du formateur ».',
    'Les cinq bonus, un par ligne – Écrivez exactement cinq bonus, ou aucun.',
  ]);
  expect(screen.getByRole('group', { name: 'À corriger avant de publier' })).toHaveFocus();
  expect(api.calls.filter(([name]) => name === 'edit-facts').at(-1)).toEqual([
    'edit-facts',
    { facts: { replyTime: 'demain' }, seq: 2 },
  ]);
  expect(notices).toEqual(['Vos textes sont publiés, sauf ceux à corriger.']);
  expect(screen.getByText('3 à publier')).toBeInTheDocument();
  expect((await states()).slice(0, 6)).toEqual([
    'Coordonnées3 à compléter',
    'Prix et paiement1 à corriger, modifié, pas publié, 1 à compléter, à confirmer',
    'Ce que le site promet en votre nomà confirmer',
    'Journée et outils2 à compléter',
    'Formateur2 à corriger, modifié, pas publié, 1 à compléter',
    'Témoignagesfacultatif, rien encore',
  ]);
  await press(screen.getByRole('link', { name: /^Titres ou références du formateur/ }));
  expect(screen.getByLabelText('Titres ou références du formateur')).toHaveFocus();
  expect(screen.getByLabelText('Titres ou références du formateur')).toHaveAccessibleDescription(/À compléter/);
  expect(screen.getByLabelText('Nom du formateur')).toHaveAccessibleDescription(/Ne se publie pas sans/);
});

test('what papers and a public site lack is asked subject by subject on one page, where what is refused stays marked', async () => {
  const { api } = await openSpace({
    query: '?vue=textes',
    // Published meanwhile.
    renewedSite: { ...exampleSite, publisher: { ...exampleSite.publisher, siren: '732 829 320' } },
  });
  await press(await screen.findByRole('link', { name: /^Tout ce qui manque/ }));
  await heading('À compléter');
  expect(window.location.search).toBe('?vue=textes&sujet=a-completer');
  for (const label of ['SIREN de l’organisme', 'Délai de réponse']) expect(screen.queryByLabelText(label)).toBeNull();
  const body = within(screen.getByRole('region', { name: 'Organisme\u00a0: 6\u00a0à compléter' }));
  expect(screen.getByText(/^Il reste 23\sinformations à compléter/)).toBeVisible();
  const some = within(screen.getByRole('region', { name: /^Selon vos clients.*AGEFICE/ }));
  const first = within(screen.getByRole('region', { name: 'Coordonnées\u00a0: 3\u00a0à compléter' }));
  expect(first.getByLabelText('E-mail')).toBeVisible();
  for (const label of ['Médiateur de la consommation', 'Lien de la visioconférence']) {
    expect(some.getByLabelText(label)).not.toBeVisible();
  }
  await press(some.getByText(/^Selon vos clients/));
  expect(some.getByLabelText('Lien de la visioconférence')).toBeVisible();
  fill(some.getByLabelText('Lien de la visioconférence'), 'visio.example/salle');
  fireEvent.blur(some.getByLabelText('Lien de la visioconférence'));
  expect(some.getByLabelText('Lien de la visioconférence')).toHaveValue('https://visio.example/salle');
  await press(some.getByRole('button', { name: /^Annuler la saisie/ }));
  fill(body.getByLabelText(/^Numéro de TVA/), 'TVA non applicable');
  expect(screen.getByRole('region', { name: 'Organisme\u00a0: 5\u00a0à compléter' })).toBeVisible();
  expect(screen.getByText(/^Il reste 22\sinformations à compléter/)).toBeVisible();
  await press(await button('Proposer un texte\u00a0: Titres ou références du formateur'));
  expect(screen.getByText(/^Il reste 22\sinformations à compléter/)).toBeVisible();
  await press(await button('Annuler la saisie\u00a0: Titres ou références du formateur'));
  fill(screen.getByLabelText('Nom du formateur'), 'Ada Martin');
  await press(await button('Publier'));
  expect(await screen.findByText('1 à publier')).toBeVisible();
  expect(api.calls).toContainEqual(['edit-facts', { facts: { 'publisher.vat': 'TVA non applicable' }, seq: 2 }]);
  await press(screen.getByRole('link', { name: /^Titres ou références du formateur/ }));
  expect(screen.getByLabelText('Titres ou références du formateur')).toHaveFocus();
  expect(screen.getByLabelText('Titres ou références du formateur')).toBeVisible();
  await heading('À compléter');
  expect(await axe(document.body)).toHaveProperty('violations', []);
  const [remaining] = /\d+/.exec(screen.getByText(/^Il reste/).textContent ?? '') ?? [];
  await press(screen.getByRole('link', { name: 'Tous vos textes' }));
  expect(await screen.findByRole('link', { name: /^Tout ce qui manque/ })).toHaveTextContent(`(${remaining})`);
});

test('the first subject that lacks something is unfolded, and leads to the next one', async () => {
  await openSpace({ query: '?vue=textes&sujet=a-completer' });
  expect(await screen.findByLabelText('E-mail')).toBeVisible();
  expect(screen.getByLabelText(/^Modalités de règlement\s: quand/)).not.toBeVisible();
  await press(await button('Suite\u00a0: Prix et paiement'));
  expect(screen.getByText(/^Prix et paiement\s: \d à compléter$/).closest('summary')).toHaveFocus();
});

test('a proposed text follows the text that it is made of, unless it was changed, and then stays as it is', async () => {
  await openFacts();
  await openSubject('Prix et paiement');
  const words = screen.getByLabelText(/^Modalités de règlement\s: quand/);
  await press(await button(/^Proposer un texte.*quand on paie/));
  expect(words).toHaveDisplayValue(/\[à compléter/);
  const days = screen.getByLabelText(/^Délai de paiement/);
  const leave = (field: HTMLElement, typed: string) => {
    fill(field, typed);
    fireEvent.blur(field);
  };
  leave(days, '30');
  expect(words).toHaveDisplayValue(/30.jours/);
  leave(days, '45');
  expect(words).toHaveDisplayValue(/45.jours/);
  leave(words, 'Sous 45 jours [à compléter], sur facture.');
  leave(days, '60');
  expect(words).toHaveDisplayValue('Sous 45 jours [à compléter], sur facture.');
});

test('a proposed registration has the number once, also after that was corrected and published, and no wrong one is published', async () => {
  const publisher = { ...exampleSite.publisher, siren: '552 100 554' };
  await openSpace({ query: '?vue=textes', renewedSite: { ...exampleSite, publisher } });
  await openSubject('Organisme');
  const siren = screen.getByLabelText('SIREN de l’organisme');
  const registration = screen.getByLabelText('Immatriculation');
  await press(await button('Proposer un texte\u00a0: Immatriculation'));
  expect(registration).toHaveDisplayValue(/\] \[à compléter\u00a0: numéro\]$/);
  fill(siren, '732829320');
  for (const field of [siren, registration, siren]) fireEvent.blur(field);
  expect(registration).toHaveDisplayValue(/société\] 732 829 320$/);
  fill(siren, '552 100 554');
  await press(siren);
  await press(await button('Publier seul\u00a0: SIREN de l’organisme'));
  await screen.findByText('1 à publier');
  fireEvent.blur(registration);
  expect(registration).toHaveDisplayValue(/société\] 552 100 554$/);
  fill(registration, 'RNE 732 829 732 829 320');
  fireEvent.blur(registration);
  expect(registration).toHaveAccessibleDescription(/son numéro est le SIREN, écrit une fois/);
});

test('a delay in words and one in digits that differ are told at both, before they are published', async () => {
  await openFacts();
  await openSubject('Prix et paiement');
  const [words, days] = [/^Modalités de règlement\s: quand/, /^Délai de paiement/].map((name) =>
    screen.getByLabelText(name),
  ) as [HTMLElement, HTMLElement];
  fill(words, 'Le prix se règle sous 15 jours après la journée, sur facture.');
  const told = /«\squand on paie\s» dit 15\sjours et «\sDélai de paiement\s» 30/;
  for (const field of [words, days]) expect(field).not.toHaveAccessibleDescription(/jours et/);
  fill(days, '30 jours');
  for (const field of [words, days]) expect(field).toHaveAccessibleDescription(told);
  fill(days, '15');
  for (const field of [words, days]) expect(field).not.toHaveAccessibleDescription(/jours et|Attention/);
  fill(days, '61');
  for (const field of [words, days]) expect(field).toHaveAccessibleDescription(/60\sjours.*L441-10/);
  fill(days, '');
  fill(words, 'Le prix se règle sous 90 jours après la journée.');
  for (const field of [words, days]) expect(field).toHaveAccessibleDescription(/60\sjours.*L441-10/);
});

test('a text on payment that names no days, or speaks of another deposit than the contrats, is told at both', async () => {
  const { user } = await openFacts();
  await openSubject('Prix et paiement');
  const field = (name: RegExp) => screen.getByLabelText(name);
  const when = field(/^Modalités de règlement\s: quand/);
  const deposit = field(/^Acompte de 30/);
  fill(when, 'À réception de la facture.');
  expect(field(/^Délai de paiement/)).toHaveAccessibleDescription(/ne nomme aucun nombre de jours/);
  expect(deposit).not.toHaveAccessibleDescription(/Attention/);
  fill(when, 'Un acompte de 40 %, le reste sous 30 jours.');
  for (const place of [when, deposit])
    expect(place).toHaveAccessibleDescription(/que vos contrats ne demandent pas.*L6353-6/);
  await user.click(deposit);
  for (const place of [when, deposit]) expect(place).toHaveAccessibleDescription(/écrivent déjà l’acompte/);
  fill(when, 'Le prix se règle sous 30 jours, sans acompte.');
  expect(deposit).toHaveAccessibleDescription(/exclut un acompte/);
  expect(field(/^Délai de paiement/)).not.toHaveAccessibleDescription(/Attention/);
});

test('where only a text of some papers is left, nothing waits to be published', () => {
  renderInHost(<LackingParts keys={[]} ofSome={['videoLink']} open={new Set()} fieldsOf={({ title }) => title} />);
  expect(screen.getByRole('region', { name: /^Selon vos clients/ })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(/^Rien ne manque/);
});

test('several cells of one table are one line of what is refused, which leads to the first', async () => {
  await openFacts();
  await openSubject('Journée et outils');
  for (const at of [1, 2]) {
    await press(await button('Ajouter une étape'));
    fill(screen.getAllByLabelText('De')[at] as HTMLElement, `1${3 + at}:00`);
    fill(screen.getAllByLabelText('À')[at] as HTMLElement, `1${4 + at}:00`);
  }
  await press(await button('Publier'));
  expect(await errors()).toEqual(['Horaires de la journée – 2 cases à compléter ou à corriger.']);
  await press(screen.getByRole('link', { name: /^Horaires de la journée/ }));
  expect(screen.getAllByLabelText('Ce qui s’y passe')[1]).toHaveFocus();
});

test('a text that is refused and missed by another has the error of its own', async () => {
  await openFacts();
  await openSubject('Formateur');
  fill(screen.getByLabelText('Nom du formateur'), 'Ada Martin');
  fill(screen.getByLabelText('Titres ou références du formateur'), 'x'.repeat(2001));
  await press(await button('Publier'));
  expect(await errors()).toEqual([
    'Titres ou références du formateur – Ce texte est trop long : 2 000 signes au plus.',
    'Nom du formateur – Ne se publie pas sans « Titres ou références du formateur ».',
  ]);
});

test('one text is published alone, or with those that it needs, and named', async () => {
  const { api, notices } = await openFacts();
  await replyWithin('demain');
  await openSubject('Formateur');
  fill(screen.getByLabelText('Nom du formateur'), 'Ada Martin');
  fill(screen.getByLabelText('Titres ou références du formateur'), 'Dix ans en agence.');
  expect(screen.queryByRole('button', { name: 'Publier seul\u00a0: Nom du formateur' })).toBeNull();
  await press(screen.getByLabelText('Nom du formateur'));
  await press(await button('Publier seul\u00a0: Nom du formateur'));
  await screen.findByText('1 à publier');
  const facts = { 'trainer.name': 'Ada Martin', 'trainer.path': 'Dix ans en agence.' };
  expect(api.calls).toContainEqual(['edit-facts', { facts, seq: 2 }]);
  expect(notices).toEqual(['Publié\u00a0: Nom du formateur, Titres ou références du formateur.']);
  await press(await button('Publier'));
  await nothingLeft();
  expect(api.calls).toContainEqual(['edit-facts', { facts: { replyTime: 'demain' }, seq: 3 }]);
});

test('rows of a table are added, filled in and removed, and a refused cell is marked', async () => {
  const { api } = await openFacts();
  await openSubject('Journée et outils');
  await press(await button('Ajouter une étape'));
  await press(await button('Publier'));
  await nothingLeft();
  await press(await button('Ajouter une étape'));
  const step = within(screen.getByRole('group', { name: 'Étape 2' }));
  fill(step.getByLabelText('De'), '13:30');
  fill(step.getByLabelText('À'), '18:00');
  await press(await button('Publier'));
  expect(await errors()).toEqual(['Étape 2, « Ce qui s’y passe » – À compléter.']);
  expect(step.getByLabelText('Ce qui s’y passe')).toBeInvalid();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  fill(step.getByLabelText('Ce qui s’y passe'), 'Les\ndeux\tautres');
  await press(await button('Retirer\u00a0: Étape 1'));
  expect(screen.getByText(/agenda\. Ces horaires font 4\sh\s30 de formation/)).toBeVisible();
  await press(await button('Publier'));
  await nothingLeft();
  expect(api.calls).toContainEqual(['edit-facts', { facts: { day: ['13:30\t18:00\tLes deux autres'] }, seq: 2 }]);
});

test('a funded plan that costs no more than the standard one is told where prices are edited', async () => {
  await openFacts();
  await openSubject('Prix et paiement');
  expect(screen.queryByText(/formules? ont le même prix|coûte moins/)).toBeNull();
  fill(screen.getByLabelText('Prix de la formule standard'), '320 €');
  expect(screen.getByText(/^Vos deux formules ont le même prix/)).toBeVisible();
  fill(screen.getByLabelText('Prix de la formule standard'), '330');
  expect(screen.getByText(/^Votre formule financée coûte moins/)).toBeVisible();
  fill(screen.getByLabelText('Prix de la formule standard'), '249,50');
  expect(screen.queryByText(/^Votre formule financée coûte moins/)).toBeNull();
  fireEvent.blur(screen.getByLabelText('Prix de la formule standard'));
  expect(screen.getByLabelText('Prix de la formule standard')).toHaveAccessibleDescription(/en euros entiers/);
});

test('prices that the owner has neither written nor kept are kept by one tap, also where they are edited', async () => {
  const { api } = await openFacts();
  const own = { ...exampleSite, prices: { standard: '199', funded: '320' }, payment: { when: 'À la fin', how: '' } };
  expect(await states()).toContain('Prix et paiement1 à compléter, à confirmer');
  await openSubject('Prix et paiement');
  const keep = await button('Ces prix sont les miens');
  fill(screen.getByLabelText('Prix de la formule standard'), '250');
  expect(keep).not.toBeInTheDocument();
  await press(await button('Annuler la saisie\u00a0: Prix de la formule standard'));
  jest.spyOn(api, 'readSite').mockResolvedValue(own);
  await press(await button('Ces prix sont les miens'));
  await waitFor(() => expect(screen.queryByText('Ces prix sont les miens')).toBeNull());
  expect(await states()).toContain('Prix et paiementpublié');
});

const PROMISED = 'Ce que le site promet en votre nom';
const about = (text: string) => within(screen.getByRole('group', { name: `«\u202f${text}\u202f»` }));
const keeps = (text: string) => about(text).getByRole('radio', { name: 'Je la tiens' });
const hides = (text: string) => about(text).getByRole('radio', { name: 'Ne pas l’afficher' });

test('what pages promise in the owner’s name is shown word for word, and agreed to by one tap once the bonuses are named', async () => {
  const { api, notices } = await openFacts();
  expect(await states()).toContain(`${PROMISED}à confirmer`);
  await replyWithin('demain');
  await openSubject(PROMISED);
  expect(screen.getByText(/^Publiez d’abord ce que vous avez écrit/)).toBeVisible();
  expect(keeps(PROMISES.gain)).toBeDisabled();
  expect(screen.queryByRole('button', { name: /^Je / })).toBeNull();
  await openSubject('Coordonnées');
  fill(screen.getByLabelText('Délai de réponse'), '');
  await openSubject(PROMISED);
  for (const text of Object.values(PROMISES)) expect(hides(text)).not.toBeChecked();
  expect(about(PROMISES.guarantee).getByRole('link', { name: 'Délai de la garantie' })).toHaveAttribute(
    'href',
    '/espace?vue=textes&champ=guarantee.deadline',
  );
  expect(about(PROMISES.bonuses).getByText(/^À nommer dans vos textes/)).toBeVisible();
  expect(about(PROMISES.bonuses).queryByRole('radio', { name: 'Je la tiens' })).toBeNull();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  await press(await button('Je tiens ces 7\u00a0promesses'));
  const others = Object.values(PROMISES).filter((text) => text !== PROMISES.bonuses);
  const facts = { promises: others, hiddenPromises: [] };
  expect(api.calls).toContainEqual(['edit-facts', { facts, seq: 2 }]);
  expect(await states()).toContain(`${PROMISED}à confirmer`);
  await openSubject('Fiche de la formation');
  fill(screen.getByLabelText('Les cinq bonus, un par ligne'), 'Un\nDeux\nTrois\nQuatre\nCinq');
  await press(await button('Publier'));
  await nothingLeft();
  await openSubject(PROMISED);
  await press(await button('Je tiens cette promesse'));
  const both = { promises: Object.values(PROMISES), hiddenPromises: [] };
  expect(api.calls).toContainEqual(['edit-facts', { facts: both, seq: 4 }]);
  expect(notices.at(-1)).toBe('Vos réponses sont publiées.');
  expect(screen.queryByText('Rien à publier.')).toBeNull();
  expect(await screen.findByText(/^Vous avez répondu pour chaque phrase/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Je / })).toBeNull();
  expect(await states()).toContain(`${PROMISED}publié`);
});

test('a promise that the owner does not keep is left out of all pages, and comes back, each with the other answers', async () => {
  const { api } = await openFacts();
  await openSubject(PROMISED);
  await press(hides(PROMISES.bonuses));
  await press(hides(PROMISES.gain));
  expect(await button('Je tiens les 6\u00a0autres')).toBeVisible();
  await press(keeps(PROMISES.live));
  await press(await button('Publier ces 3\u00a0réponses'));
  const hidden = { promises: [PROMISES.live], hiddenPromises: ['gain', 'bonuses'] };
  expect(api.calls).toContainEqual(['edit-facts', { facts: hidden, seq: 2 }]);
  await waitFor(() => expect(hides(PROMISES.bonuses)).toBeChecked());
  await press(keeps(PROMISES.gain));
  await press(await button('Publier cette réponse'));
  const back = { promises: [PROMISES.gain, PROMISES.live], hiddenPromises: ['bonuses'] };
  expect(api.calls).toContainEqual(['edit-facts', { facts: back, seq: 3 }]);
  expect(await button('Je les tiens toutes')).toBeVisible();
  await press(hides(PROMISES.live));
  await press(await button('Je tiens les 5\u00a0autres'));
  expect(screen.queryByRole('button', { name: /^Je / })).toBeNull();
  expect(keeps(PROMISES.soon)).toBeChecked();
  expect(hides(PROMISES.live)).toBeChecked();
  expect(await button('Publier ces 6\u00a0réponses')).toHaveFocus();
});

test.each([
  [0, null],
  [2, 'Vous demandez 2 jours de délai : en fin de semaine, plus aucun jour de la semaine en cours n’est proposé.'],
  [9, 'Vous demandez 9 jours de délai : aucun jour de la semaine en cours n’est proposé.'],
])(
  'a notice of %i days is said where it contradicts « dans la semaine en cours »: %s',
  async (noticeDays, sentence) => {
    const { api } = await openFacts();
    await api.call('owner_set_days', { ...(await api.call('owner_days', {})), noticeDays });
    await openSubject(PROMISED);
    const told = about(PROMISES.soon);
    if (sentence) expect(await told.findByText(sentence)).toBeVisible();
    else expect(told.queryByText(/^Vous demandez/)).toBeNull();
  },
);

test('a photo is sent as soon as it is chosen, shown, published like a text, and taken away', async () => {
  const { api } = await openFacts();
  await openSubject('Formateur');
  const path = `/fichiers/${'0'.repeat(64)}.jpg`;
  const file = new File(['photo'], 'ada.jpg', { type: 'image/jpeg' });
  const chooser = await screen.findByLabelText('Photo du formateur');
  const choose = () => act(async () => void fireEvent.change(chooser, { target: { files: [file] } }));
  api.failWith(new CallError('failed', null));
  await choose();
  await waitFor(() => expect(chooser).toHaveAccessibleDescription(expect.stringContaining('L’action a échoué')));
  api.failWith(null);
  await choose();
  await waitFor(() => expect(chooser).toBeValid());
  expect(api.calls).toContainEqual(['pictures', file]);
  expect(screen.getByLabelText('Nouvelle photo, à publier')).toBeInTheDocument();
  await press(await button('Publier'));
  await nothingLeft();
  expect(api.calls).toContainEqual(['edit-facts', { facts: { 'trainer.photo': path }, seq: 2 }]);
  expect(screen.getByAltText('Photo publiée')).toHaveAttribute('src', path);
  await press(await button('Retirer la photo'));
  await press(await button('Annuler la saisie\u00a0: Photo du formateur'));
  await nothingLeft();
  await press(await button('Retirer la photo'));
  await press(await button('Publier'));
  await nothingLeft();
  expect(api.calls).toContainEqual(['edit-facts', { facts: { 'trainer.photo': '' }, seq: 3 }]);
});

test('an error of the server is told in French', async () => {
  const { api, notices } = await openFacts();
  await replyWithin('demain');
  api.failWith(new CallError('failed', { type: '/release/v1/problems/no-room', detail: 'The disk keeps 1 GB free.' }));
  await press(await button('Publier'));
  expect(notices).toEqual([expect.stringMatching(/^Le disque du site est presque plein/)]);
});

test('numbers are checked when their field is left, a SIRET is cut to its SIREN, and pasted text is cleaned', async () => {
  const { api } = await openFacts();
  await openSubject('Organisme');
  const leave = (label: string, typed: string) => {
    fill(screen.getByLabelText(label), typed);
    fireEvent.blur(screen.getByLabelText(label));
    return screen.getByLabelText(label);
  };
  const vat = 'Numéro de TVA, ou mention d’exonération';
  expect(leave('SIREN de l’organisme', '123')).toHaveAccessibleDescription(/Ce n’est pas un SIREN/);
  expect(leave(vat, 'FR 45 732 829 320')).toHaveAccessibleDescription(/une clé de deux chiffres/);
  expect(leave('SIREN de l’organisme', '732829320 00074')).toHaveValue('732 829 320');
  expect(screen.getByText(/C’était un SIRET/)).toBeInTheDocument();
  expect(screen.getByLabelText('SIREN de l’organisme')).not.toHaveAccessibleDescription(/Ce n’est pas un SIREN/);
  expect(leave(vat, 'TVA\u000bnon applicable')).toHaveValue('TVA non applicable');
  await openSubject('Coordonnées');
  expect(leave('Téléphone', '05 56')).toHaveAccessibleDescription(/avec tous ses chiffres/);
  leave('Téléphone', '');
  await press(await button('Publier'));
  await nothingLeft();
  const facts = { 'publisher.siren': '732 829 320', 'publisher.vat': 'TVA non applicable', phone: '' };
  expect(api.calls).toContainEqual(['edit-facts', { facts, seq: 2 }]);
});

test('when another tab was faster, what is typed stays, beside what it has published, and is published at the second press', async () => {
  const { api, notices } = await openFacts();
  await replyWithin('demain');
  fill(screen.getByLabelText('Téléphone'), '0556000002');
  const facts = { email: 'a@exemple.fr', replyTime: 'sous trois jours', phone: '05\u00a056\u00a000\u00a000\u00a002' };
  await api.release('edit-facts', { facts, seq: 2 });
  await press(await button('Publier'));
  expect(await screen.findByDisplayValue('a@exemple.fr')).toBeInTheDocument();
  expect(notices).toEqual([expect.stringMatching(/^Le site a changé entre-temps.* est gardé/)]);
  expect(screen.getByLabelText('Délai de réponse')).toHaveValue('demain');
  expect(screen.getByText(/^Publié entre-temps.*«\s*sous trois jours\s*»/)).toBeVisible();
  expect(screen.getByText('1 à publier')).toBeVisible();
  await press(await button('Publier'));
  await nothingLeft();
  expect(screen.queryByText(/^Publié entre-temps/)).toBeNull();
  expect(api.calls).toContainEqual(['edit-facts', { facts: { replyTime: 'demain' }, seq: 3 }]);
});

test('a mail setting is a choice, and its preview says that no page changes', async () => {
  await openFacts();
  await openSubject('E-mails à vos visiteurs');
  expect(screen.getByText(/^Le site ne connaît pas son adresse publique/)).toBeVisible();
  await press(screen.getByLabelText('Le site écrit à vos visiteurs'));
  await press(await button('Aperçu'));
  expect(await screen.findByText('Aucune page ne change.')).toBeInTheDocument();
});

test('the VAT regime of the papers is one of three, which can be taken back', async () => {
  const { api } = await openFacts();
  await openSubject('Papiers de la journée');
  const regime = screen.getByLabelText('Régime de TVA');
  expect(within(regime).getAllByRole('option')).toHaveLength(4);
  expect(regime).toHaveAccessibleDescription(/À confirmer avec votre comptable.* au plus tard le 31.décembre 2027/);
  fill(regime, 'franchise');
  await press(await button('Publier'));
  await nothingLeft();
  expect(api.calls).toContainEqual(['edit-facts', { facts: { 'papers.vat': 'franchise' }, seq: 2 }]);
});

test('the region of the prefect is one of eighteen, and what the file has stays until another one is chosen', async () => {
  await openFacts();
  await openSubject('Papiers de la journée');
  const region = screen.getByLabelText('Région du préfet');
  expect(region).toHaveValue('la Bretagne');
  expect(within(region).getAllByRole('option')).toHaveLength(20);
  fill(region, 'Grand Est');
  expect(within(region).getAllByRole('option')).toHaveLength(19);
});

test('a host without the release interface says so', async () => {
  const { api } = await openSpace({ query: '?vue=reglages' });
  api.failWith(new CallError('unavailable'));
  await press(await screen.findByRole('link', { name: 'Modifier vos textes' }));
  expect(await screen.findByText(/^Indisponible ici : votre site ne laisse pas encore/)).toBeInTheDocument();
});

test('what was published counts at once for the papers', async () => {
  window.matchMedia = jest.fn().mockReturnValue({ matches: false });
  const { user } = await openSpace({
    query: '?vue=textes',
    requests: [],
    renewedSite: { ...exampleSite, publisher: { ...exampleSite.publisher, address: '1 place du Marché, Rennes' } },
  });
  await replyWithin('sous deux jours');
  await press(await button('Publier'));
  await nothingLeft();
  await user.click(screen.getByRole('link', { name: 'Aujourd’hui' }));
  const steps = within(await screen.findByRole('region', { name: 'Pour commencer' }));
  expect(await steps.findByText(/Il y manque \d+\sinformations : le SIREN de l’organisme, le nom/)).toBeVisible();
});

test('a publication reads the site once, and an answer that was overtaken by a later one does not bring back the former texts', async () => {
  window.matchMedia = jest.fn().mockReturnValue({ matches: false });
  const { api, user } = await openSpace({ query: '?vue=textes', requests: [] });
  const reads: ((site: Site) => void)[] = [];
  const read = jest.spyOn(api, 'readSite').mockImplementation(() => new Promise((resolve) => reads.push(resolve)));
  await replyWithin('sous deux jours');
  const earlier = reads.length;
  await press(await button('Publier'));
  await waitFor(() => expect(reads).toHaveLength(earlier + 1));
  const address = '1 place du Marché, Rennes';
  await act(async () => reads.pop()?.({ ...exampleSite, publisher: { ...exampleSite.publisher, address } }));
  await act(async () => {
    for (const answer of reads) answer(exampleSite);
  });
  await nothingLeft();
  expect(read).toHaveBeenCalledTimes(earlier + 1);
  await user.click(screen.getByRole('link', { name: 'Aujourd’hui' }));
  const steps = within(await screen.findByRole('region', { name: 'Pour commencer' }));
  expect(await steps.findByText(/Il y manque \d+\sinformations : le SIREN de l’organisme, le nom/)).toBeVisible();
});

/** Holds the publications of texts until `publish` is called. */
function holdPublications({ api }: Awaited<ReturnType<typeof openFacts>>): () => void {
  const { release } = api;
  let publish = (): void => undefined;
  const held = new Promise<void>((resolve) => (publish = resolve));
  jest.spyOn(api, 'release').mockImplementation(async (name, command) => {
    if (name === 'edit-facts') await held;
    return release(name, command);
  });
  return () => publish();
}

test('what a publication has left out, while the owner was elsewhere in the space, is published without a conflict', async () => {
  const opened = await openFacts();
  await replyWithin('demain');
  await openSubject('Prix et paiement');
  fill(screen.getByLabelText('Prix de la formule standard'), '0');
  const publish = holdPublications(opened);
  await press(await button('Publier'));
  await press(screen.getByRole('link', { name: 'Réglages' }));
  await act(async () => publish());
  const partly = 'Vos textes sont publiés, sauf ceux à corriger.';
  await waitFor(() => expect(opened.notices).toEqual([partly]));
  await press(await screen.findByRole('link', { name: 'Modifier vos textes' }));
  await openSubject('Prix et paiement');
  fill(screen.getByLabelText('Prix de la formule standard'), '210');
  await press(await button('Publier'));
  await nothingLeft();
  expect(opened.notices).toEqual([partly, 'Vos textes sont publiés.']);
});

test('a publication goes on while the owner is elsewhere in the space, and says when it is done', async () => {
  const opened = await openFacts();
  const { notices } = opened;
  await replyWithin('demain');
  const publish = holdPublications(opened);
  await press(await button('Publier'));
  expect(screen.getByText(/quelques secondes.*Vous pouvez continuer ailleurs dans l’espace/)).toBeVisible();
  await press(screen.getByRole('link', { name: 'Réglages' }));
  await act(async () => publish());
  await waitFor(() => expect(notices).toEqual(['Vos textes sont publiés.']));
  await press(await screen.findByRole('link', { name: 'Modifier vos textes' }));
  await nothingLeft();
});

test('texts that contradict each other about VAT are both marked, in French', async () => {
  const { api } = await openFacts();
  await openSubject('Papiers de la journée');
  fill(screen.getByLabelText('Régime de TVA'), 'standard');
  await openSubject('Organisme');
  fill(screen.getByLabelText(/^Numéro de TVA/), 'TVA non applicable, article 293 B du CGI');
  await press(await button('Publier'));
  for (const label of [/^Régime de TVA/, /^Numéro de TVA/]) {
    await press(screen.getByRole('link', { name: label }));
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(screen.getByLabelText(label)).toBeInvalid();
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/contredit/);
  }
  expect(api.calls.filter(([name]) => name === 'edit-facts')).toHaveLength(1);
});

test('a subject has an address of its own, the browser’s back leads to the list, and the device keeps what is typed after the app is closed', async () => {
  await openFacts();
  await replyWithin('demain');
  expect(window.location.search).toBe('?vue=textes&sujet=coordonnees');
  await act(async () => {
    window.history.back();
    await jest.advanceTimersByTimeAsync(100);
  });
  expect(await states()).toContain('Coordonnéesmodifié, pas publié, 3 à compléter');
  cleanup();
  await openSpace({ query: '?vue=textes&sujet=coordonnees' });
  const kept = await screen.findByLabelText('Délai de réponse');
  expect(kept).toHaveValue('demain');
  await press(kept);
  await press(await button('Annuler la saisie\u00a0: Délai de réponse'));
  await nothingLeft();
  expect(window.localStorage).toHaveLength(0);
});

test('what is typed in another tab shows here, and one tab does not undo the draft of the other', async () => {
  await openFacts();
  await replyWithin('demain');
  const key = 'espace-textes';
  const draft = JSON.parse(window.localStorage.getItem(key) ?? '');
  const typed = { ...draft.typed, phone: '05 56 00 00 09' };
  window.localStorage.setItem(key, JSON.stringify({ ...draft, typed }));
  await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key })));
  expect(screen.getByLabelText('Téléphone')).toHaveValue('05 56 00 00 09');
  fill(screen.getByLabelText('Délai de réponse'), 'sous deux jours');
  expect(JSON.parse(window.localStorage.getItem(key) ?? '').typed).toEqual({ ...typed, replyTime: 'sous deux jours' });
});

test('a proposed text fills its empty field, and is not published while it has a gap', async () => {
  const { api, user } = await openFacts();
  await openSubject('Prix et paiement');
  const label = 'Modalités de règlement : quand on paie';
  const named = label.replace(' :', '\u00a0:');
  await press(await button(`Proposer un texte\u00a0: ${named}`));
  const field = screen.getByLabelText(label);
  expect(field).toHaveFocus();
  expect(field).toHaveValue(
    'Le prix se règle [à compléter\u00a0: sous 30\u00a0jours, après la journée…], sur facture.',
  );
  expect(await axe(document.body)).toHaveProperty('violations', []);
  await press(await button('Publier'));
  expect(await errors()).toEqual([`${label} – Remplacez d’abord ce qui est entre crochets.`]);
  expect(api.calls.filter(([name]) => name === 'edit-facts')).toEqual([]);
  await press(await button(`Annuler la saisie\u00a0: ${named}`));
  await press(await button(`Proposer un texte\u00a0: ${named}`));
  await user.keyboard('le jour même');
  await press(await button('Publier'));
  await nothingLeft();
  const facts = { 'payment.when': 'Le prix se règle le jour même, sur facture.' };
  expect(api.calls).toContainEqual(['edit-facts', { facts, seq: 2 }]);
});

test('the form of the fund is asked for as what some clients need, until a site has it', async () => {
  const site = { ...exampleSite, preRegistrationUrl: '' };
  await openSpace({ query: '?vue=textes&sujet=a-completer', site, renewedSite: site });
  const some = within(await screen.findByRole('region', { name: /^Selon vos clients.*AGEFICE/ }));
  const form = some.getByLabelText('Adresse du formulaire de pré-inscription');
  expect(form).toHaveAccessibleDescription(/Conseillé si vous acceptez l’AGEFICE/);
});

test('the time of payment is asked for once, in words', async () => {
  await openSpace({ query: '?vue=textes&sujet=a-completer' });
  await screen.findByLabelText(/quand on paie$/, { selector: 'textarea' });
  expect(screen.queryByLabelText(/^Délai de paiement/)).toBeNull();
});

test('the form and the first steps name what papers lack alike', () => {
  const { publisher, training } = exampleSite;
  const empty = (record: object) => Object.fromEntries(Object.keys(record).map((key) => [key, '']));
  const site = {
    ...exampleSite,
    publisher: empty(publisher),
    training: { ...training, ...empty(training) },
    phone: '',
  };
  const missing = [...missingFacts({ ...site, payment: { when: 'Sous 30 jours.' } } as Site)];
  expect(missing.length).toBeGreaterThan(15);
  for (const [key, name] of missing) {
    const label = name.replace(/^(?:le |la |les |l’)/, '');
    expect(labelOf(key)).toMatch(new RegExp(`^${label[0]?.toUpperCase()}${label.slice(1).replace(/[()]/g, '\\$&')}`));
  }
});
