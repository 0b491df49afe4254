import { compressMap, MAP_BYTES } from '@site/release-core/compress';
import type { Files } from '@site/release-core/publish/add-release';

/** The compressed source maps of a build's scripts, by script. Leaves out one that is too large. */
export async function readMaps(client: Files, maps: Files): Promise<Files> {
  const accepted = [...client.keys()].flatMap((script) => {
    const map = maps.get(`${script}.map`);
    if (!map || map.length <= MAP_BYTES) return map ? [{ script, map }] : [];
    console.error(`The source map of ${script} has more than ${MAP_BYTES} bytes: failures in it will show no line.`);
    return [];
  });
  return new Map(await Promise.all(accepted.map(async ({ script, map }) => [script, await compressMap(map)] as const)));
}
