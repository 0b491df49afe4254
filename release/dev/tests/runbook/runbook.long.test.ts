import { chmodSync } from 'node:fs';
import { type MailServer, startMailServer } from '@site/backend/tests/support/mail-server';
import { mountSmallDisk } from '@site/backend/tests/support/small-disk';
import { testWhere } from '@site/backend/tests/support/where-possible';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { describeDamagedData } from '../suites/runbook/damaged-data';
import { describeData } from '../suites/runbook/data';
import { describeReleases } from '../suites/runbook/releases';
import { describeRequests } from '../suites/runbook/requests';
import { describeService } from '../suites/runbook/service';
import { followOn } from './follow';
import { installMachine, type Machine } from './machine';
import { type Releases, shipReleases } from './releases';
import { HERE, SITUATIONS } from './situations';

jest.setTimeout(300_000);

/** Publications want a gigabyte free; less is filled sooner. */
const DISK_MEGABYTES = { installed: 1600, filled: 512 };

const disk = mountSmallDisk(DISK_MEGABYTES.installed);
let machine: Machine;
let releases: Releases;
let mails: MailServer;
const follow = followOn(() => machine);
const scene = () => ({ machine, follow, releases, mails });

beforeAll(async () => {
  const folder = typeof disk === 'string' ? temporaryFolder() : disk.folder;
  chmodSync(folder, 0o755);
  mails = await startMailServer();
  machine = await installMachine(folder);
  machine.set({ SMTP_URL: mails.url, MAIL_FROM: 'site@exemple.fr' });
  await machine.run('sudo systemctl start site');
  await machine.healthy();
  releases = await shipReleases(machine);
  if (typeof disk !== 'string') disk.resize(DISK_MEGABYTES.filled);
});
afterAll(async () => {
  await machine?.end();
  await mails?.close();
  if (typeof disk !== 'string') disk.remove();
});

// The situations share one machine, and are caused in this order.
describe('the service', () => describeService(scene));
describe('damaged data', () => describeDamagedData(scene));
describe('requests and mails', () => describeRequests(scene));
describe('data and disk', () => describeData(scene, disk));
describe('releases', () => describeReleases(scene));

test('after all this, each question of the last section is answered well', async () => {
  const { output, failed } = await follow.block('Is it over?', 0);
  expect([failed, output]).toEqual([[], expect.stringMatching(/^ok\n200 \S+ \/\n200 \S+ \/booking\n404\n/)]);
});

testWhere(typeof disk !== 'string', `${disk}`)('every line and row was followed, except those with a †', () => {
  expect(follow.left()).toEqual([]);
  const rows = Object.entries(SITUATIONS).flatMap(([title, { rows = {} }]) =>
    Object.keys(rows).filter((sign) => rows[sign] === HERE && !follow.hasRow(title, sign)),
  );
  expect(rows).toEqual([]);
});
