import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { isAddress } from '@site/release-core/site-address';
import type { Blobs } from '@site/release-core/store/blobs';
import { copyStore, type StoreCopy } from '@site/release-core/store/copy-store';
import { dryBlobs } from '@site/release-core/store/dry-blobs';
import { folderBlobs } from '@site/release-core/store/folder-blobs';
import { requireUsable } from '@site/release-core/store/probe';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { describeLocation, isS3Address, readS3Location, variablesFor } from '@site/release-core/store/s3/s3-location';
import { UserError } from '@site/release-core/user-error';
import type { Answer, Context } from '../command/command';

interface NamedStore {
  readonly blobs: Blobs;
  readonly place: string;
}

interface Place extends Pick<Context, 'root'> {
  readonly options: {
    readonly from: string | undefined;
    readonly to: string | undefined;
    readonly isDry: boolean;
  };
}

export async function copyNamed({ root, options }: Place): Promise<Answer> {
  const { from, to, isDry } = options;
  if (!from || !to) throw new UserError('Name both stores: --from .data/store --to s3://bucket/prefix.');
  const [source, target] = [openNamed(root, 'from', from), openNamed(root, 'to', to)];
  if (source.place === target.place) throw new UserError(`--from and --to are both ${source.place}: name two stores.`);
  if (target.blobs.isRemote && !isDry) await requireUsable(target.blobs);
  const done = await copyStore({ from: source.blobs, to: isDry ? dryBlobs(target.blobs) : target.blobs });
  return {
    text: describe(done, { source, target }),
    json: { from: source.place, to: target.place, ...done },
  };
}

function openNamed(root: string, flag: 'from' | 'to', text: string): NamedStore {
  if (isS3Address(text)) {
    const variables = variablesFor(flag === 'from' ? 'FROM_' : 'TO_', process.env);
    const location = readS3Location({ name: `--${flag}`, text, variables }, process.env);
    return { blobs: s3Blobs(location), place: describeLocation(location) };
  }
  if (isAddress(text)) {
    throw new UserError(
      `--${flag} is ${JSON.stringify(text)}, a site: name a store, as in s3://bucket/prefix or /backups/store.`,
    );
  }
  const folder = resolve(root, text);
  const inside = join(folder, STORE.folder);
  if (existsSync(inside)) throw new UserError(`--${flag} holds a store among other things: name ${inside}.`);
  return { blobs: folderBlobs(folder), place: folder };
}

interface Named {
  readonly source: NamedStore;
  readonly target: NamedStore;
}

function describe({ values, bytes, entries, seq, leftOut }: StoreCopy, { source, target }: Named): string {
  return [
    values + entries === 0
      ? `${target.place} has all of ${source.place} already, up to change ${seq}.`
      : `${values} values (${(bytes / 1_000_000).toFixed(1)} MB) and ${entries} changes copied from ${source.place} to ${target.place}: change ${seq} is active there, and every file of its releases fits its hash.`,
    ...leftOut.map((key) => `left out: ${key}`),
  ].join('\n');
}
