import { type RetentionRun, retentionLog } from './retention';

const NOTHING = { requests: 0, mails: 0, incidents: 0, files: 0 };
const HELD = {
  requests: 2,
  total: 11,
  reason: 'share',
  since: '2026-11-21T18:00:00Z',
  lastRunAt: null,
  resumesAt: '2026-11-28T08:05:00Z',
} as const satisfies RetentionRun['held'];

function startLog() {
  const lines: string[] = [];
  return { lines, log: retentionLog((line) => lines.push(line)) };
}

test('only a run that removes something is logged, in one line, with singular and plural nouns', () => {
  const { lines, log } = startLog();
  log({ removed: { requests: 1, mails: 0, incidents: 2, files: 1 }, held: null });
  log({ removed: NOTHING, held: null });
  log({ removed: { ...NOTHING, files: 2 }, held: null });
  expect(lines).toEqual([
    'Retention removed 1 request, 0 mails in the outbox, 2 incidents and 1 mail file.',
    'Retention removed 0 requests, 0 mails in the outbox, 0 incidents and 2 mail files.',
  ]);
});

test('a held run is logged once, with its reason and the remedy, and again when another one is held', () => {
  const { lines, log } = startLog();
  log({ removed: NOTHING, held: HELD });
  log({ removed: NOTHING, held: HELD });
  expect(lines.splice(0)).toEqual([
    'Retention waits for the owner: it would remove 2 of 11 requests (more than ten, and more than a tenth of all). ' +
      `Check the machine's date, then run "npx pnpm inbox retention --confirm", or let it resume on 2026-11-28T08:05:00Z.`,
  ]);
  log({ removed: NOTHING, held: null });
  log({ removed: NOTHING, held: { ...HELD, requests: 1, total: 1, reason: 'clock' } });
  expect(lines).toEqual([
    expect.stringContaining('would remove 1 of 1 request (more than a month since the last run).'),
  ]);
});
