import { truncate } from '@site/terminal/terminal-text';
import type { SandboxAnswer } from './request';

const HEAD_BYTES = 5;
const LONGEST_FAILURE = 300;

/** Bytes of one answer. A page has about 50 kB. */
export const LONGEST_ANSWER = 1024 * 1024;

/** The code of a release can write anything here. The format is flat, so that reading costs no more than the bytes. */
export function answerReader(expected: number) {
  const answers: SandboxAnswer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let chunks: Buffer[] = [];
  let missing = HEAD_BYTES;

  const take = (): boolean => {
    const [status = 0] = rest;
    const length = rest.readUInt32BE(1);
    if (status > 1 || length > LONGEST_ANSWER) return false;
    missing = HEAD_BYTES + length - rest.length;
    if (missing > 0) return true;
    const text = rest.toString('utf8', HEAD_BYTES, HEAD_BYTES + length);
    answers.push(status === 1 ? { text } : { failure: truncate(text, LONGEST_FAILURE) });
    rest = rest.subarray(HEAD_BYTES + length);
    missing = HEAD_BYTES - rest.length;
    return true;
  };

  return {
    answers: answers as readonly SandboxAnswer[],
    /** Returns false for an invalid answer, or for one too many. */
    read: (chunk: Buffer): boolean => {
      chunks.push(chunk);
      missing -= chunk.length;
      if (missing > 0) return true;
      rest = Buffer.concat([rest, ...chunks]);
      chunks = [];
      while (missing <= 0) {
        if (answers.length === expected) return rest.length === 0;
        if (!take()) return false;
      }
      return true;
    },
  };
}
