import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { RELEASE_FILE } from '@site/contract/addresses';
import { requireState } from '../changes/decide';
import { resolveRedirects } from '../changes/redirects';
import { readReleases } from '../compose/composed-releases';
import { headerRules, headersFile, nginxHeaders, redirectsFile } from '../serve/static-headers';
import { clientKey } from '../store/keys';
import { type ComposedPages, NOT_FOUND, type Release } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import type { Command } from './command';

/** Static hosts look for `<page>.html` where a path has no ending. */
const fileOf = (path: string) => {
  if (path === '/') return 'index.html';
  const file = path.replace(/^\//, '');
  return file.includes('.') ? file : `${file}.html`;
};

export const exportSite: Command = {
  usage: 'export <folder>',
  does: 'writes the active site as files for a static host, with its headers',
  words: 1,
  isReadOnly: true,
  run: async ({ store, root, options }, folder = '') => {
    const { pages, releases, data, redirects = {} } = requireState(await store.readIndex());
    if (!data.backend.url) {
      throw new UserError(
        'The site has no hosted backend: its forms would reach nobody. Name one in site.json, then "compose".',
      );
    }
    const target = resolve(root, folder);
    await assertEmpty(target);
    const { shell, remotes, fallbacks } = await readReleases(store, releases);
    const rules = headerRules(pages);
    const resolved = resolveRedirects(redirects, Object.keys(pages));
    const files: [string, Buffer | string][] = [
      ...(await Promise.all([shell, ...remotes, ...fallbacks.values()].map((one) => releaseFiles(store, one)))).flat(),
      ...(await pageFiles(store, pages)),
      ['_headers', headersFile(rules)],
      ['_redirects', redirectsFile(resolved)],
      ['nginx-headers.conf', nginxHeaders(rules, resolved)],
    ];
    if (!options.isDry) for (const [file, content] of files) await write(join(target, file), content);
    return {
      text: `${files.length} files in ${target}.`,
      json: { folder: target, files: files.map(([file]) => file) },
    };
  },
};

async function releaseFiles(store: Store, release: Release): Promise<[string, Buffer][]> {
  const names = [...Object.keys(release.files), RELEASE_FILE];
  return Promise.all(names.map(async (file) => [clientKey(release, file), await store.readClientFile(release, file)]));
}

const pageFiles = (store: Store, pages: ComposedPages): Promise<[string, Buffer][]> =>
  Promise.all(
    Object.entries(pages).map(async ([path, { body }]) => [
      path === NOT_FOUND ? '404.html' : fileOf(path),
      await store.readBody(body),
    ]),
  );

async function assertEmpty(folder: string) {
  const found = await readdir(folder).catch(() => []);
  if (found.length > 0)
    throw new UserError(`${folder} is not empty: name a folder that is, or one that does not exist yet.`);
}

async function write(file: string, content: Buffer | string) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
