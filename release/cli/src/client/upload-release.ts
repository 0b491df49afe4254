import { mapConcurrently } from '@site/release-core/concurrency';
import { integrityOf } from '@site/release-core/integrity';
import type { Publication, ReadyRelease } from '@site/release-core/publish/add-release';
import { UserError } from '@site/release-core/user-error';
import { toAddress } from '@site/release-core/wire/open-uploads';
import type { UploadRequest } from '@site/release-core/wire/wire';
import * as v from 'valibot';
import { parseAnswer } from './parse-answer';
import type { Site } from './site';
import { SiteProblem } from './site-problem';

/** A site accepts four concurrent requests of a team: leaves room for a second publication. */
const AT_ONCE = 2;
const TRIES = 3;

const begun = v.looseObject({ upload: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)), missing: v.array(v.string()) });
const committed = v.looseObject({ outcome: v.picklist(['new', 'known', 'mended']) });

/** Sends only the contents that the site lacks. After an interruption, another call continues. */
export async function uploadRelease(site: Site, ready: ReadyRelease): Promise<Publication> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { release: ready.release, outcome: await upload(site, ready) };
    } catch (error) {
      // The upload is already committed: its answer was lost, or another publication shared it.
      const isGone = error instanceof SiteProblem && error.word === 'not-found';
      if (!isGone || attempt === TRIES) throw error;
    }
  }
}

async function upload({ origin, call }: Site, { release, provenance, client, node, maps = new Map() }: ReadyRelease) {
  const all = [client, node, maps].flatMap((files) => [...files.values()]);
  const contents = new Map(all.map((content) => [integrityOf(content), content]));
  const sizes = Object.fromEntries([...contents].map(([hash, { length }]) => [hash, length]));
  const body: UploadRequest = { release, provenance, sizes };
  const answer = await call({ method: 'POST', path: 'uploads', body, isRepeatable: true });
  const { upload: id, missing } = parseAnswer(begun, answer, origin);
  const byAddress = new Map([...contents].map(([hash, content]) => [toAddress(hash), content]));
  await mapConcurrently(missing, AT_ONCE, async (address) => {
    const content = byAddress.get(address);
    if (!content) throw new UserError(`${origin} asks for a content that the release does not have: update the site.`);
    await call({ method: 'PUT', path: `uploads/${id}/${address}`, body: content, isRepeatable: true });
  });
  const end = await call({ method: 'POST', path: `uploads/${id}/commit`, isRepeatable: true });
  return parseAnswer(committed, end, origin).outcome;
}
