import * as v from 'valibot';
import { checksRequest, commandRequest, uploadRequest } from './schemas';
import type { ProblemWord } from './wire';

/** Bytes as they are. */
export const BYTES = 'bytes';

type Shape = v.GenericSchema | typeof BYTES;

export interface Operation {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Below the interface's address. */
  readonly path: string;
  readonly summary: string;
  readonly body?: Shape;
  readonly status: 200 | 201 | 204;
  readonly answer?: Shape;
  /** Besides those of every operation. */
  readonly problems: readonly ProblemWord[];
}

const text = v.string();
const releaseName = v.strictObject({ name: text, id: text });

const commandAnswer = v.strictObject({ text, json: v.unknown(), isBad: v.optional(v.boolean()) });
const uploadAnswer = v.strictObject({ upload: text, missing: v.array(text) });
const commitAnswer = v.strictObject({ release: releaseName, outcome: v.picklist(['new', 'known', 'mended']) });

const OF_JSON_BODIES = ['malformed', 'wrong-type', 'too-large', 'too-slow'] as const;

export const PROBLEMS_OF_ALL: readonly ProblemWord[] = ['unauthenticated', 'too-many', 'unavailable', 'failed'];
/** Of addresses and methods that this list does not have. */
export const PROBLEMS_OF_OTHERS: readonly ProblemWord[] = ['not-found', 'method-not-allowed'];

/** All that the interface answers: its description is made from this list, and a test holds the server against it. */
export const OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    path: '/',
    summary: 'This description',
    status: 200,
    answer: v.looseObject({ openapi: text }),
    problems: [],
  },
  {
    method: 'POST',
    path: '/commands/{command}',
    summary: 'Runs activate, deactivate, rollback, revoke, compose, status or log, as it was typed',
    body: commandRequest,
    status: 200,
    answer: commandAnswer,
    problems: [...OF_JSON_BODIES, 'not-found', 'forbidden', 'conflict', 'not-checked', 'refused', 'no-room'],
  },
  {
    method: 'GET',
    path: '/store/{key}',
    summary: 'A value of the store as bytes; the names below a key that ends with a slash as JSON',
    status: 200,
    answer: BYTES,
    problems: ['not-found'],
  },
  {
    method: 'HEAD',
    path: '/store/{key}',
    summary: 'Whether the store has a value',
    status: 200,
    problems: ['not-found'],
  },
  {
    method: 'POST',
    path: '/uploads',
    summary: 'Describes a release, and names the contents that are not here yet',
    body: uploadRequest,
    status: 201,
    answer: uploadAnswer,
    problems: [...OF_JSON_BODIES, 'forbidden', 'conflict', 'refused', 'no-room'],
  },
  {
    method: 'PUT',
    path: '/uploads/{upload}/{content}',
    summary: 'Sends a content; its address is its SHA-384 in base64url',
    body: BYTES,
    status: 204,
    problems: ['not-found', 'wrong-type', 'too-large', 'too-slow', 'wrong-content', 'no-room'],
  },
  {
    method: 'POST',
    path: '/uploads/{upload}/commit',
    summary: 'Makes the release, once all its contents are here',
    status: 200,
    answer: commitAnswer,
    problems: ['not-found', 'forbidden', 'conflict', 'refused', 'wrong-content', 'no-room'],
  },
  {
    method: 'POST',
    path: '/checks',
    summary: 'Stores what was tested in a browser elsewhere',
    body: checksRequest,
    status: 204,
    problems: [...OF_JSON_BODIES, 'forbidden', 'refused', 'no-room'],
  },
];
