import { renderInHost } from '@site/shared-ui/testing';
import { screen, waitForElementToBeRemoved, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, fill, openSpace } from '../../tests/support/open-space';
import { CallError } from '../api/call-error';
import { WatchText } from './part-card';

const at = '2026-11-22T02:00:00Z';

const openParts = () => openSpace({ query: '?vue=site' });

test('each part shows its release, since when and by whom it is active, why, and how often it failed', async () => {
  await openParts();
  expect(await screen.findByRole('heading', { name: 'Réservation' })).toBeInTheDocument();
  expect(
    screen.getByText(/^Version 1\.0\.0-bbbbbbbbbb, active depuis le .*, par équipe réservation$/),
  ).toBeInTheDocument();
  expect(screen.getAllByText('« formulaire plus court »').length).toBeGreaterThan(0);
  expect(screen.getByText('4 demandes reçues avec cette version')).toBeInTheDocument();
  expect(screen.getByText('Plus de 10 000 demandes reçues avec la version 1.0.0-aaaaaaaaaa')).toBeInTheDocument();
  expect(screen.getByText('3 pannes pour 120 pages ouvertes en un jour')).toBeInTheDocument();
  expect(screen.getByText('2 × une erreur dans la page, sur /booking')).toBeInTheDocument();
  expect(screen.getByText('1 × le serveur a refusé un fichier (réponse 503), sur /booking')).toBeInTheDocument();
  expect(screen.getByText('Visible de vous seul')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Testez-vous' })).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Retirer cette partie' })).toHaveLength(1);
  expect(screen.getByText('Activation · Testez-vous 1.0.0-0123456789')).toBeInTheDocument();
  expect(await axe(document.body)).toHaveProperty('violations', []);
});

test('each part shows which journeys passed, when and with which shell, and which did not', async () => {
  await openParts();
  expect(
    await screen.findByText(/^2 parcours vérifiés dans un navigateur le 23 nov\.,? .*, avec le cadre 1\.0\.0-/),
  ).toBeInTheDocument();
  expect(screen.getByText('Ne fonctionne pas : « Répondre »')).toBeInTheDocument();
  expect(screen.getByText('1 parcours pas encore vérifié avec cette version')).toBeInTheDocument();
});

test('each part shows for its developer in which line of the sources its errors occurred', async () => {
  await openParts();
  expect(
    await screen.findByText('Pour qui développe, où l’erreur s’est produite (commit 0123456789) :'),
  ).toBeInTheDocument();
  expect(screen.getByText('2 × remote-booking/src/booking-page.tsx, ligne 42 (chooseDates)')).toBeInTheDocument();
  expect(
    screen.getByText(
      '1 × booking-page.0123456789.js, position 1:2345 – ligne inconnue, la version est enregistrée sans table des sources – erreur levée dans un script de « Cadre du site »',
    ),
  ).toBeInTheDocument();
  expect(screen.queryByText(/former\.tsx/)).not.toBeInTheDocument();
});

test('each part shows how fast it is for visitors who accepted to be measured, also without its drawing', async () => {
  const { user } = await openParts();
  await user.click(await screen.findByText('Vitesse chez vos visiteurs : Réservation'));
  expect(screen.getByText('/booking, affichage du contenu principal')).toBeVisible();
  expect(
    screen.getByText('1,8 s (1,5 s à 3,0 s) : bon. 88 % bon, 10 % moyen, 3 % lent, sur 40 pages.'),
  ).toBeInTheDocument();
  expect(screen.getByText('/booking, stabilité de l’affichage')).toBeInTheDocument();
  expect(
    screen.getByText('0,021 (0,010 à 0,025) : bon. 100 % bon, 0 % moyen, 0 % lent, sur 40 pages.'),
  ).toBeInTheDocument();
  expect(screen.getByText('/booking, affichage du contenu principal (version précédente)')).toBeInTheDocument();
  expect(
    screen.getByText('hors échelle (plus de 8,0 s) : lent. 0 % bon, 0 % moyen, 100 % lent, sur 40 pages.'),
  ).toBeInTheDocument();
  expect(screen.queryByText(/Vitesse chez vos visiteurs : Cadre/)).not.toBeInTheDocument();
  expect(await axe(document.body)).toHaveProperty('violations', []);
});

