import { exampleSite } from '@site/shared-ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, fill, heading, openSpace, press } from '../../tests/support/open-space';
import { CallError } from '../api/answer';

const openFacts = () => openSpace({ query: '?vue=textes' });

async function replyWithin(typed: string) {
  await press(await screen.findByText('Coordonnées'));
  fill(screen.getByLabelText('Délai de réponse'), typed);
}

test('the settings lead to the texts, whose fields say where visitors read them', async () => {
  await openSpace({ query: '?vue=reglages' });
  await press(await screen.findByRole('link', { name: 'Modifier les textes et les informations' }));
  await heading('Textes et informations');
  expect(screen.getByRole('link', { name: 'Réglages' })).toHaveAttribute('aria-current', 'page');
  await press(await screen.findByText('Coordonnées'));
  expect(screen.getByLabelText('Téléphone')).toHaveValue('05 56 00 00 01');
  expect(screen.getByLabelText('Téléphone')).toHaveAccessibleDescription(/mentions légales, mails aux visiteurs/);
  expect(await button('Publier ces textes')).toBeDisabled();
});

test('with a hosted backend, the address of the video call is said not to reach mails', async () => {
  await openSpace({ query: '?vue=textes', backend: { url: 'https://projet.supabase.co', anonKey: 'key' } });
  await press(await screen.findByText('Coordonnées'));
  expect(screen.getByText(/^Le lien de la visioconférence ne suit pas/)).toBeVisible();
});

