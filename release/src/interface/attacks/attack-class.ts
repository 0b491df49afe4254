import fc from 'fast-check';
import type { Release } from '../../store/release';
import { uploadOf } from '../../testing/interface-site';
import { type Artifact, tinyRemote } from '../../testing/tiny-site';
import type { Grant } from '../grants';
import type { Limits } from '../limits';
import { toAddress } from '../open-uploads';
import type { ProblemWord, UploadAnswer } from '../wire';

/** What attacks are made of. */
export interface Prepared {
  readonly token: string;
  /** Of another team with the same rights. */
  readonly otherToken: string;
  /** Without contents, committed, with a false encoded form, and ready to be committed. */
  readonly begun: UploadAnswer;
  readonly committed: UploadAnswer;
  readonly forged: UploadAnswer;
  readonly whole: UploadAnswer;
}

export const MEGABYTE = 1024 * 1024;

export interface Attack {
  readonly method: string;
  /** Below the interface's address. */
  readonly path: string;
  readonly body?: string | Buffer;
  /** Replace those of an allowed request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body does not end. */
  readonly isOpen?: boolean;
}

export type MakeAttack = (prepared: Prepared) => Attack;

/** How the site is set up that is attacked. */
interface Setting {
  readonly grant?: Partial<Grant>;
  readonly isWithdrawn?: boolean;
  readonly limits?: Partial<Limits>;
  /** How many uploads are open before the attack. */
  readonly openUploads?: number;
}

export interface AttackClass extends Setting {
  /** As the end of "the interface refuses". */
  readonly name: string;
  readonly requests: fc.Arbitrary<MakeAttack>;
  /** The last of so many is refused. */
  readonly repeat?: number;
  readonly answer: ProblemWord;
  /** What succeeds: the same requests where nothing is held against them, or the nearest allowed ones. */
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

/** A release of booking that is not published. */
export const booking = (changes: Partial<Release> = {}, id = '1.0.0-z'): Artifact => tinyRemote('booking', id, changes);

export const checked =
  (changes: object): MakeAttack =>
  () => {
    const pair = { shell: '1.0.0-s1', name: 'booking', id: '1.0.0-c', routes: ['/booking'], forms: [], ...changes };
    return { method: 'POST', path: '/checks', body: JSON.stringify({ pairs: [pair], durationMs: 1 }) };
  };

/** Sends the first script of an upload of `booking()`. */
export const put = (choose: (prepared: Prepared) => UploadAnswer) => (prepared: Prepared) => {
  const { release, client } = booking();
  const file = 'remoteEntry.js';
  return {
    method: 'PUT',
    path: `/uploads/${choose(prepared).upload}/${toAddress(release.files[file] ?? '')}`,
    body: client.get(file) ?? Buffer.alloc(0),
  };
};