test('after a confirmed rollback the updates of its part are suspended, until the owner resumes them', async () => {
  const { user, api, notices } = await openParts();
  await user.click(await button('Revenir à la version précédente'));
  const rollback = within(await screen.findByRole('dialog'));
  expect(
    rollback.getByText(/La version 1\.0\.0-aaaaaaaaaa remplace la version 1\.0\.0-bbbbbbbbbb/),
  ).toBeInTheDocument();
  expect(rollback.getByText(/Les mises à jour de cette partie sont suspendues jusqu’à ce que/)).toBeInTheDocument();
  fill(rollback.getByLabelText('Pourquoi (pour le journal)'), 'formulaire en panne');
  await user.click(rollback.getByRole('button', { name: 'Revenir à la version précédente' }));
  expect(await screen.findByText('Retour en arrière · Réservation 1.0.0-aaaaaaaaaa')).toBeInTheDocument();
  expect(screen.getByText(/Ada Martin · « formulaire en panne »/)).toBeInTheDocument();
  expect(notices).toEqual(['Réservation\u00a0: la version 1.0.0-aaaaaaaaaa est active.']);
  expect(api.calls).toContainEqual([
    'rollback',
    { words: ['booking'], from: '1.0.0-bbbbbbbbbb', to: '1.0.0-aaaaaaaaaa', seq: 2, why: 'formulaire en panne' },
  ]);
  const held = await screen.findByText(/^Mises à jour suspendues depuis le .*, par Ada Martin$/);
  expect(held.nextElementSibling).toHaveTextContent('« formulaire en panne »');
  expect(screen.getByRole('link', { name: /^Voir la version/ })).toHaveTextContent(
    'Voir la version 1.0.0-bbbbbbbbbb, retirée par le retour en arrière',
  );

  await user.click(await button('Reprendre les mises à jour'));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Reprendre les mises à jour\u00a0: Réservation\u202f?' }),
  );
  expect(dialog.getByText(/La prochaine version de cette partie pourra de nouveau être activée/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Reprendre les mises à jour' }));
  await waitForElementToBeRemoved(held);
  expect(api.calls).toContainEqual(['resume', { words: ['booking'], seq: 3 }]);
  expect(notices.at(-1)).toBe('Réservation\u00a0: les mises à jour reprennent.');
  expect(screen.getByText('Mises à jour reprises · Réservation')).toBeInTheDocument();
  // The change that made the release active, not the one that lifted the hold.
  expect(screen.getByText(/^Version 1\.0\.0-aaaaaaaaaa, .*, par Ada Martin$/).nextElementSibling).toHaveTextContent(
    '« formulaire en panne »',
  );
});

test('a part that the site itself suspended, and an inactive one, show since when and why', async () => {
  const at = '2026-11-23T08:00:00.000Z';
  const holds = {
    booking: { kind: 'guard', why: 'booking: 3 networks on 30 live pages', who: 'guard', at },
    guide: { kind: 'hold', why: 'pas avant janvier', who: 'Camille Martin', at },
  };
  await openSpace({ query: '?vue=site', holds });
  expect(await screen.findByText(/^Mises à jour suspendues depuis le .*, par le site lui-même$/)).toBeInTheDocument();
  expect(screen.getByText('« la nouvelle version échouait chez des visiteurs »')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'guide' })).toBeInTheDocument();
  expect(screen.getByText('Cette partie n’est pas en ligne.')).toBeInTheDocument();
  expect(screen.getByText('« pas avant janvier »')).toBeInTheDocument();
  expect(await screen.findAllByRole('button', { name: 'Reprendre les mises à jour' })).toHaveLength(2);
});

test('a rollback is refused when the site has changed since the page was loaded', async () => {
  const { user, api, notices } = await openParts();
  await user.click(await button('Revenir à la version précédente'));
  await api.release('deactivate', { words: ['owner'], seq: 2 });
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Revenir à la version précédente' }));
  expect(notices).toEqual(['Le site a changé entre-temps\u00a0: regardez ce qui est actif, puis recommencez.']);
  await waitForElementToBeRemoved(() => screen.queryByRole('dialog'));
});

test('a host without a release interface shows a message and still lists what the opening requires', async () => {
  const { api, user } = await openSpace({ query: '?vue=reglages' });
  await screen.findByRole('heading', { name: 'Réglages' });
  api.failWith(new CallError('unavailable'));
  await user.click(screen.getByRole('link', { name: 'Site' }));
  expect(await screen.findByText(/le site est servi par un hébergement sans ce service/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'À faire avant l’ouverture' })).toBeInTheDocument();
});

test('the site names what its opening requires, and the visits of a watched release', async () => {
  await openParts();
  expect(await screen.findByRole('link', { name: 'Votre adresse e-mail' })).toHaveAttribute(
    'href',
    '/espace?vue=textes&champ=email',
  );
  expect(screen.getAllByText(/est un exemple$/).length).toBeGreaterThan(0);
  expect(screen.getAllByText(/^Visible : mentions légales/).length).toBeGreaterThan(0);
  expect(screen.getByText('En observation : 31 visiteurs, 0 panne')).toBeInTheDocument();
  expect(screen.getByText('Au plus tard jusqu’au 23 nov. à 9 h.')).toBeInTheDocument();
});

test('with a hosted database, the site says that nothing is watched, and shows no watch without visits', async () => {
  await openSpace({ query: '?vue=site', backend: { url: 'https://projet.supabase.co', anonKey: 'key' } });
  expect(await screen.findByRole('heading', { name: 'Réservation' })).toBeInTheDocument();
  expect(screen.getByText(/^Les nouvelles versions ne sont pas observées ici/)).toBeVisible();
  expect(screen.queryByText(/^En observation/)).toBeNull();
});

test('a watch that goes on tells of reports that were dropped', () => {
  renderInHost(<WatchText watch={{ verdict: null, until: at, networks: 41, reporters: 1, dropped: 3 }} />);
  expect(screen.getByText('3 signalements de panne de trop n’ont pas été retenus')).toBeInTheDocument();
});

test.each([
  ['passed', 'Observation finie : rien d’anormal chez 41 visiteurs'],
  ['not-enough-visits', 'Observation finie sans conclusion : la version reste'],
  ['not-returned', 'Cette version échoue, et le site n’a pas pu revenir de lui-même à la précédente'],
])('a watch that ended as %s shows what it has found', (verdict, sentence) => {
  renderInHost(<WatchText watch={{ verdict, until: at, networks: 41, reporters: 0, dropped: 0 }} />);
  expect(screen.getByText(sentence)).toBeInTheDocument();
});
