import type { Release } from '../../src/store/release';

export const exampleRelease = (changes: Partial<Release> = {}): Release => ({
  name: 'booking',
  id: '1.0.0-a',
  version: '1.0.0',
  entry: 'remoteEntry.js',
  container: 'booking_a',
  routes: [],
  files: {},
  nodeFiles: {},
  size: { bytes: 0, brotli: 0 },
  pageFiles: {},
  sources: [],
  requires: { react: '^19.0.0', sharedUi: [], host: [], backend: { tables: {}, functions: {} } },
  source: '',
  commit: '',
  publishedAt: '2026-11-21T08:00:00.000Z',
  ...changes,
});
