import { jsonForHtml } from '@site/contract/page-data';
import type { ReleaseIndex, ReleaseOrigin } from '@site/contract/release-index';
import { contentSecurityPolicy } from '@site/release-core/content-policy';
import { indexInPage, withIndex } from '@site/release-core/store/page-index';
import type { Store } from '@site/release-core/store/store';
import type { ServedPage } from '../serve/composed-pages';
import { tagOf } from '../serve/send-content';

/** The active page, whose index also says since when its releases are active, and from which commits they are. */
export async function withOrigins(store: Store, page: ServedPage): Promise<ServedPage> {
  const html = page.body.identity.toString();
  const index = indexInPage(html);
  const { entry } = await store.readState();
  const origins = Object.fromEntries(
    await Promise.all(
      namesIn(index).map(async ([name, id]): Promise<[string, ReleaseOrigin]> => {
        const isActive = entry?.releases[name]?.active === id;
        const release = await store.readIfIntact(name, id);
        return [name, { since: (isActive && entry?.since[name]) || null, commit: release?.commit ?? '' }];
      }),
    ),
  );
  const shown = withIndex(html, jsonForHtml({ ...index, origins }));
  const identity = Buffer.from(shown);
  return {
    ...page,
    contentSecurityPolicy: contentSecurityPolicy(shown, entry?.data.backend.url ?? '', page.private),
    tag: tagOf(identity),
    body: { identity },
  };
}

/** Names and ids of the releases that the page uses: public pages name no private part. */
const namesIn = ({ shell, remotes }: ReleaseIndex): readonly (readonly [name: string, id: string])[] => [
  ['shell', shell.id],
  ...Object.entries(remotes).map(([name, { id }]) => [name, id] as const),
];
