import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from './limits';

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;
const guide = readFileSync(join(__dirname, '../../../../docs/host-one-machine.md'), 'utf8');
const [, afterHeading = ''] = guide.split('## Releases from elsewhere\n');
const [section = ''] = afterHeading.split('\n## ');
const rows = section.split('\n').filter((line) => line.startsWith('|'));
const number = (value: number) => value.toLocaleString('en-US');

const { commandBytes, checksBytes, descriptionBytes, contentBytes, releaseBytes, filesPerRelease } = LIMITS;

test.each<[what: string, value: string]>([
  ['requests of a grant', `${number(LIMITS.requestsPerMinute)} a minute`],
  ['refused tokens of an address', `${LIMITS.failuresPerMinute} a minute`],
  ['commands of a grant at once', `${LIMITS.commandsAtOnce}, one runs`],
  [
    'body of a command',
    `${commandBytes / KILOBYTE} kB, ${checksBytes / KILOBYTE} kB, ${descriptionBytes / MEGABYTE} MB`,
  ],
  ['a file, a release', `${contentBytes / MEGABYTE} MB, ${releaseBytes / MEGABYTE} MB, ${number(filesPerRelease)}`],
  ['a source map', `${LIMITS.mapBytes / MEGABYTE} MB`],
  ['files received at once', `${LIMITS.contentsAtOnce} of a grant, ${LIMITS.contentsAtOnceInAll} in all`],
  ['releases that are made at once', `1; ${LIMITS.commitsAtOnce} may wait`],
  ['uploads that are not committed', `${LIMITS.openUploads} of a grant; removed after ${LIMITS.uploadHours} hours`],
  ["bytes of a grant's releases", `${LIMITS.bytesPerDay / MEGABYTE} MB a day`],
  ['releases of a part from elsewhere that are not active', `${LIMITS.inactiveBytes / MEGABYTE} MB`],
  ['free space on the disk', `${LIMITS.freeBytes / MEGABYTE} MB`],
  ['an upload that gives way', `after ${LIMITS.idleMinutes} minutes`],
  ['time for a body', `${LIMITS.bodySeconds} s`],
  ['lists and objects', `${LIMITS.jsonDepth} `],
])('the guide lists the limit of the code for %s', (what, value) => {
  expect(rows.find((row) => row.startsWith(`| ${what}`))).toContain(`| ${value}`);
});

test('the nginx configuration in the guide accepts the largest file of a release', () => {
  expect(guide).toContain(`client_max_body_size ${contentBytes / MEGABYTE}m;`);
});
