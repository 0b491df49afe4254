/** @jest-environment node */

import { parts } from './parts';

test.each([
  ['timeout', 'un fichier est arrivé trop tard'],
  ['http-503', 'le serveur a refusé un fichier (réponse\u00a0503)'],
  ['future-kind', 'future-kind'],
  ['constructor', 'constructor'],
])('a failure with the code %s is told as « %s »', (code, told) => {
  expect(parts.failureKind({ code, route: '/booking', count: 2 })).toContain(told);
});

test('a failure says what the visitor saw all the same', () => {
  const failure = { code: 'timeout', route: '/booking', count: 2, mended: 'previous' };
  expect(parts.failureKind(failure)).toMatch(
    /^2\u00a0× .*, sur \/booking\u00a0: la version précédente s’est affichée$/,
  );
});

test('a release that the site itself left is offered as one that failed', () => {
  expect(parts.previewRolledBack('1.0.0-b', 'guard')).toBe('Voir la version 1.0.0-b, retirée parce qu’elle échouait');
});

test('the place of an error names a function, but not the constructor of the error', () => {
  expect(parts.linePlace('shell/src/main.ts', 29, 'start')).toBe('shell/src/main.ts, ligne\u00a029 (start)');
  expect(parts.linePlace('shell/src/main.ts', 29, 'TypeError')).toBe('shell/src/main.ts, ligne\u00a029');
});
