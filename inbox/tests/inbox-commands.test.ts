import { withBackend } from '@site/backend/tests/support/backend';
import { reserve } from '@site/backend/tests/support/rows';
import { runMain } from '@site/backend/tests/support/run-main';
import { runTool } from '@site/backend/tests/support/run-tool';
import { copyTemplate } from '@site/backend/tests/support/template';
import { visitor } from '@site/backend/tests/support/visitor';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { describeInbox } from './suites/inbox';
import { describeInboxMails } from './suites/inbox-mails';
import { describeInboxPerson } from './suites/inbox-person';
import { describeInboxPurge } from './suites/inbox-purge';
import { describeInboxStatus } from './suites/inbox-status';

// For busy machines.
jest.setTimeout(120_000);

withBackend((backend) => {
  describe('the list', () => describeInbox(backend));
  describe('the status of a reservation', () => describeInboxStatus(backend));
  describe('mails', () => describeInboxMails(backend));
  describe('a person’s data', () => describeInboxPerson(backend));
  describe('purge and retention', () => describeInboxPurge(backend));
});

test('a reservation confirmed while the site is stopped is confirmed after the next start', async () => {
  const folder = temporaryFolder();
  const env = { DATA_DIR: folder, DATABASE_URL: '' };
  await copyTemplate(folder);
  const first = runMain(env);
  try {
    const id = await reserve(visitor(await first.ready));
    first.child.kill('SIGTERM');
    await first.exit;
    expect(await runTool('inbox', env, 'confirm', id)).toMatchObject({ code: 0 });

    const second = runMain(env);
    try {
      const answer = await visitor(await second.ready).post('reservation_dates', [
        { reservation_id: id, date: '2099-01-01' },
      ]);
      expect(answer).toMatchObject({ status: 410, body: { code: 'DATES_WINDOW_OVER' } });
      expect(await runTool('inbox', env, 'erase', 'camille.durand@exemple.fr', '--yes')).toMatchObject({ code: 0 });
      expect((await runTool('inbox', env)).stdout).toBe('Aucune demande pour le moment.\n');
    } finally {
      second.child.kill('SIGTERM');
      await second.exit;
    }
  } finally {
    first.child.kill('SIGKILL');
    await first.exit;
  }
});
