import { type Compilation, rspack, type sources } from '@rspack/core';

/**
 * Placeholder for the content hash. Letters only: it becomes part of a global's name, in which the bundler rewrites
 * other characters. All releases of a remote would then share one global.
 */
export const RELEASE_STAMP = 'ReleaseStampToBeReplaced';

const PLACEHOLDERS = new RegExp(RELEASE_STAMP, 'g');

/** The bundler lists the integrity of chunks in an order that depends on what else its process builds. */
const INTEGRITY_LISTS = /(?<=\.sriHashes=\{)[^}]+/g;
const sortList = (list: string) => list.split(',').sort().join(',');

/** Replaces the placeholder in a script, and moves the positions of its source map with it. Sorts integrity lists. */
export function stamped(script: sources.Source, stamp: string): sources.Source {
  const replaced = new rspack.sources.ReplaceSource(script);
  const text = script.source().toString();
  for (const { index } of text.matchAll(PLACEHOLDERS)) {
    replaced.replace(index, index + RELEASE_STAMP.length - 1, stamp);
  }
  for (const { index, 0: list } of text.matchAll(INTEGRITY_LISTS)) {
    replaced.replace(index, index + list.length - 1, sortList(list));
  }
  return replaced;
}

/**
 * The assets without the hashes in their names. Until the files are final, the bundler computes these hashes also from
 * the source maps, which contain paths and change with a comment.
 */
export function withoutHashes(compilation: Compilation): [name: string, content: Buffer][] {
  const assets = compilation.getAssets();
  const hashes = assets.flatMap(({ info }) => info.contenthash ?? []);
  const strip = (text: string) =>
    hashes.reduce((rest, hash) => rest.replaceAll(hash, ''), text).replace(INTEGRITY_LISTS, sortList);
  return assets.map(({ name, source }) => [
    strip(name),
    Buffer.from(strip(source.buffer().toString('latin1')), 'latin1'),
  ]);
}
