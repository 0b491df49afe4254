import { openCalls } from '@site/release/client/call-site';
import { uploadRelease } from '@site/release/client/upload-release';
import { integrityOf } from '@site/release-core/integrity';
import { openSiteStore } from '@site/release-core/store/store';
import { giveGrant, uploadOf } from '@site/server/tests/support/interface-site';

interface Altered {
  readonly origin: string;
  readonly dataDir: string;
  readonly name: string;
  /** The end of its id. */
  readonly ending: string;
  /** Added to the entry. */
  readonly code: string;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Publishes the active release of a part with further code and files, with a grant that may only publish.
 * @returns its id, and the path of its entry
 */
export async function publishAltered({ origin, dataDir, name, ending, code, files }: Altered) {
  const store = openSiteStore(dataDir);
  const { token } = await giveGrant(store, { to: 'an attacker', names: [name], may: ['publish'] });
  const { entry: state } = await store.readState();
  // Its maps would not fit the altered scripts.
  const { maps: _, ...active } = await store.read(name, state?.releases[name]?.active ?? '');
  const { entry } = active;

  const client = new Map<string, Buffer>();
  // Without the compressed forms of the entry, which would be those of the active one.
  for (const file of Object.keys(active.files).filter((one) => !one.startsWith(`${entry}.`))) {
    client.set(file, await store.readClientFile(active, file));
  }
  client.set(entry, Buffer.from(`${client.get(entry)}\n${code}`));
  for (const [file, content] of Object.entries(files)) client.set(file, Buffer.from(content));
  const node = new Map<string, Buffer>();
  for (const file of Object.keys(active.nodeFiles)) node.set(file, await store.readNodeFile(active, file));

  const hashes = Object.fromEntries([...client].map(([file, content]) => [file, integrityOf(content)]));
  const id = `${active.version}-${ending}`;
  const { release, provenance } = uploadOf({ release: { ...active, id, files: hashes }, client, node });
  const call = openCalls({ origin, token: { source: 'the test', read: async () => token } });
  await uploadRelease({ origin, call, store }, { release, provenance, client, node });
  return { id, entry };
}
