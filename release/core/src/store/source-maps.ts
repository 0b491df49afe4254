import { integrityOf } from '../integrity';
import { type Blobs, put } from './blobs';
import { mapKey, type ReleaseName } from './keys';
import type { Release } from './release';

export const mapsIn = (blobs: Blobs) => ({
  /** Add them before the release, which exists once its description does. */
  addMaps: async (release: ReleaseName, maps: ReadonlyMap<string, Buffer> = new Map()) => {
    for (const [script, content] of maps) await put(blobs, mapKey(release, script), content);
  },
  /** A script's compressed source map; null when it is missing or has changed. */
  readMap: async (release: ReleaseName & Pick<Release, 'maps'>, script: string): Promise<Buffer | null> => {
    const content = await blobs.get(mapKey(release, script));
    return content && integrityOf(content) === release.maps?.[script] ? content : null;
  },
});
