import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, fill, openSpace } from '../../tests/support/open-space';
import type { Health } from '../api/health';
import { retryMails } from '../content/health';
import { settings } from '../content/settings';
import { exampleHealth } from '../testing/examples';
import { download } from '../view/download';

jest.mock('../view/download');

afterEach(() => jest.mocked(download).mockClear());

const openSettings = () => openSpace({ query: '?vue=reglages' });

test('the devices are listed, and another device can be signed out', async () => {
  const { user, notices } = await openSettings();
  expect(await screen.findByText('Safari, iPhone')).toBeInTheDocument();
  expect(screen.getByText('Navigateur inconnu – Cet appareil')).toBeInTheDocument();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  const [here, other] = within(screen.getByRole('region', { name: 'Appareils connectés' })).getAllByRole('listitem');
  expect(other).toHaveTextContent('Connecté depuis le 2 novembre 2026 à 9 h');
  expect(other).toHaveTextContent('Utilisé le 19 novembre 2026 à 19 h 10');
  expect(within(here as HTMLElement).getByRole('button', { name: 'Se déconnecter' })).toBeInTheDocument();
  await user.click(within(other as HTMLElement).getByRole('button', { name: 'Déconnecter Safari, iPhone' }));
  expect(notices).toEqual(['L’appareil est déconnecté.']);
  expect(screen.queryByText('Safari, iPhone')).toBeNull();
});

test('signing out shows the sign-in, and the device forgets the texts that were not published', async () => {
  window.localStorage.setItem('espace-textes', '{"typed":{"replyTime":"demain"}}');
  const { user } = await openSettings();
  await user.click(await button('Se déconnecter'));
  expect(window.localStorage.getItem('espace-textes')).toBeNull();
  expect(await button('Recevoir un code')).toBeInTheDocument();
});

const healthWith = async (health: Health) => {
  await openSpace({ query: '?vue=reglages', health });
  const section = within((await screen.findByRole('region', { name: 'État du site' })) as HTMLElement);
  await section.findByText('Dernière sauvegarde');
  return section;
};

test('the state of the site shows the database, the last backup and its place, the free disk space and no failed mail', async () => {
  const facts = await healthWith(exampleHealth);
  expect(facts.getByText('répond, 12,3 Mo')).toBeInTheDocument();
  expect(facts.getByText('22 nov. à 3 h, 4,2 Mo')).toBeInTheDocument();
  expect(
    facts.getByText('Sur le serveur atelier, dossier /var/lib/site/backups/site-20261122T020000Z.'),
  ).toBeInTheDocument();
  expect(facts.getByText(/^C’est le disque du site/)).toBeInTheDocument();
  expect(facts.getByText('21,4 Go sur 40 Go')).toBeInTheDocument();
  expect(facts.getByText('E-mails à vos visiteurs').nextElementSibling).toHaveTextContent('désactivés');
  expect(await facts.findByText(/^Le site ne connaît pas son adresse publique/)).toBeInTheDocument();
  expect(facts.queryByRole('button')).toBeNull();
});

test('a host without the site’s server shows backups and disks as unavailable', async () => {
  const facts = await healthWith({ ...exampleHealth, backup: null, disks: null });
  expect(facts.getAllByText('indisponible ici')).toHaveLength(2);
});

test('a removal that waits is shown with its number, and done after one question', async () => {
  const retention = {
    requests: 7,
    total: 8,
    reason: 'share',
    since: '2026-11-21T08:05:00Z',
    lastRunAt: null,
    resumesAt: '2026-11-28T08:05:00Z',
  } as const;
  const { user, api, notices } = await openSpace({ query: '?vue=reglages', health: { ...exampleHealth, retention } });
  expect(await screen.findByText(/^7 demandes n’ont plus eu de suite depuis trois ans, sur 8/)).toBeInTheDocument();
  expect(screen.getByText(/reprend d’elle-même le 28 nov\. à 9 h 05/)).toBeInTheDocument();
  await user.click(await button('Supprimer ces 7\u00a0demandes'));
  const asked = within(await screen.findByRole('dialog', { name: 'Supprimer ces données\u202f?' }));
  await user.click(asked.getByRole('button', { name: 'Supprimer ces 7\u00a0demandes' }));
  await waitFor(() => expect(notices).toEqual(['Les anciennes demandes sont supprimées.']));
  expect(api.calls).toContainEqual(['owner_confirm_retention', { requests: 7 }]);
  await waitFor(() => expect(screen.queryByText('Suppression automatique en attente')).toBeNull());
});

