/** @jest-environment node */

import type { Host } from '@site/contract/host';
import type { ActiveRelease } from '@site/contract/release-index';
import { PATHS, type RemoteRoute } from '@site/contract/routes';
import type { RenderRequest } from '@site/contract/shell-build';
import { exampleSite } from '@site/shared-ui/testing';
import { exampleIndex, examplePage, release } from '../tests/support/examples';
import { render, shared } from './render';

const request = (path: string, changes: Partial<RenderRequest> = {}): RenderRequest => ({
  path,
  index: exampleIndex,
  site: exampleSite,
  backend: { url: '', anonKey: 'example-key' },
  composedOn: '2026-11-20',
  script: { url: '/r/shell/1.0.0-aaaaaaaaaa/main.js', integrity: 'sha384-shell' },
  ahead: [],
  load: (_, route) => examplePage(route),
  ...changes,
});

test('a page is complete before any script runs', async () => {
  const html = await render(request('/contact'));
  expect(html).toContain('<title>Contactez-nous | Atelier Relance</title>');
  expect(html).toContain('content="À propos : Contactez-nous"');
  expect(html).toContain('>Contactez-nous</h1>');
  expect(html).toContain('Réserver ma session');
  expect(html).toContain('Mentions légales');
  expect(html).toContain('Personnaliser');
  expect(html).toContain('<form');
  expect(html).not.toContain('La page arrive');
});

test('a page contains nothing that its Content-Security-Policy refuses', async () => {
  const html = await render(request('/'));
  expect(html).not.toMatch(/\sstyle="/);
  expect(html.match(/<script>/g)).toHaveLength(1);
  expect(html).not.toMatch(/id="S:|<!--\$[?!]-->/);
});

test('a page loads only its own code', async () => {
  const load = jest.fn((_: ActiveRelease, route: RemoteRoute) => examplePage(route));
  await render(request('/agefice', { load }));
  expect(load.mock.calls).toEqual([
    [exampleIndex.remotes.legal, expect.objectContaining({ name: 'funding', path: '/agefice' })],
  ]);
});

test('a page has its remote’s structured data and description, made from the host', async () => {
  const structuredData = ({ site }: Host) => ({ '@type': 'Course', name: `Une journée chez ${site.product}` });
  const description = ({ site }: Host) => `Chez ${site.product}.`;
  const load: RenderRequest['load'] = (_, route) => ({ ...examplePage(route), structuredData, description });
  const html = await render(request('/', { load }));
  expect(html).toContain('<meta name="description" content="Chez Atelier Relance.">');
  expect(html).toContain('{"@type":"Course","name":"Une journée chez Atelier Relance"}');
});

test('an unknown path renders the 404 page, which does not contain the path', async () => {
  const html = await render(request('/404'));
  expect(html).toContain('<title>Page introuvable | Atelier Relance</title>');
  expect(html).toContain('content="noindex"');
  expect(html).toContain('Oops! Cette page n&#x27;existe pas');
  expect(html).not.toContain('Adresse demandée');
});

test('a page whose route is not to be indexed says so, with the header and footer of the site', async () => {
  const own = { name: 'own', path: '/reservation/gerer', module: 'own', title: 'Votre demande', description: '' };
  const remotes = { ...exampleIndex.remotes, other: release('other', { ...own, noindex: true }) };
  const html = await render(request('/reservation/gerer', { index: { ...exampleIndex, remotes } }));
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toContain('og:title');
  expect(html).toContain('<header');
});

test('a page of a draft carries « Brouillon » and asks not to be indexed', async () => {
  const html = await render(request('/contact', { site: { ...exampleSite, draft: true } }));
  expect(html).toContain('<strong>Brouillon</strong>');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).not.toContain('og:title');
  expect(await render(request('/contact'))).not.toMatch(/Brouillon|noindex/);
});

test('render rejects when the module of the page does not load', async () => {
  const broken = request('/contact', {
    load: () => {
      throw new Error('No module was evaluated for /contact.');
    },
  });
  await expect(render(broken)).rejects.toThrow('No module was evaluated for /contact.');
});

test('the page of a private part has no public markup, asks not to be indexed and has no manifest', async () => {
  const route = { name: 'ownerSpace', path: '/espace', module: 'owner-page', title: 'Votre espace', description: '' };
  const index = { ...exampleIndex, remotes: { owner: release('owner', route) }, private: { paths: PATHS } };
  const html = await render(request('/espace', { index }));
  expect(html).toContain('<title>Votre espace | Atelier Relance</title>');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain('<link rel="manifest" href="/espace/manifest.webmanifest">');
  expect(html).not.toMatch(/og:title|ld\+json|site\.webmanifest|touch-icon|Personnaliser|Mentions légales|<header/);
});

test('the shell offers the remotes one React and one design system', () => {
  expect(Object.keys(shared)).toEqual(['react', 'react/jsx-runtime', 'react-dom', '@site/shared-ui']);
});
