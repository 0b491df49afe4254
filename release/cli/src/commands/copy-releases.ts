import { resolve } from 'node:path';
import { parseReleaseName } from '@site/release-core/changes/arguments';
import { describeHold, findHold } from '@site/release-core/changes/holds';
import { findPart } from '@site/release-core/changes/part-state';
import { requireBackend } from '@site/release-core/compose/compatibility';
import { type Blobs, dryBlobs, requireConditionalWrites } from '@site/release-core/store/blobs';
import { folderBlobs } from '@site/release-core/store/folder-blobs';
import type { ReleaseName } from '@site/release-core/store/keys';
import { type MirrorResult, mirrorStore } from '@site/release-core/store/mirror-store';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { describeLocation, isS3Address, prefixInUse, readS3Location } from '@site/release-core/store/s3/s3-location';
import { UserError } from '@site/release-core/user-error';
import { openSite, type SiteConnection } from '../client/site';
import { downloadRelease } from '../client/transfer-release';
import type { CommandOutput, Context } from '../command';
import { describeOutcome, kilobytes } from '../publish/publication-answer';
import { targetOf } from '../publish/publish-packages';

interface NamedStore {
  readonly blobs: Blobs;
  readonly place: string;
}

export async function mirrorNamed({
  root,
  options,
}: Context<{ readonly from: string | undefined; readonly to: string | undefined }>): Promise<CommandOutput> {
  const { from, to, isDry } = options;
  if (!from || !to) throw new UserError('Name both stores: --from .data/store --to s3://bucket/prefix.');
  const [source, target] = [openNamed(root, 'from', from), openNamed(root, 'to', to)];
  if (target.blobs.isRemote && !isDry) await requireConditionalWrites(target.blobs);
  const mirrored = await mirrorStore({ from: source.blobs, to: isDry ? dryBlobs(target.blobs) : target.blobs });
  return {
    text: describe(mirrored, source, target),
    json: { from: source.place, to: target.place, ...mirrored },
  };
}

function openNamed(root: string, flag: 'from' | 'to', text: string): NamedStore {
  if (isS3Address(text)) {
    const variables = prefixInUse(flag === 'from' ? 'FROM_' : 'TO_', process.env);
    const location = readS3Location({ name: `--${flag}`, text, variables }, process.env);
    return { blobs: s3Blobs(location), place: describeLocation(location) };
  }
  const folder = resolve(root, text);
  return { blobs: folderBlobs(folder), place: folder };
}

const describe = ({ values, bytes, entries, seq }: MirrorResult, source: NamedStore, target: NamedStore): string =>
  values + entries === 0
    ? `${target.place} has all of ${source.place} already, up to change ${seq}.`
    : `${values} values (${(bytes / 1_000_000).toFixed(1)} MB) and ${entries} changes copied from ${source.place} to ${target.place}: change ${seq} is active there, and every file of its releases fits its hash.`;

type Promotion = Context<{ readonly from: string | undefined }>;

export async function promoteRelease(context: Promotion, word?: string): Promise<CommandOutput> {
  const chosen = parseReleaseName(word);
  const { source, target } = await openBoth(context);
  await refuseRevoked(source, chosen);
  const state = await refuseRevoked(target, chosen);
  const hold = state && findHold(state, chosen.name);
  const ready = await downloadRelease(source, chosen);
  await requireBackend(target.store, [ready.release], 'Nothing was published.');
  const { name, id } = chosen;
  const { outcome } = await targetOf(context).add(ready);
  return {
    text: [
      `${name}@${id} ${describeOutcome(outcome, context.options.isDry)}, from ${source.origin} to ${target.origin} (${kilobytes(ready.release)} compressed).`,
      ...(hold ? [describeHold(name, hold)] : []),
      `To show it: npx pnpm release activate ${name}@${id}${hold ? ' --resume' : ''} --site ${target.origin}`,
    ].join('\n'),
    json: { name, id, outcome, from: source.origin, to: target.origin },
  };
}

async function openBoth({ site: target, options: { from } }: Promotion) {
  if (!target || from === undefined) {
    throw new UserError('Name both sites: --from https://staging.example.fr --site https://www.example.fr.');
  }
  return { source: await openSite(from, '--from'), target };
}

async function refuseRevoked({ origin, store }: SiteConnection, { name, id }: ReleaseName) {
  const state = await store.readRevision();
  if (!state || !findPart(state, name)?.revoked.includes(id)) return state;
  throw new UserError(`${name}@${id} is revoked for good at ${origin}: publish a release that differs from it.`);
}
