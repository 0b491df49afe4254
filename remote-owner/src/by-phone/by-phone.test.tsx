import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, fill, heading, openSpace } from '../../tests/support/open-space';
import { exampleHealth, exampleRequest } from '../testing/examples';

const mailing = { ...exampleHealth, mails: { ...exampleHealth.mails, toVisitors: true } };

async function openForm(options: Parameters<typeof openSpace>[0] = {}) {
  const opened = await openSpace({ query: '?ajout=telephone', ...options });
  const { user } = opened;
  await heading('Ajouter une demande');
  const addDay = async (day: string) => {
    fill(screen.getByLabelText('Jour souhaité'), day);
    await user.click(await button('Ajouter ce jour'));
  };
  const fillPerson = () => {
    fill(screen.getByLabelText('Nom complet'), 'Inès Roy');
    fill(screen.getByLabelText('E-mail'), 'ines@exemple.fr');
  };
  const save = async () => user.click(await button('Enregistrer la demande'));
  return { ...opened, addDay, fillPerson, save };
}

test('a request by telephone is entered from the list, and opens once it is stored', async () => {
  const { user, api, notices } = await openSpace();
  await user.click(await screen.findByRole('link', { name: 'Ajouter une demande' }));
  expect(await screen.findByLabelText('Nom complet')).toBeInTheDocument();
  expect(window.location.search).toBe('?ajout=telephone');
  expect(screen.getByRole('region', { name: 'Demandes' })).toHaveFocus();
  expect(await screen.findByText(/aucun e-mail ne part/)).toBeInTheDocument();
  expect(screen.queryByLabelText(/accusé de réception/)).toBeNull();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  fill(screen.getByLabelText('Nom complet'), ' Inès Roy ');
  fill(screen.getByLabelText('Téléphone'), '06 39 98 00 00');
  fill(screen.getByLabelText('E-mail'), 'ines@exemple.fr');
  fill(screen.getByLabelText('Jour souhaité'), '2026-12-16');
  await user.click(await button('Ajouter ce jour'));
  expect(screen.getByText('mercredi 16 décembre 2026')).toBeInTheDocument();
  // A typed day counts without its button.
  fill(screen.getByLabelText('Jour souhaité'), '2026-12-15');
  await user.click(screen.getByLabelText('Financement AGEFICE'));
  fill(screen.getByLabelText(/^Note/), 'Rappeler lundi');
  await user.click(await button('Enregistrer la demande'));
  expect(await heading('Inès Roy')).toBeInTheDocument();
  expect(notices).toEqual(['La demande est enregistrée.']);
  expect(api.calls).toContainEqual([
    'owner_add_request',
    {
      attempt: expect.any(String),
      name: 'Inès Roy',
      email: 'ines@exemple.fr',
      phone: '06 39 98 00 00',
      note: 'Rappeler lundi',
      dates: ['2026-12-15', '2026-12-16'],
      is_agefice: true,
      tell: false,
    },
  ]);
});

test('missing and wrong fields are named, and nothing is sent', async () => {
  const { api, save } = await openForm();
  fill(screen.getByLabelText('E-mail'), 'ines@');
  fill(screen.getByLabelText('Jour souhaité'), '2026-11-22');
  await save();
  const summary = within(screen.getByRole('group', { name: 'À corriger' }));
  expect(summary.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Indiquez le nom de la personne.',
    'Indiquez une adresse e-mail complète.',
    'Choisissez un jour à partir d’aujourd’hui.',
  ]);
  expect(screen.getByLabelText('Nom complet')).toBeInvalid();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  expect(api.calls.map(([name]) => name)).not.toContain('owner_add_request');
});

test('a day that is confirmed for another is named at once, and stored only after a question', async () => {
  const taken = exampleRequest(3, { name: 'Ada Martin', confirmedDates: ['2026-12-10'], dates: ['2026-12-10'] });
  const { user, api, addDay, fillPerson, save } = await openForm({ requests: [taken] });
  await addDay('2026-12-10');
  expect(await screen.findByText('Déjà confirmé pour Ada Martin')).toBeInTheDocument();
  fillPerson();
  await save();
  const dialog = within(await screen.findByRole('dialog', { name: 'Jour déjà confirmé' }));
  expect(api.requests()).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Enregistrer quand même' }));
  expect(await heading('Inès Roy')).toBeInTheDocument();
});

test('the address that was probably meant is offered, and a Sunday is named as closed before anything is saved', async () => {
  const { user, api, addDay } = await openForm();
  const weekly = [true, true, true, true, true, true, false];
  await api.call('owner_set_days', { ...(await api.call('owner_days', {})), weekly });
  fill(screen.getByLabelText('E-mail'), 'ines@gmial.com');
  await user.click(await button(/^Vouliez-vous dire ines@\u200bgmail\.com/));
  expect(screen.getByLabelText('E-mail')).toHaveValue('ines@gmail.com');
  expect(screen.getByLabelText('E-mail')).toHaveFocus();
  await addDay('2026-12-20');
  await addDay('2026-12-21');
  expect(await screen.findByText(/n’est pas ouvert à la réservation/)).toHaveTextContent(/^Le dimanche 20 décembre/);
});

test('a closed day is named, and can be removed', async () => {
  const { user, api, addDay, fillPerson, save } = await openForm();
  await addDay('2026-12-25');
  await addDay('2026-12-16');
  fillPerson();
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Le vendredi 25 décembre 2026 n’est pas ouvert/);
  await user.click(await button('Retirer le vendredi 25 décembre 2026'));
  await save();
  await waitFor(() => expect(api.requests().at(-1)?.dates).toEqual(['2026-12-16']));
});

test.each([
  [true, 'La demande est enregistrée, un accusé de réception part.'],
  [false, /^La demande est enregistrée\. Aucun e-mail ne part/],
])('a site that mails visitors offers a receipt, and says whether it goes (%s)', async (tellsVisitor, notice) => {
  const { user, notices, addDay, fillPerson, save } = await openForm({ health: mailing, tellsVisitor });
  fillPerson();
  await addDay('2026-12-16');
  const receipt = await screen.findByLabelText('Envoyer un accusé de réception par e-mail');
  expect(receipt).not.toBeChecked();
  await user.click(receipt);
  await save();
  await waitFor(() => expect(notices).toEqual([expect.stringMatching(notice)]));
});
