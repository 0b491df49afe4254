import { addChecks, findUnchecked } from '@site/release-core/checks/check-record';
import type { Store } from '@site/release-core/store/store';
import type { ChecksRequest } from '@site/release-core/wire/wire';
import { type Call, type Reply, requireRight } from './caller';
import { ProblemError } from './problem-error';
import { receiveJson } from './receive';
import { checksRequest } from './schemas';
import { readShape } from './shape';

type Pair = ChecksRequest['pairs'][number];

/** Stores a publisher's browser checks. A pair that already has a check keeps it. */
export const checksAdder =
  (store: Store) =>
  async (call: Call): Promise<Reply> => {
    const { grant, limits } = call;
    const body = await receiveJson(call, limits.checksBytes);
    const { pairs, durationMs } = readShape<ChecksRequest>(checksRequest, body);
    const right = grant.may.includes('publish') ? 'publish' : 'activate';
    for (const pair of pairs) {
      // A grant for the shell covers the checks of all remotes.
      requireRight(grant, right, grant.names.includes('shell') ? [] : [pair.name]);
      await requireReal(store, pair);
    }
    const isNew = new Set((await findUnchecked(store, pairs)).map(describe));
    const added = pairs.filter((pair) => isNew.has(describe(pair)));
    await addChecks(store, added, { who: grant.to, at: new Date().toISOString(), durationMs });
    return { status: 204, ...(added.length > 0 && { did: `check ${added.map(describe).join(', ')}` }) };
  };

const describe = ({ name, id, shell }: Pick<Pair, 'name' | 'id' | 'shell'>) => `${name}@${id} in shell@${shell}`;

/** The server cannot verify a check, only that its releases and routes exist. */
async function requireReal(store: Store, pair: Pair) {
  const release = pair.name === 'shell' ? null : await store.readIfIntact(pair.name, pair.id);
  if (!release || !(await store.has('shell', pair.shell))) {
    throw new ProblemError('refused', `${describe(pair)} is not published: publish it before its check.`);
  }
  const paths = release.routes.map(({ path }) => path);
  const isWhole =
    paths.every((path) => pair.routes.includes(path)) && pair.routes.every((path) => paths.includes(path));
  if (isWhole && pair.forms.every((path) => paths.includes(path))) return;
  throw new ProblemError('refused', `The check of ${describe(pair)} must cover its pages: ${paths.join(', ')}.`);
}
