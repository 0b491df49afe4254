import { UserError } from '@site/release-core/user-error';
import { runProgram } from '../run-program';
import type { FindReleases } from '../start/prepare-site';
import { readDraft, serveSite } from '../start/serve-site';

// The artefact's program. It builds nothing: an empty store stays empty until a team activates releases.
const activeReleases: FindReleases = async (store) => {
  const { revision } = await store.readState();
  return { store, releases: revision?.releases ?? {} };
};

runProgram(async (life) => {
  const isDraft = readDraft(process.argv.slice(2));
  for (const name of ['DATA_DIR', 'SITE_CONFIG']) {
    if (!process.env[name]) {
      throw new UserError(`Set ${name} to a path outside this folder, which the next version replaces.`);
    }
  }
  await serveSite({ root: process.cwd(), isDraft, findReleases: activeReleases }, life);
});