test('texts are previewed on the pages that change, published, shown beside the file’s value, taken back and given up', async () => {
  const { api, notices } = await openFacts();
  await replyWithin(' sous deux jours ');
  expect(screen.getByText('Coordonnées (1 à publier)')).toBeInTheDocument();
  await press(await button('Voir avant de publier'));
  const page = await screen.findByRole('link', { name: 'Contact' });
  expect(page).toHaveAttribute('href', `/contact?release=facts%3A${'0'.repeat(32)}`);
  expect(page).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('link', { name: '/guide' })).toBeInTheDocument();

  await press(screen.getByRole('link', { name: 'Réglages' }));
  await press(await screen.findByRole('link', { name: 'Modifier les textes et les informations' }));
  expect(await screen.findByText('1 information à publier.')).toBeInTheDocument();
  await press(await button('Publier ces textes'));
  expect(await screen.findByText('Rien à publier.')).toBeInTheDocument();
  expect(api.calls).toContainEqual(['edit-facts', { facts: { replyTime: 'sous deux jours' }, seq: 2 }]);
  expect(notices).toEqual(['Vos textes sont publiés.']);
  expect(screen.getByText('Dans le fichier : rien')).toBeInTheDocument();
  const history = within(screen.getByRole('region', { name: 'Modifications publiées' }));
  expect(history.getByText('Délai de réponse')).toBeInTheDocument();

  await press(history.getByRole('button', { name: /^Revenir à la version précédente/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revenir aux textes d’avant\u202f?' }));
  await press(dialog.getByRole('button', { name: 'Revenir à la version précédente' }));
  await waitFor(() => expect(history.getAllByText('Délai de réponse')).toHaveLength(2));
  expect(api.calls).toContainEqual(['edit-facts', { change: 3, seq: 3 }]);
  expect(screen.getByLabelText('Délai de réponse')).toHaveValue('');

  await press(history.getAllByRole('button')[0] as HTMLElement);
  await press(dialog.getByRole('button', { name: 'Revenir à la version précédente' }));
  await press(await button('Reprendre la valeur du fichier\u00a0: Délai de réponse'));
  expect(screen.getByLabelText('Délai de réponse')).toHaveValue('');
  await press(await button('Publier ces textes'));
  await waitFor(() => expect(history.getAllByText('Délai de réponse')).toHaveLength(4));
  expect(api.calls).toContainEqual(['edit-facts', { facts: { replyTime: null }, seq: 5 }]);
});

test('a refused text has its error beside its field, and nothing typed is lost', async () => {
  await openFacts();
  await press(await screen.findByText('Coordonnées'));
  fill(screen.getByLabelText('E-mail'), 'personne');
  await press(await button('Publier ces textes'));
  const summary = await screen.findByRole('group', { name: 'À corriger avant de publier' });
  expect(within(summary).getByRole('link')).toHaveTextContent('E-mail – Écrivez une adresse e-mail complète.');
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription(/Écrivez une adresse e-mail complète\.$/);
  expect(screen.getByLabelText('E-mail')).toHaveValue('personne');
  expect(await axe(document.body)).toHaveProperty('violations', []);
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
  fill(screen.getByLabelText('Nom du formateur'), 'Ada Martin');
  fill(screen.getByLabelText('Prix de la formule standard'), '0');
  fill(screen.getByLabelText('Les cinq bonus, un par ligne'), 'Un seul');
  await press(await button('Publier ces textes'));
  expect(await errors()).toEqual([
    expect.stringMatching(/^Prix de la formule standard – Écrivez un prix en euros entiers/),
    'Parcours du formateur – À compléter : sans cela, « Nom du formateur » ne se publie pas.',
    'Nom du formateur – Ne se publie pas sans « Parcours du formateur ».',
    'Les cinq bonus, un par ligne – Écrivez exactement cinq bonus, ou aucun.',
  ]);
  expect(screen.getByLabelText('Nom du formateur')).toHaveAccessibleDescription(/Ne se publie pas sans/);
  expect(screen.getByLabelText('Parcours du formateur')).toHaveAccessibleDescription(/À compléter/);
  expect(api.calls.filter(([name]) => name === 'edit-facts').at(-1)).toEqual([
    'edit-facts',
    { facts: { replyTime: 'demain' }, seq: 2 },
  ]);
  expect(notices).toEqual(['Vos textes sont publiés, sauf ceux à corriger.']);
  expect(screen.getByText('3 informations à publier.')).toBeInTheDocument();
  expect(screen.getByLabelText('Délai de réponse')).toHaveValue('demain');
});

test('a text that is refused and missed by another has the error of its own', async () => {
  await openFacts();
  await press(await screen.findByText('Formateur'));
  fill(screen.getByLabelText('Nom du formateur'), 'Ada Martin');
  fill(screen.getByLabelText('Parcours du formateur'), 'x'.repeat(2001));
  await press(await button('Publier ces textes'));
  expect(await errors()).toEqual([
    'Parcours du formateur – Ce texte est trop long : 2 000 signes au plus.',
    'Nom du formateur – Ne se publie pas sans « Parcours du formateur ».',
  ]);
});

test('one text is published alone, or with those that it needs', async () => {
  const { api } = await openFacts();
  await replyWithin('demain');
  fill(screen.getByLabelText('Nom du formateur'), 'Ada Martin');
  fill(screen.getByLabelText('Parcours du formateur'), 'Dix ans en agence.');
  await press(await button('Publier\u00a0: Nom du formateur'));
  await screen.findByText('1 information à publier.');
  const facts = { 'trainer.name': 'Ada Martin', 'trainer.path': 'Dix ans en agence.' };
  expect(api.calls).toContainEqual(['edit-facts', { facts, seq: 2 }]);
  await press(await button('Publier\u00a0: Délai de réponse'));
  await screen.findByText('Rien à publier.');
  expect(api.calls).toContainEqual(['edit-facts', { facts: { replyTime: 'demain' }, seq: 3 }]);
});

test('rows of a table are added, filled in and removed, and a refused cell is marked', async () => {
  const { api } = await openFacts();
  await press(await screen.findByText('Journée et formation'));
  await press(await button('Ajouter une étape'));
  await press(await button('Publier ces textes'));
  expect(await screen.findByText('Rien à publier.')).toBeInTheDocument();
  await press(await button('Ajouter une étape'));
  const step = within(screen.getByRole('group', { name: 'Étape 2' }));
  fill(step.getByLabelText('De'), '13:30');
  fill(step.getByLabelText('À'), '18:00');
  await press(await button('Publier ces textes'));
  expect(await errors()).toEqual(['Étape 2, « Ce qui s’y passe » – À compléter.']);
  expect(step.getByLabelText('Ce qui s’y passe')).toBeInvalid();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  fill(step.getByLabelText('Ce qui s’y passe'), 'Les deux\tautres');
  await press(await button('Retirer\u00a0: Étape 1'));
  await press(await button('Publier ces textes'));
  await screen.findByText('Rien à publier.');
  expect(api.calls).toContainEqual(['edit-facts', { facts: { day: ['13:30\t18:00\tLes deux autres'] }, seq: 2 }]);
});

test('a photo is sent as soon as it is chosen, shown, published like a text, and taken away', async () => {
  const { api } = await openFacts();
  const path = `/fichiers/${'0'.repeat(64)}.jpg`;
  const file = new File(['photo'], 'ada.jpg', { type: 'image/jpeg' });
  const chooser = await screen.findByLabelText('Photo du formateur');
  await act(async () => void fireEvent.change(chooser, { target: { files: [file] } }));
  expect(api.calls).toContainEqual(['pictures', file]);
  expect(screen.getByLabelText('Nouvelle photo, à publier')).toBeInTheDocument();
  await press(await button('Publier\u00a0: Photo du formateur'));
  await screen.findByText('Rien à publier.');
  expect(api.calls).toContainEqual(['edit-facts', { facts: { 'trainer.photo': path }, seq: 2 }]);
  expect(screen.getByAltText('Photo publiée')).toHaveAttribute('src', path);
  await press(await button('Retirer la photo'));
  await press(await button('Annuler la saisie\u00a0: Photo du formateur'));
  expect(screen.getByText('Rien à publier.')).toBeInTheDocument();
  await press(await button('Retirer la photo'));
  await press(await button('Publier ces textes'));
  await screen.findByText('Rien à publier.');
  expect(api.calls).toContainEqual(['edit-facts', { facts: { 'trainer.photo': '' }, seq: 3 }]);
});

test('an error of the server is told in French', async () => {
  const { api, notices } = await openFacts();
  await replyWithin('demain');
  api.failWith(new CallError('failed', { type: '/release/v1/problems/no-room', detail: 'The disk keeps 1 GB free.' }));
  await press(await button('Publier ces textes'));
  expect(notices).toEqual([expect.stringMatching(/^Le disque du site est presque plein/)]);
});

test('numbers are checked when their field is left, a SIRET is cut to its SIREN, and pasted text is cleaned', async () => {
  const { api } = await openFacts();
  await press(await screen.findByText('Éditeur'));
  const leave = (label: string, typed: string) => {
    fill(screen.getByLabelText(label), typed);
    fireEvent.blur(screen.getByLabelText(label));
    return screen.getByLabelText(label);
  };
  const vat = 'Numéro de TVA, ou mention d’exonération';
  expect(leave('Numéro SIREN', '123')).toHaveAccessibleDescription(/Ce n’est pas un SIREN/);
  expect(leave(vat, 'FR 45 732 829 320')).toHaveAccessibleDescription(/une clé de deux chiffres/);
  expect(leave('Téléphone', '05 56')).toHaveAccessibleDescription(/avec tous ses chiffres/);
  expect(leave('Numéro SIREN', '732829320 00074')).toHaveValue('732 829 320');
  expect(screen.getByText(/C’était un SIRET/)).toBeInTheDocument();
  expect(screen.getByLabelText('Numéro SIREN')).not.toHaveAccessibleDescription(/Ce n’est pas un SIREN/);
  expect(leave(vat, 'TVA\u000bnon applicable')).toHaveValue('TVA non applicable');
  leave('Téléphone', '');
  await press(await button('Publier ces textes'));
  await screen.findByText('Rien à publier.');
  const facts = { 'publisher.siren': '732 829 320', 'publisher.vat': 'TVA non applicable', phone: '' };
  expect(api.calls).toContainEqual(['edit-facts', { facts, seq: 2 }]);
});

test('when another device was faster, what is typed stays and is published after a second look', async () => {
  const { api, notices } = await openFacts();
  await replyWithin('demain');
  await api.release('edit-facts', { facts: { phone: '05 56 00 00 02' }, seq: 2 });
  await press(await button('Publier ces textes'));
  expect(await screen.findByDisplayValue('05 56 00 00 02')).toBeInTheDocument();
  expect(notices).toEqual([expect.stringMatching(/^Le site a changé entre-temps/)]);
  expect(screen.getByLabelText('Délai de réponse')).toHaveValue('demain');
  await press(await button('Publier ces textes'));
  await screen.findByText('Rien à publier.');
  expect(api.calls).toContainEqual(['edit-facts', { facts: { replyTime: 'demain' }, seq: 3 }]);
});

test('a mail setting is a choice, and its preview says that no page changes', async () => {
  await openFacts();
  await press(await screen.findByText('Mails aux visiteurs'));
  expect(screen.getByText(/^Le site ne connaît pas son adresse publique/)).toBeVisible();
  await press(screen.getByLabelText('Le site écrit à vos visiteurs'));
  await press(await button('Voir avant de publier'));
  expect(await screen.findByText('Aucune page ne change.')).toBeInTheDocument();
});

test('the VAT regime of the papers is one of three, which can be taken back', async () => {
  const { api } = await openFacts();
  await press(await screen.findByText('Papiers de la journée'));
  const regime = screen.getByLabelText('Régime de TVA');
  expect(within(regime).getAllByRole('option')).toHaveLength(4);
  expect(regime).toHaveAccessibleDescription(/À confirmer avec votre comptable/);
  fill(regime, 'franchise');
  await press(await button('Publier ces textes'));
  expect(await screen.findByText('Rien à publier.')).toBeInTheDocument();
  expect(api.calls).toContainEqual(['edit-facts', { facts: { 'papers.vat': 'franchise' }, seq: 2 }]);
});

test('a host without the release interface names the file instead', async () => {
  const { api } = await openSpace({ query: '?vue=reglages' });
  api.failWith(new CallError('unavailable'));
  await press(await screen.findByRole('link', { name: 'Modifier les textes et les informations' }));
  expect(await screen.findByText(/^Indisponible ici : la personne qui héberge votre site/)).toBeInTheDocument();
});

test('what was published counts at once for the papers', async () => {
  window.matchMedia = jest.fn().mockReturnValue({ matches: false });
  const { user } = await openSpace({
    query: '?vue=textes',
    requests: [],
    renewedSite: { ...exampleSite, publisher: { ...exampleSite.publisher, address: '1 place du Marché, Rennes' } },
  });
  await replyWithin('sous deux jours');
  await press(await button('Publier ces textes'));
  await screen.findByText('Rien à publier.');
  await user.click(screen.getByRole('link', { name: 'Aujourd’hui' }));
  const steps = within(await screen.findByRole('region', { name: 'Pour commencer' }));
  expect(await steps.findByText(/Il y manque \d+\sinformations : le SIREN de l’organisme, le nom/)).toBeVisible();
});

test('texts that contradict each other about VAT are both marked, in French', async () => {
  const { api } = await openFacts();
  await press(await screen.findByText('Papiers de la journée'));
  await press(screen.getByText('Éditeur'));
  fill(screen.getByLabelText('Régime de TVA'), 'standard');
  fill(screen.getByLabelText(/^Numéro de TVA/), 'TVA non applicable, article 293 B du CGI');
  await press(await button('Publier ces textes'));
  for (const field of [screen.getByLabelText('Régime de TVA'), screen.getByLabelText(/^Numéro de TVA/)]) {
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(/contredit/);
  }
  expect(api.calls.filter(([name]) => name === 'edit-facts')).toHaveLength(1);
});
