import { resolve } from 'node:path';
import { isS3Address, readS3Location, variablesFor } from '@site/release-core/store/s3-location';
import { bucketTarget } from '../deploy/bucket-target';
import { type Deployed, deploySite } from '../deploy/deploy-site';
import { folderTarget } from '../deploy/folder-target';
import type { DeployTarget } from '../deploy/target';
import type { Command } from './command';

export const deploy: Command = {
  usage: 'deploy <target>',
  description:
    'puts the active site where a host serves it: a folder, or s3://bucket/prefix behind a CDN; sends only what is missing',
  minArguments: 1,
  isReadOnly: true,
  run: async ({ store, root, options }, word = '') => {
    const target = openTarget(root, word);
    const deployed = await deploySite(store, target, options.isDry);
    return { text: describe(deployed, target), json: { target: target.place, ...deployed } };
  },
};

function openTarget(root: string, text: string): DeployTarget {
  if (!isS3Address(text)) return folderTarget(resolve(root, text));
  const variables = variablesFor('TO_', process.env);
  return bucketTarget(readS3Location({ name: 'The target', text, variables }, process.env));
}

function describe({ seq, sent, kept, removed, leftOut }: Deployed, { place }: DeployTarget): string {
  return [
    `Change ${seq} is in ${place}: ${sent.length} files sent, ${kept} were there${removed.length > 0 ? `, ${removed.length} removed` : ''}.`,
    ...leftOut.map(
      (path) => `left out: ${path}, which other sites could frame, as a bucket sends no header against it.`,
    ),
  ].join('\n');
}
