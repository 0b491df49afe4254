import { readVisitedChange } from '@site/release-core/operations/visited-change';
import type { Store } from '@site/release-core/store/store';
import { visitsIn } from '@site/release-core/watch/stored-visits';
import type { VisitRequest } from '@site/release-core/wire/wire';
import { type Call, type Reply, requireRight } from './caller';
import { receiveJson } from './receive';
import { visitRequest } from './schemas';
import { readShape } from './shape';

/** Stores what a browser elsewhere saw on the pages of a watched change. Who may activate a part may also visit it. */
export const visitAdder =
  (store: Store) =>
  async (call: Call): Promise<Reply> => {
    const { grant, limits } = call;
    const right = grant.may.includes('activate') ? 'activate' : 'visit';
    requireRight(grant, right, []);
    const { seq, paths, problems } = readShape<VisitRequest>(visitRequest, await receiveJson(call, limits.checksBytes));
    const { names } = await readVisitedChange(store, seq);
    requireRight(grant, right, names);
    await visitsIn(store.blobs).add(seq, { at: new Date().toISOString(), who: grant.to, paths, problems });
    return { status: 204, did: `visit of change ${seq}, ${problems.length} problems` };
  };
