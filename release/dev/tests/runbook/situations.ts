/** The situations of the runbook are caused on one machine, and mended by the words of the runbook. */
export const HERE = 'release/dev/tests/runbook/runbook.long.test.ts';

const DAMAGE = 'release/dev/tests/damage.long.test.ts';
const DEPLOY = 'release/cli/src/deploy/deploy-site.test.ts';
const LINES = 'release/cli/src/describe/describe-lines.test.ts';
const PRUNE = 'release/core/src/store/prune.test.ts';
const POSTGRES = 'backend/tests/local-postgres.test.ts';

/** By heading, the tests that cause a situation; by what is seen, those that cause a row of its tables. */
export const SITUATIONS: Readonly<
  Record<string, { readonly by: readonly string[]; readonly rows?: Readonly<Record<string, string>> }>
> = {
  'The site does not answer': {
    by: [HERE, 'backend/tests/process.test.ts'],
    rows: {
      '503 `The site is starting.`': HERE,
      '`curl: (7) …`': HERE,
      '`Port 4173 is in use`': HERE,
      '`… is in use by process 123: stop it first`': HERE,
      '`Le site serait public (…)`': HERE,
      '`"programmePdf" names …`, or another file': HERE,
      '`/etc/site/site.json: …`': HERE,
      '`The database in … does not start`': POSTGRES,
      '`… was made by PostgreSQL 18, and this is …`': 'backend/tests/postgres-major.long.test.ts',
      '`The database has migration …, and this version ends …`': 'backend/tests/migrations.test.ts',
      '`… is not a database: move it away`': POSTGRES,
      '`PostgreSQL has ended (…)`, `PostgreSQL does not start: …`': HERE,
      '`… cannot be made private to this user (…)`, `Backups cannot be written to …`': HERE,
      '`keys.json cannot be read`': HERE,
      "`No entry of the store's index can be read`": HERE,
      '`The store s3://… …`, `s3://… …`': 'release/dev/tests/object-store.test.ts',
      'a stack trace since an update': HERE,
    },
  },
  'One page shows the failure strip': { by: [HERE, 'e2e/remote-failure.spec.ts'] },
  'Requests do not arrive': {
    by: [HERE],
    rows: {
      '401 `No API key found`': HERE,
      '503 `BACKEND_AWAY`, other 503': 'release/server/src/serve/proxy.test.ts',
      'it is stored, but « à vérifier » like most others; or 429': HERE,
      '401 `Invalid API key`': HERE,
      '403 `FOREIGN_ORIGIN`': 'backend/tests/gateway-origin.test.ts',
    },
  },
  'Mails do not go': {
    by: [HERE, 'backend/tests/mail-recovery.test.ts'],
    rows: {
      '« … mail attend : … », « … mails attendent : … »': HERE,
      '« … n’a pas pu partir », « … n’ont pas pu partir »': HERE,
      '« … dès que le site tourne »': 'inbox/tests/inbox.test.ts',
    },
  },
  'A flood of requests': { by: [HERE] },
  'A clean-up that waits': { by: [HERE, 'backend/tests/suites/held-retention.ts'] },
  'A bad release': { by: [HERE, 'e2e/ship-and-roll-back.spec.ts'] },
  'A part fails: which line': {
    by: [HERE, 'release/dev/tests/line-that-broke.long.test.ts'],
    rows: {
      '`The stack reaches into a script of shell, …`': LINES,
      '`No script of the release is on the stack.`': LINES,
      '`No source map of … is stored.`': LINES,
      '`The source map of … is missing or damaged: …`': LINES,
      '`The grant is for other parts.`': LINES,
    },
  },
  'The site went back by itself': { by: [HERE, 'e2e/watched-release.spec.ts'] },
  'A token leaked, a team left': { by: [HERE] },
  "The owner's phone is lost, or a session is not theirs": { by: [HERE, 'backend/tests/suites/owner-commands.ts'] },
  'A damaged file': { by: [HERE, DAMAGE] },
  'Disk full': { by: [HERE, 'release/dev/tests/disk-full.test.ts', 'backend/tests/disk-full.long.test.ts'] },
  'A full DATA_DIR': {
    by: [HERE],
    rows: {
      '`store/r`, `store/node`, `store/bodies`, `store/rendered`': PRUNE,
      '`store/scratch`': HERE,
      '`database`': HERE,
    },
  },
  'No backup': {
    by: [HERE, 'backend/tests/automatic-backup.test.ts'],
    rows: {
      '`The disk is full`': 'backend/tests/automatic-backup.test.ts',
      '`cannot be written`': 'backend/tests/automatic-backup.test.ts',
      '`Process … is filling …`': 'backend/tests/backup-killed.long.test.ts',
      'nothing, and no `Daily backup`': HERE,
    },
  },
  'On a static host': {
    by: [DEPLOY],
    rows: { 'a bad release': DEPLOY, 'the strip, `404` under `/r/`': DEPLOY },
  },
  'Is it over?': { by: [HERE] },
};
