import type { Release } from '@site/release-core/store/release';
import { type Artifact, tinyRemote } from '@site/release-core/tests/support/tiny-site';
import type { Grant } from '@site/release-core/wire/grants';
import { toAddress } from '@site/release-core/wire/open-uploads';
import type { ProblemWord, UploadAnswer } from '@site/release-core/wire/wire';
import fc from 'fast-check';
import type { Limits } from '../../src/interface/limits';
import { uploadOf } from '../support/interface-site';

export interface Prepared {
  readonly token: string;
  /** A token of another team with the same rights. */
  readonly otherToken: string;
  /** `begun` lacks its contents, `forged` has an invalid compressed file, `whole` can be committed. */
  readonly begun: UploadAnswer;
  readonly committed: UploadAnswer;
  readonly forged: UploadAnswer;
  readonly whole: UploadAnswer;
}

export const MEGABYTE = 1024 * 1024;

export interface Attack {
  readonly method: string;
  /** Relative to the interface's address. */
  readonly path: string;
  readonly body?: string | Buffer;
  /** Override the headers of an allowed request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Never ends the body. */
  readonly isOpen?: boolean;
}

export type MakeAttack = (prepared: Prepared) => Attack;

interface Setting {
  readonly grant?: Partial<Grant>;
  readonly isWithdrawn?: boolean;
  readonly limits?: Partial<Limits>;
  readonly openUploads?: number;
}

export interface AttackClass extends Setting {
  /** Completes "the interface refuses …". */
  readonly name: string;
  readonly requests: fc.Arbitrary<MakeAttack>;
  /** How often the request is sent; the last one is refused. */
  readonly repeat?: number;
  readonly answer: ProblemWord;
  /** The control, which succeeds: the same requests in an allowed setting, or the nearest allowed requests. */
  readonly without: Setting & { readonly requests?: fc.Arbitrary<MakeAttack> };
}

export const always = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);

export const unchecked = { isUnchecked: true, why: 'a test' };

export const post =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}): MakeAttack =>
  () => ({ method: 'POST', path: '/commands/status', body, headers });

export const STATUS = '{"words":[]}';

export const command =
  (name: string, words: readonly string[], more: object = {}): MakeAttack =>
  () => ({ method: 'POST', path: `/commands/${name}`, body: JSON.stringify({ words, ...more }) });

export const upload =
  (artifact: Artifact): MakeAttack =>
  () => ({ method: 'POST', path: '/uploads', body: JSON.stringify(uploadOf(artifact)) });

export const booking = (changes: Partial<Release> = {}, id = '1.0.0-z'): Artifact => tinyRemote('booking', id, changes);

export const checked =
  (changes: object): MakeAttack =>
  () => {
    const pair = { shell: '1.0.0-s1', name: 'booking', id: '1.0.0-c', routes: ['/booking'], forms: [], ...changes };
    return { method: 'POST', path: '/checks', body: JSON.stringify({ pairs: [pair], durationMs: 1 }) };
  };

/** Uploads `remoteEntry.js` of `booking()`. */
export const put = (choose: (prepared: Prepared) => UploadAnswer) => (prepared: Prepared) => {
  const { release, client } = booking();
  const file = 'remoteEntry.js';
  return {
    method: 'PUT',
    path: `/uploads/${choose(prepared).upload}/${toAddress(release.files[file] ?? '')}`,
    body: client.get(file) ?? Buffer.alloc(0),
  };
};
