import type { Blobs } from './blobs';
import { indexIn } from './index-entries';
import { mapsIn } from './source-maps';
import { pagesIn } from './stored-pages';
import { releasesIn } from './stored-releases';

export type Store = ReturnType<typeof openStore>;

export const openStore = (blobs: Blobs) => ({
  blobs,
  ...indexIn(blobs),
  ...releasesIn(blobs),
  ...mapsIn(blobs),
  ...pagesIn(blobs),
});
