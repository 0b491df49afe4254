import * as v from 'valibot';
import { integrityOf } from '../integrity';
import { toAddress } from '../interface/open-uploads';
import type { UploadRequest } from '../interface/wire';
import type { Publication, ReadyRelease } from '../publish/publish';
import { UserError } from '../user-error';
import { readAs } from './answer-as';
import type { Site } from './site';
import { SiteProblem } from './site-problem';

/** A site takes four at once of one team: two publications at the same time do not hinder each other. */
const AT_ONCE = 2;
const TRIES = 3;

const begun = v.looseObject({ upload: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)), missing: v.array(v.string()) });
const committed = v.looseObject({ outcome: v.picklist(['new', 'known', 'mended']) });

/**
 * Publishes a release on another machine: the contents that it lacks are sent. After an interruption, the same again goes on
 * with those that are missing.
 */
export async function uploadRelease(site: Site, ready: ReadyRelease): Promise<Publication> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { release: ready.release, outcome: await upload(site, ready) };
    } catch (error) {
      // The answer of a commit was lost, or two publications were one upload: what is described again is known.
      const isGone = error instanceof SiteProblem && error.word === 'not-found';
      if (!isGone || attempt === TRIES) throw error;
    }
  }
}

async function upload({ origin, call }: Site, { release, provenance, client, node }: ReadyRelease) {
  const contents = new Map([...client.values(), ...node.values()].map((content) => [integrityOf(content), content]));
  const sizes = Object.fromEntries([...contents].map(([hash, { length }]) => [hash, length]));
  const body: UploadRequest = { release, provenance, sizes };
  const answer = await call({ method: 'POST', path: 'uploads', body, isRepeatable: true });
  const { upload: id, missing } = readAs(begun, answer, origin);
  const byAddress = new Map([...contents].map(([hash, content]) => [toAddress(hash), content]));
  const waiting = [...missing];
  const worker = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const content = byAddress.get(address);
      if (!content)
        throw new UserError(`${origin} asks for a content that the release does not have: update the site.`);
      await call({ method: 'PUT', path: `uploads/${id}/${address}`, body: content, isRepeatable: true });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const end = await call({ method: 'POST', path: `uploads/${id}/commit`, isRepeatable: true });
  return readAs(committed, end, origin).outcome;
}
