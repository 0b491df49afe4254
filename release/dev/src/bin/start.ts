import { join } from 'node:path';
import { readSettings } from '@site/release-server/read-site-data';
import { runProgram } from '@site/release-server/run-program';
import { readDraft, serveSite } from '@site/release-server/start/serve-site';
import { activeOrFirstReleases } from '../first-releases';

const root = join(import.meta.dirname, '../../../..');

// The address stays the last line: scripts read it, and terminals make it a link.
const announce = (address: string) =>
  console.log(`
Try next:
  Send a request at /booking, then read it with "npx pnpm inbox".
  Sign in at /espace, after "npx pnpm site-owner add <your e-mail>".
  Change a part while you look at it: Ctrl-C, then "npx pnpm dev booking".
Ctrl-C ends everything, and loses nothing.

${address}`);

runProgram(async (life) => {
  const isDraft = readDraft(process.argv.slice(2));
  const { dataDir } = readSettings(process.env, root);
  // Cleanups run in reverse: this one after the database has stopped.
  life.onEnd((error) => {
    if (error !== undefined) return;
    console.log(`\nEverything has ended, and nothing is lost: requests, mails and releases are in ${dataDir}.`);
  });
  await serveSite({ root, isDraft, findReleases: activeOrFirstReleases(root), announce }, life);
});
