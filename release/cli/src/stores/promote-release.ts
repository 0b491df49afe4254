import { describeHold, findHold } from '@site/release-core/changes/holds';
import { parseRelease } from '@site/release-core/changes/names';
import { findLine } from '@site/release-core/changes/part-line';
import { requireBackend } from '@site/release-core/compose/backend-fit';
import type { Publication } from '@site/release-core/publish/add-release';
import { isAddress } from '@site/release-core/site-address';
import type { ReleaseName } from '@site/release-core/store/keys';
import { UserError } from '@site/release-core/user-error';
import { downloadRelease } from '../client/download-release';
import { openSite, type Site } from '../client/site';
import { uploadRelease } from '../client/upload-release';
import type { Answer, Context } from '../command/command';
import { kilobytes } from '../publish/difference';

const OUTCOMES: Record<Publication['outcome'], string> = {
  new: 'is promoted',
  known: 'was there already with the same content: nothing was done',
  mended: 'was damaged there and has been restored',
};

interface Place extends Pick<Context, 'root' | 'site'> {
  readonly options: { readonly from: string | undefined; readonly isDry: boolean };
}

export async function promoteRelease(context: Place, word?: string): Promise<Answer> {
  const named = parseRelease(word);
  const { source, target } = await openBoth(context);
  await refuseRevoked(source, named);
  const state = await refuseRevoked(target, named);
  const hold = state && findHold(state, named.name);
  const ready = await downloadRelease(source, named);
  await requireBackend(target.store, [ready.release], 'Nothing was published.');
  const { name, id } = named;
  const isThere = await target.store.has(name, id);
  if (context.options.isDry) {
    const size = isThere ? 'is there already' : `would be sent, ${kilobytes(ready.release)} compressed`;
    return { text: `${name}@${id} ${size}.`, json: { name, id, changed: !isThere } };
  }
  const { outcome } = await uploadRelease(target, ready);
  return {
    text: [
      `${name}@${id} ${OUTCOMES[outcome]}, from ${source.origin} to ${target.origin} (${kilobytes(ready.release)} compressed).`,
      ...(hold ? [describeHold(name, hold)] : []),
      `To show it: npx pnpm release activate ${name}@${id}${hold ? ' --resume' : ''} --site ${target.origin}`,
    ].join('\n'),
    json: { name, id, outcome, from: source.origin, to: target.origin },
  };
}

async function openBoth({ root, site: target, options: { from } }: Place) {
  if (!target || from === undefined || !isAddress(from)) {
    throw new UserError('Name both sites: --from https://staging.example.fr --site https://www.example.fr.');
  }
  const source = await openSite(from, { root, env: process.env, name: '--from' });
  if (source.origin === target.origin)
    throw new UserError(`--from and --site are both ${target.origin}: name two sites.`);
  return { source, target };
}

/** Returns the state of the site. */
async function refuseRevoked({ origin, store }: Site, { name, id }: ReleaseName) {
  const state = await store.readIndex();
  if (!state || !findLine(state, name)?.revoked.includes(id)) return state;
  throw new UserError(`${name}@${id} is revoked for good at ${origin}: publish a release that differs from it.`);
}
