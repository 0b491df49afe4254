import type { IncomingMessage } from 'node:http';
import type { Call } from './caller';
import { ProblemError } from './problem-error';
import { parseStrictJson } from './strict-json';

export interface Expected {
  readonly type: 'application/json' | 'application/octet-stream';
  readonly most: number;
  readonly seconds: number;
}

const TYPES = {
  'application/json': /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i,
  'application/octet-stream': /^application\/octet-stream$/i,
};

/** @throws ProblemError for an unexpected type or encoding, and for a body that is too large or too slow */
export function receive(request: IncomingMessage, { type, most, seconds }: Expected): Promise<Buffer> {
  const { headers } = request;
  const isExpected = TYPES[type].test(headers['content-type'] ?? '') && headers['content-encoding'] === undefined;
  if (!isExpected) throw new ProblemError('wrong-type', `Send the body as ${type}, without an encoding.`);
  const tooLarge = new ProblemError('too-large', `Send ${most} bytes at most.`);
  if (Number(headers['content-length'] ?? 0) > most) throw tooLarge;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('close', leave);
    };
    const refuse = (error: Error) => {
      stop();
      request.pause();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > most) refuse(tooLarge);
      else chunks.push(chunk);
    };
    const finish = () => {
      stop();
      resolve(Buffer.concat(chunks));
    };
    const leave = () => refuse(new Error('The caller went away.'));
    const timer = setTimeout(
      () => refuse(new ProblemError('too-slow', `Send the body within ${seconds} seconds.`)),
      seconds * 1000,
    );
    request.on('data', take).on('end', finish).on('close', leave);
  });
}

export async function receiveJson({ request, limits }: Call, most: number): Promise<unknown> {
  return parseStrictJson(await receive(request, { type: 'application/json', most, seconds: limits.bodySeconds }));
}