test('mails that could not be sent are tried again by a button, which then disappears', async () => {
  const health = { ...exampleHealth, mails: { ...exampleHealth.mails, waiting: 3, givenUp: 2, failed: 4 } };
  const { user, api, notices } = await openSpace({ query: '?vue=reglages', health });
  expect(await screen.findByText(/^4 e-mails n’ont pas pu partir\./)).toBeInTheDocument();
  await user.click(await button('Réessayer maintenant'));
  await waitFor(() => expect(notices).toEqual(['4 e-mails repartent maintenant.']));
  expect(api.calls).toContainEqual(['owner_retry_mails', {}]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Réessayer maintenant' })).toBeNull());
});

test.each([
  [{ retried: 1, left: 0 }, '1 e-mail repart maintenant.'],
  [{ retried: 0, left: 0 }, 'Plus aucun e-mail n’attend un nouvel essai.'],
  [{ retried: 0, left: 1 }, '1 e-mail attend encore\u00a0: le site en envoie un nombre limité par heure.'],
  [
    { retried: 5, left: 2 },
    '5 e-mails repartent maintenant. 2 e-mails attendent encore\u00a0: le site en envoie un nombre limité par heure.',
  ],
])('after %j, the owner reads « %s »', (counts, sentence) => {
  expect(retryMails.done(counts)).toBe(sentence);
});

const { backup } = exampleHealth;
test.each([
  [
    'that fails',
    { failure: 'full', failedSince: '2026-11-23T02:00:00Z' },
    ['échoue depuis le 23 nov. à 3 h : le disque est plein', '22 nov. à 3 h, 4,2 Mo'],
  ],
  ['that is not made yet', { at: null }, ['aucune pour l’instant ; le site en fait une chaque nuit']],
  ['that is switched off', { isOn: false, at: null }, ['désactivée']],
  [
    'on another disk, without releases',
    { sameDisk: false, withReleases: false },
    ['C’est un autre disque que celui du site.', 'Elle ne contient pas les versions du site, gardées ailleurs.'],
  ],
] as const)('the state of the site describes a backup %s', async (_, changes, texts) => {
  const facts = await healthWith({ ...exampleHealth, ...(backup && { backup: { ...backup, ...changes } }) });
  for (const text of texts) expect(facts.getByText(text)).toBeInTheDocument();
});

test('the disks of several servers are labelled with their server', async () => {
  const room = { freeBytes: 2_000_000_000, totalBytes: 4_000_000_000, isLow: false };
  const facts = await healthWith({
    ...exampleHealth,
    disks: [
      { ...room, host: 'un', isBackup: false },
      { ...room, host: 'deux', isBackup: false },
      { ...room, host: 'deux', isBackup: true },
    ],
  });
  expect(facts.getAllByText(/^Place libre/).map(({ textContent }) => textContent)).toEqual([
    'Place libre sur le disque (un)',
    'Place libre sur le disque (deux)',
    'Place libre pour les sauvegardes (deux)',
  ]);
});

test('all requests can be exported for a spreadsheet, also one line per requested day', async () => {
  const { user } = await openSettings();
  await user.click(await button('Exporter une ligne par jour (CSV)'));
  expect(jest.mocked(download)).toHaveBeenLastCalledWith(
    expect.objectContaining({
      name: expect.stringMatching(/^jours-\d{4}-\d\d-\d\d\.csv$/),
      text: expect.stringMatching(/\r\n10\/12\/2026;jeudi;Confirmé;Dominique Petit;/),
    }),
  );
  await user.click(await button('Exporter toutes les demandes (CSV)'));
  expect(jest.mocked(download)).toHaveBeenLastCalledWith(
    expect.objectContaining({ name: expect.stringMatching(/^demandes-\d{4}-\d\d-\d\d\.csv$/) }),
  );
});

test.each([
  ['Exporter ses données', 'text/html;charset=utf-8', /^donnees-\d{4}-\d\d-\d\d\.html$/, '<dd>alex@exemple.fr</dd>'],
  ['Exporter en JSON', 'application/json', /^donnees-\d{4}-\d\d-\d\d\.json$/, '"E-mail": "alex@exemple.fr"'],
])('a person’s data can be exported with « %s »', async (label, type, name, text) => {
  const { user, notices } = await openSettings();
  fill(await screen.findByLabelText('E-mail de la personne'), 'alex@exemple.fr');
  await user.click(await button(label));
  await waitFor(() =>
    expect(jest.mocked(download)).toHaveBeenCalledWith({
      name: expect.stringMatching(name),
      type,
      text: expect.stringContaining(text),
    }),
  );
  expect(notices).toEqual([]);
});

test('an address without data gets a sentence, neither a file nor a notice of success', async () => {
  const { user, notices } = await openSettings();
  const field = await screen.findByLabelText('E-mail de la personne');
  fill(field, 'personne@exemple.fr');
  await user.click(await button('Exporter ses données'));
  expect(await screen.findByText('Rien n’est enregistré pour cette adresse.')).toBeInTheDocument();
  fill(field, 'personne@exemple.frx');
  expect(screen.queryByText('Rien n’est enregistré pour cette adresse.')).toBeNull();
  expect(jest.mocked(download)).not.toHaveBeenCalled();
  expect(notices).toEqual([]);
});

test('a person’s data are erased only after the address was typed again', async () => {
  const { user, api, notices } = await openSettings();
  fill(await screen.findByLabelText('E-mail de la personne'), 'alex@exemple.fr');
  await user.click(await button('Effacer ses données'));
  const dialog = within(await screen.findByRole('dialog'));
  const erase = dialog.getByRole('button', { name: 'Effacer ses données' });
  fill(dialog.getByLabelText('Pour confirmer, écrivez alex@exemple.fr'), 'alex@exemple.f');
  expect(erase).toBeDisabled();
  expect(api.requests()).toHaveLength(3);
  fill(dialog.getByLabelText('Pour confirmer, écrivez alex@exemple.fr'), 'alex@exemple.fr');
  await user.click(erase);
  expect(api.requests()).toHaveLength(2);
  expect(notices).toEqual(['1\u00a0message a été effacé.']);
});

test.each([
  [{ contacts: 2, reservations: 0, mails: 2 }, '2\u00a0messages et 2\u00a0e-mails ont été effacés.'],
  [{ contacts: 0, reservations: 1, mails: 0 }, '1\u00a0réservation a été effacée.'],
  [{ contacts: 0, reservations: 2, mails: 0 }, '2\u00a0réservations ont été effacées.'],
  [{ contacts: 1, reservations: 0, mails: 0 }, '1\u00a0message a été effacé.'],
  [{ contacts: 1, reservations: 1, mails: 3 }, '1\u00a0message, 1\u00a0réservation et 3\u00a0e-mails ont été effacés.'],
])('after an erasure of %j, the sentence names what is gone', (counts, sentence) => {
  expect(settings.eraseDone(counts)).toBe(sentence);
});

test('on a press, the records of the mails’ domain are asked for, and what is missing is shown with its text', async () => {
  const { user, api } = await openSettings();
  const section = within(await screen.findByRole('region', { name: 'Domaine de vos e-mails' }));
  expect(api.calls.map(([name]) => name)).not.toContain('owner_mail_records');
  await user.click(section.getByRole('button', { name: 'Vérifier maintenant' }));
  expect(await section.findByText(/^Domaine vérifié.: exemple\.fr$/)).toBeInTheDocument();
  const facts = section.getAllByRole('term').map((term) => term.parentElement?.textContent);
  expect(facts).toEqual([
    'Serveurs autorisés (SPF)en placev=spf1 include:spf.exemple.net ~all',
    expect.stringMatching(/^Signature \(DKIM\)à confirmer.*seul votre fournisseur d’e-mails connaît leur nom/),
    expect.stringMatching(/\(DMARC\)manque.* au nom _dmarc\.exemple\.fr\u00a0: v=DMARC1; p=none$/),
  ]);
  expect(await axe(document.body)).toHaveProperty('violations', []);
});

test.each([
  [null, /^Indisponible ici/],
  [{ domain: null, records: [] }, /^Le site n’a pas encore d’adresse d’expéditeur\. Prévenez/],
])('a site that has no such domain says so: %j', async (mailRecords, sentence) => {
  const { user } = await openSpace({ query: '?vue=reglages', mailRecords });
  await user.click(await button('Vérifier maintenant'));
  const section = within(await screen.findByRole('region', { name: 'Domaine de vos e-mails' }));
  expect(await section.findByText(sentence)).toBeInTheDocument();
});
