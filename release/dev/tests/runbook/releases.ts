import { sendChecks } from '@site/release/client/send-checks';
import { openSite } from '@site/release/client/site';
import { uploadRelease } from '@site/release/client/upload-release';
import { tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { uploadOf } from '@site/server/tests/support/interface-site';
import type { Machine } from './machine';

const SHELL = '1.0.0-s1';
const IDS = ['1.0.0-a', '1.0.0-b', '1.0.0-c'];

export interface Releases {
  readonly token: string;
  /** Id of the grant. */
  readonly grant: string;
}

/** Publishes and activates a shell, a landing page and three releases of booking, as teams with a clone do. */
export async function shipReleases(machine: Machine): Promise<Releases> {
  const { output } = await machine.run('sudo site release grant shell landing booking --team équipe --json');
  const { token, id } = JSON.parse(output) as { readonly token: string; readonly id: string };
  const site = await openSite(machine.address, {
    root: machine.at('.'),
    env: { RELEASE_TOKEN: token },
    name: '--site',
  });
  for (const artifact of [tinyShell(), tinyRemote('landing'), ...IDS.map((one) => tinyRemote('booking', one))]) {
    await uploadRelease(site, { ...artifact, ...uploadOf(artifact) });
  }
  const pair = (name: string, one: string, route: string) => ({
    shell: SHELL,
    name,
    id: one,
    routes: [route],
    forms: [],
  });
  const pairs = [pair('landing', '1.0.0-a', '/'), ...IDS.map((one) => pair('booking', one, '/booking'))];
  await sendChecks(site, { pairs, durationMs: 0 });
  const { code, output: refused } = await machine.run(
    `sudo site release activate shell@${SHELL} landing@1.0.0-a booking@1.0.0-a && sudo site release activate booking@1.0.0-b`,
  );
  if (code !== 0) throw new Error(refused);
  return { token, grant: id };
}
