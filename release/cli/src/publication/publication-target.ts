import { addChecks } from '@site/release-core/checks/check-record';
import { addRelease, type Publication, type ReadyRelease } from '@site/release-core/publish/add-release';
import type { Store } from '@site/release-core/store/store';
import type { ChecksRequest } from '@site/release-core/wire/wire';
import { readSettings } from '@site/server/settings';
import { sendChecks } from '../client/send-checks';
import { uploadRelease } from '../client/upload-release';
import type { Context } from '../command/command';

export interface PublicationTarget {
  /** @param origin the public address in the site's data; may be empty */
  readonly addressOf: (origin: string) => string;
  /** The `--site` flag of commands on this target. */
  readonly flag: string;
  readonly add: (ready: ReadyRelease) => Promise<Publication>;
  readonly addChecks: (record: ChecksRequest) => Promise<void>;
}

export function targetOf({ root, store, site, options }: Context): PublicationTarget {
  if (site) {
    return {
      addressOf: () => site.origin,
      flag: ` --site ${site.origin}`,
      add: (ready) => uploadRelease(site, ready),
      addChecks: (record) => sendChecks(site, record),
      ...(options.isDry && dryTarget(store)),
    };
  }
  return {
    addressOf: (origin) => origin || `http://localhost:${readSettings(process.env, root).port}`,
    flag: '',
    add: (ready) => addRelease(store, ready),
    addChecks: ({ pairs, durationMs }) =>
      addChecks(store, pairs, { who: options.who, at: new Date().toISOString(), durationMs }),
    ...(options.isDry && dryTarget(store)),
  };
}

/** Sends nothing, and reads no files of a release that is stored already. */
const dryTarget = (store: Store): Pick<PublicationTarget, 'add' | 'addChecks'> => ({
  add: async ({ release }) => {
    const published = await store.readIfIntact(release.name, release.id);
    return { release: published ?? release, outcome: published ? 'known' : 'new' };
  },
  addChecks: async () => undefined,
});
