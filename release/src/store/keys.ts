import { RELEASE_FILE, releaseBase } from '@site/contract/addresses';

/** A release's name and its id, version-contenthash. */
export interface ReleaseName {
  readonly name: string;
  readonly id: string;
}

/** The server answers `/r/…` from this part of the store: a client file's key is its address. */
export const CLIENT_FILES = 'r/';

export const clientKey = ({ name, id }: ReleaseName, file = '') => releaseBase(name, id).slice(1) + file;
export const nodeKey = ({ name, id }: ReleaseName, file = '') => `node/${name}/${id}/${file}`;
export const descriptionKey = (release: ReleaseName) => clientKey(release, RELEASE_FILE);
export const bodyKey = (body: string) => `bodies/${body}`;
