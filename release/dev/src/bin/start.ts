import { join } from 'node:path';
import { runCommand } from '@site/server/lifecycle';
import { readDraft } from '@site/server/site/read-draft';
import { serveSite } from '@site/server/site/serve-site';
import { activeOrFirstReleases } from '../start/first-releases';

const root = join(import.meta.dirname, '../../../..');

runCommand(async (life) => {
  const isDraft = readDraft(process.argv.slice(2));
  await serveSite({ root, isDraft, findReleases: activeOrFirstReleases(root) }, life);
});
