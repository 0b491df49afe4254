import { BuildError, readBuild, readHotBuild } from './read-build.ts';

const hot = {
  id: '1.0.0-ab12cd34ef',
  entry: 'remoteEntry.js',
  container: 'booking_ab12cd34ef',
  routes: [{ name: 'booking', path: '/booking', module: 'booking-page', title: 'Réserver', description: '' }],
};
const finished = {
  ...hot,
  requires: { react: '^19.0.0', sharedUi: ['Button'], host: ['site'], backend: { tables: {}, functions: {} } },
  pageFiles: { 'booking-page': ['67.0123456789.js'] },
  sources: ['remote-booking/src/booking-page.tsx'],
  types: { sharedUi: {}, host: {} },
};

test('readBuild reads a finished build unchanged, including keys that a later bundler adds', () => {
  const written = { ...finished, later: 1 };
  expect(readBuild(JSON.stringify(written))).toEqual(written);
});

test('readBuild reads a hot build without requirements and page files', () => {
  expect(readHotBuild(JSON.stringify(hot))).toEqual(hot);
  expect(() => readBuild(JSON.stringify(hot))).toThrow(BuildError);
});

test('readBuild accepts an empty container, as the shell has', () => {
  expect(readBuild(JSON.stringify({ ...finished, container: '', routes: [] })).container).toBe('');
});

test.each([
  ['an id', { ...finished, id: undefined }, 'id'],
  ['a path', { ...finished, routes: [{ ...hot.routes[0], path: 7 }] }, 'routes[0].path'],
  ['a list of names', { ...finished, requires: { ...finished.requires, host: 'site' } }, 'requires.host'],
  ['the files of a page', { ...finished, pageFiles: { 'booking-page': 'x.js' } }, 'pageFiles'],
  ['its sources', { ...finished, sources: undefined }, 'sources'],
  ['its types', { ...finished, types: undefined }, 'types'],
])('readBuild refuses a build without %s and names the key', (_, build, key) => {
  expect(() => readBuild(JSON.stringify(build))).toThrow(key);
});

const withRoute = (changes: object) => JSON.stringify({ ...hot, routes: [{ ...hot.routes[0], ...changes }] });

test.each([
  ...['', 'booking', '//booking', '/booking/', '/Booking', '/a b', '/a.b', '/é', '/%61', '/../x', '/a?b', '/a#b'],
  ...['/r', '/r/booking/x', '/rest/v1/contacts', '/auth/v1/x', '/release/v1', '/healthz', '/releases.json'],
  ...['/robots.txt', '/fichiers/x', '/index', '/404', '404', '/404/x', '/a\n'],
])('readBuild refuses the path %j of a route', (path) => {
  expect(() => readHotBuild(withRoute({ path }))).toThrow(`"routes[0].path" is ${JSON.stringify(path)}: a path is`);
});

test.each(['/espace', '/espace/agenda/x'])('readBuild refuses the path %s, that of the private part', (path) => {
  expect(() => readHotBuild(withRoute({ path }))).toThrow('"routes" has /espace, which belongs to the private part');
});

test.each(['/', '/booking', '/guide/agefice', '/r-and-d', '/releases', '/2026_dates'])(
  'readBuild accepts the path %s of a route',
  (path) => {
    expect(readHotBuild(withRoute({ path })).routes[0]?.path).toBe(path);
  },
);

test.each(['', '__proto__', 'a-b', 'Home', '1st', 'a b', 'é'])('readBuild refuses the name %j of a route', (name) => {
  expect(() => readHotBuild(withRoute({ name }))).toThrow(`"routes[0].name" is ${JSON.stringify(name)}: a name is`);
});

test('readBuild refuses a text that is not JSON', () => {
  expect(() => readBuild('{')).toThrow('it is not valid JSON');
});
