import { resolve } from 'node:path';
import { isS3Address, readS3Location, variablesFor } from '@site/release-core/store/s3/s3-location';
import type { Answer, Context } from '../command/command';
import { describeSteps } from '../describe/describe-change';
import { bucketTarget } from './bucket-target';
import { type Deployed, deploySite } from './deploy-site';
import { folderTarget } from './folder-target';
import type { DeployTarget } from './target';

export async function deployTo({ store, root, options }: Context, word: string): Promise<Answer> {
  const target = openTarget(root, word);
  const deployed = await deploySite(store, target, options.isDry);
  return { text: describe(deployed, target), json: { target: target.place, ...deployed } };
}

function openTarget(root: string, text: string): DeployTarget {
  if (!isS3Address(text)) return folderTarget(resolve(root, text));
  const variables = variablesFor('TO_', process.env);
  return bucketTarget(readS3Location({ name: 'The target', text, variables }, process.env));
}

function describe({ seq, sent, kept, removed, leftOut, steps = [] }: Deployed, { place }: DeployTarget): string {
  return [
    ...describeSteps(steps),
    `Change ${seq} is in ${place}: ${sent.length} files sent, ${kept} were there${removed.length > 0 ? `, ${removed.length} removed` : ''}.`,
    ...leftOut.map(
      (path) => `left out: ${path}, which other sites could frame, as a bucket sends no header against it.`,
    ),
  ].join('\n');
}
