import { INDEX_PATH, RELEASE_FILE, releaseBase } from '@site/contract/addresses';
import type { ReleaseIndex } from '@site/contract/release-index';
import { DamageError, unseal } from '@site/release-core/integrity';
import { isLoopback } from '@site/release-core/site-address';
import type { Release } from '@site/release-core/store/release';
import { parseRelease } from '@site/release-core/store/schemas';
import { UserError } from '@site/release-core/user-error';
import * as v from 'valibot';
import { fetchFailureOf, UNREACHABLE_WITHIN_MS } from './ask-live';
import { backendOf } from './live-page';

const route = v.looseObject({
  ...{ name: v.string(), path: v.string(), module: v.string(), title: v.string(), description: v.string() },
});
const index = v.looseObject({
  seq: v.number(),
  shell: v.looseObject({ id: v.string() }),
  remotes: v.record(v.string(), v.looseObject({ id: v.string(), entry: v.string(), routes: v.array(route) })),
});

export interface LiveSite {
  readonly origin: string;
  readonly shell: Release;
  readonly index: ReleaseIndex;
}

/** @throws UserError unless the text is an origin with https, or on this machine */
export function readLiveOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UserError(`--against is ${JSON.stringify(text)}: write the address of a site, as https://example.org.`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UserError(
      `--against is ${JSON.stringify(text)}: write it with https, plain http is for this machine only.`,
    );
  }
  if (url.username || url.password || url.pathname !== '/' || url.search || url.hash) {
    throw new UserError(`--against is ${JSON.stringify(text)}: write only ${url.protocol}//${url.host}.`);
  }
  return url.origin;
}

/** @throws UserError when the site does not answer, or has an index that this version cannot read */
export async function readLiveSite(origin: string): Promise<LiveSite> {
  const live = v.safeParse(index, await readJson(origin, INDEX_PATH));
  if (!live.success) {
    throw new UserError(
      `${origin}${INDEX_PATH} is no release index that this working copy understands: it is another site, or of another version of the contract.`,
    );
  }
  const description = `${releaseBase('shell', live.output.shell.id)}${RELEASE_FILE}`;
  const text = await readText(origin, description);
  try {
    const shell = parseRelease(unseal(Buffer.from(text)));
    return { origin, shell, index: live.output as unknown as ReleaseIndex };
  } catch (cause) {
    if (!(cause instanceof DamageError)) throw cause;
    throw new UserError(
      `${origin}${description} cannot be read (${cause.message}): the site has another version of the contract.`,
      { cause },
    );
  }
}

/** Returns the address of a live site's backend. @throws UserError when the site does not answer */
export async function readLiveBackend(origin: string): Promise<string> {
  return backendOf(await readText(origin, '/')).replace(/\/$/, '') || origin;
}

async function readJson(origin: string, path: string): Promise<unknown> {
  const text = await readText(origin, path);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function readText(origin: string, path: string): Promise<string> {
  const signal = AbortSignal.timeout(UNREACHABLE_WITHIN_MS);
  const answer = await fetch(origin + path, { redirect: 'manual', signal }).catch((cause: Error) => {
    throw new UserError(
      `${origin} does not answer (${fetchFailureOf(cause)}): correct the address, or try again later.`,
      {
        cause,
      },
    );
  });
  if (answer.ok) return answer.text();
  await answer.body?.cancel();
  const target = answer.headers.get('location');
  if (target && URL.canParse(target) && new URL(target).origin !== origin) {
    throw new UserError(`${origin} leads to ${new URL(target).origin}: write that address.`);
  }
  throw new UserError(
    answer.status >= 500
      ? `${origin} answers ${answer.status}: try again when the site works.`
      : `${origin}${path} answers ${answer.status}: it is no site of ours, or its server is not in front of it.`,
  );
}
