import { exampleRelease } from '@site/release-core/tests/support/example-release';
import { routeTo } from '@site/release-core/tests/support/tiny-site';
import { describeDifference } from './difference';

const active = exampleRelease({
  routes: [routeTo('/booking'), routeTo('/dates'), routeTo('/help')],
  size: { bytes: 90_000, brotli: 40_000 },
  requires: { react: '^19.0.0', sharedUi: ['Button', 'Card'], host: ['site'], backend: { tables: {}, functions: {} } },
});

test('lists routes that are added, removed, moved or get another title', () => {
  const routes = [{ ...routeTo('/booking'), title: 'Réserver' }, routeTo('/jours', 'dates'), routeTo('/prices')];
  expect(describeDifference(active, { ...active, routes })).toContain(
    'Routes: + /prices, /booking is now « Réserver », /dates → /jours, − /help',
  );
});

test('lists the compressed size before and after', () => {
  expect(describeDifference(active, { ...active, size: { bytes: 1, brotli: 41_250 } })).toContain(
    'Size: 40.0 kB → 41.3 kB compressed',
  );
});

test('lists added and dropped requirements', () => {
  const requires = {
    react: '^19.3.0',
    sharedUi: ['Button', 'Chart'],
    host: ['site', 'notify'],
    backend: { tables: {}, functions: {} },
  };
  expect(describeDifference(active, { ...active, requires })).toContain(
    'Requires: React ^19.3.0, + Chart of shared-ui, − Card of shared-ui, + notify of the host',
  );
});

test('marks unchanged routes and requirements "as before"', () => {
  expect(describeDifference(active, { ...active, id: '1.0.0-b' }).slice(1)).toEqual([
    'Routes: as before',
    'Requires: as before',
  ]);
});

test('the first release of a name lists its routes', () => {
  expect(describeDifference(null, active)).toEqual(['Routes: + /booking, + /dates, + /help']);
});
