import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testWhere } from '@site/backend/tests/support/cases';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { startDev } from './running-site';
import { copySources } from './workspace-copy';

jest.setTimeout(600_000);

const run = promisify(execFile);
const NOT_SET = { SMTP_URL: '', DATABASE_URL: '' };

/** Starts the site as a user without a home folder, on a machine without IPv6, and asks for a page. */
const SCRIPT = `
umask 077; unset HOME USER LOGNAME
ip link set lo up; echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6
as() { setpriv --reuid nobody --regid nogroup --clear-groups "$@"; }
# Not through the function, whose shell would get the signal.
setpriv --reuid nobody --regid nogroup --clear-groups node tooling/run.cjs release/dev/src/bin/start.ts & site=$!
as node -e '(async () => {
  for (;;) {
    const page = await fetch("http://localhost:4999/booking").catch(() => null);
    if (page && page.status === 200) return console.log("served");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
})()'
as node tooling/run.cjs release/cli/src/bin/cli.ts status || exit 1
as node tooling/run.cjs backend/bin/backup.ts "$DATA_DIR-backup" && kill $site; wait $site
DATA_DIR="$DATA_DIR-restored" as node tooling/run.cjs backend/bin/restore.ts "$DATA_DIR-backup"
`;

const isRoot = process.getuid?.() === 0;
const testAsRoot = testWhere(isRoot, 'only root may act as another user');

testAsRoot(
  'a checkout with unusual letters builds, serves, backs up and restores for a user without a home folder, and is developed in',
  async () => {
    const folder = temporaryFolder(`place #1 %41 é 'q' [e] {f} `);
    copySources(folder);
    await run('npx', ['pnpm', 'install', '--prefer-offline'], { cwd: folder, env: { ...process.env, CI: '1' } });
    await run('chown', ['-R', 'nobody:nogroup', folder]);
    await writeFile(join(folder, 'place.sh'), SCRIPT);
    const env = { ...process.env, ...NOT_SET, PORT: '4999', TZ: 'Pacific/Kiritimati' };
    const place = { cwd: folder, env: { ...env, DATA_DIR: join(folder, '.data #2 ?') } };
    const { stdout } = await run('timeout', ['500', 'unshare', '-n', 'sh', 'place.sh'], place);
    expect(stdout).toMatch(/^served$/m);
    expect(stdout).toMatch(/^booking +1\.0\.0-/m);
    expect(stdout).toMatch(/^Restored the backup of /m);

    const dev = startDev(folder, { ...NOT_SET, DATA_DIR: join(folder, '.data dev') }, 'booking');
    await dev.printed(/^(?=([\s\S]*compiled successfully){2})(?=([\s\S]*no errors found){2})/);
    dev.process.kill('SIGTERM');
    await dev.ended;
  },
);
