import type { Health } from '../api/health';

export const exampleHealth: Health = {
  mails: { waiting: 1, givenUp: 0, failed: 0, toVisitors: false },
  backup: {
    isOn: true,
    at: '2026-11-22T02:00:00Z',
    host: 'atelier',
    folder: '/var/lib/site/backups/site-20261122T020000Z',
    sameDisk: true,
    withReleases: true,
    bytes: 4_200_000,
    failedSince: null,
    failure: null,
  },
  disks: [{ host: 'atelier', isBackup: false, freeBytes: 21_400_000_000, totalBytes: 40_000_000_000, isLow: false }],
  retention: null,
  database: { bytes: 12_300_000 },
};
