import { RELEASE_FILE, releaseBase } from '@site/contract/addresses';
import { STORE } from '@site/contract/stored-files';
import { sha256 } from '../integrity';

/** A release's name and its id, `<version>-<content hash>`. */
export interface ReleaseName {
  readonly name: string;
  readonly id: string;
}

/** No segment consists of dots only. */
const SAFE_KEY = /^(?:(?!\.+(?:\/|$))[\w@.+-]+(?:\/|$))+$/;
const LONGEST = 100;
const NAME = /^[a-z][a-z0-9-]*$/;
const ID = /^\d[0-9A-Za-z.+-]*$/;

/** Whether a word can be a name, which is used as a folder of the store, a key of revisions and a part of addresses. */
export const isName = (word: string) => NAME.test(word) && word.length <= LONGEST && !(word in {});
export const isId = (word: string) => ID.test(word) && word.includes('-') && word.length <= LONGEST;

/** Whether a branch's name can be a part of a preview's address, unescaped and beside others. */
export const isBranch = (word: string) => /^[0-9A-Za-z][0-9A-Za-z._/-]{0,79}$/.test(word);

/** Whether text from a request, neither URL-decoded nor resolved, can be used as a key or as the end of one. */
export const isSafeKey = (text: string) => SAFE_KEY.test(text);

/** The server serves `/r/…` from this prefix: a client file's key is its address. */
export const CLIENT_FILES = 'r/';

export const clientKey = ({ name, id }: ReleaseName, file = '') => releaseBase(name, id).slice(1) + file;
export const nodeKey = ({ name, id }: ReleaseName, file = '') => `node/${name}/${id}/${file}`;
/** A script's source map, compressed with Brotli. The server does not serve it. */
export const mapKey = ({ name, id }: ReleaseName, script?: string) =>
  `maps/${name}/${id}/${script === undefined ? '' : `${script}.map.br`}`;
export const descriptionKey = (release: ReleaseName) => clientKey(release, RELEASE_FILE);
/** The file says who published a release, and from what. The server does not serve it. */
export const publicationKey = ({ name, id }: ReleaseName) => `publications/${name}/${id}.json`;
export const bodyKey = (body: string) => `bodies/${body}`;
export const renderedKey = (template: string) => `rendered/${template}`;

export const checksKey = (shell?: string) => (shell === undefined ? 'checks/' : `checks/${shell}/`);
export const checkKey = ({ shell, name, id }: ReleaseName & { readonly shell: string }) =>
  `${checksKey(shell)}${name}@${id}.json`;

/** Begins the names of what ran of a release's journeys in a shell. No id contains an @. */
export const journeysPrefix = ({ name, id }: ReleaseName) => `${name}@${id}@`;

/** @param touched ids of the parts that the journey steps through, by name in alphabetical order */
export const journeyKey = (release: ReleaseName, journey: string, touched: Readonly<Record<string, string>>) =>
  `${checksKey(touched.shell)}${journeysPrefix(release)}${journey}-${sha256(JSON.stringify(touched)).slice(0, 16)}.json`;

export const SCRATCH_FILES = `${STORE.scratch}/`;

let written = 0;

/** Contains the id of the process, so that its files are recognised as abandoned once it has ended. */
export function nextScratchKey(): string {
  written += 1;
  return `${SCRATCH_FILES}${process.pid}-${Date.now()}-${written}`;
}
