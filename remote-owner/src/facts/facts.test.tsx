import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
  expect(screen.getByText(/les prix ne se changent pas ici/)).toBeInTheDocument();
  expect(await button('Publier ces textes')).toBeDisabled();
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
  expect(await screen.findByText('Indisponible ici : modifiez site.json.')).toBeInTheDocument();
});
