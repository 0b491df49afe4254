import { openCalls } from '@site/release/client/call-site';
import { uploadRelease } from '@site/release/client/upload-release';
import { integrityOf } from '@site/release-core/integrity';
import { openSiteStore } from '@site/release-core/store/store';
import { giveGrant, uploadOf } from '@site/server/tests/support/interface-site';

const same = (script: string) => script;

interface Altered {
  readonly origin: string;
  readonly dataDir: string;
  readonly name: string;
  /** The end of its id: letters, digits and `_`. */
  readonly ending: string;
  /** Added to the entry. */
  readonly code?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Applied to the other scripts. */
  readonly rewrite?: (script: string) => string;
}

/**
 * Publishes the active release of a part with further or other code and files, with a grant that may only publish.
 * @returns its id, and the path of its entry
 */
export async function publishAltered({
  origin,
  dataDir,
  name,
  ending,
  code = '',
  files = {},
  rewrite = same,
}: Altered) {
  const store = openSiteStore(dataDir);
  const { token } = await giveGrant(store, { to: 'an attacker', names: [name], may: ['publish'] });
  const { entry: state } = await store.readState();
  // Its maps would not fit the altered scripts.
  const { maps: _, ...active } = await store.read(name, state?.releases[name]?.active ?? '');
  const { entry } = active;

  const client = new Map<string, Buffer>();
  for (const file of Object.keys(active.files)) client.set(file, await store.readClientFile(active, file));
  // The names of its folder and of its container: two releases are on one page when the earlier one replaces it.
  const own = (script: string) => script.replaceAll(active.id.slice(active.version.length + 1), ending);
  let entryText = own(`${client.get(entry)}\n${code}`);
  for (const [file, content] of [...client].filter(([one]) => one.endsWith('.js') && one !== entry)) {
    const text = Buffer.from(own(rewrite(content.toString())));
    entryText = entryText.replaceAll(integrityOf(content), integrityOf(text));
    replaceFile(client, file, text);
  }
  replaceFile(client, entry, Buffer.from(entryText));
  for (const [file, content] of Object.entries(files)) client.set(file, Buffer.from(content));
  const node = new Map<string, Buffer>();
  for (const file of Object.keys(active.nodeFiles)) node.set(file, await store.readNodeFile(active, file));

  const hashes = Object.fromEntries([...client].map(([file, content]) => [file, integrityOf(content)]));
  const id = `${active.version}-${ending}`;
  const { release, provenance } = uploadOf({
    release: { ...active, id, container: own(active.container), files: hashes },
    client,
    node,
  });
  const call = openCalls({ origin, token: { source: 'the test', read: async () => token } });
  await uploadRelease({ origin, call, store }, { release, provenance, client, node });
  return { id, entry };
}

/** Removes its compressed forms, which are those of the earlier content. */
function replaceFile(client: Map<string, Buffer>, file: string, content: Buffer) {
  if (client.get(file)?.equals(content)) return;
  for (const script of [...client.keys()].filter((name) => name.startsWith(`${file}.`))) client.delete(script);
  client.set(file, content);
}
