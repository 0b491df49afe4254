import type { IncomingMessage } from 'node:http';
import type { Grant } from '@site/release-core/wire/grants';
import type { Identity } from '@site/release-core/wire/sessions';
import type { Right } from '@site/release-core/wire/wire';
import type { Limits } from './limits';
import { ProblemError } from './problem-error';

/** An authenticated request. `words` are the values of the placeholders in its path. */
export interface Call {
  readonly request: IncomingMessage;
  readonly grant: Grant;
  /** Of the identity token that the request exchanges. */
  readonly identity?: Identity | undefined;
  readonly words: readonly string[];
  readonly limits: Limits;
}

export interface Reply {
  readonly status: 200 | 201 | 204;
  /** A Buffer is sent as bytes, any other value as JSON. */
  readonly body?: unknown;
  /** Describes the change in the log; missing when the request only reads. */
  readonly did?: string;
}

/** @throws ProblemError unless the grant has the right for each of the parts */
export function requireRight(grant: Grant, right: Right, names: readonly string[]): void {
  const { to, may } = grant;
  if (!may.includes(right)) {
    throw new ProblemError('forbidden', `The grant of ${to} has no right to ${right}: ask whoever gave it.`);
  }
  const other = names.find((name) => !grant.names.includes(name));
  if (other === undefined) return;
  const own = grant.names.join(', ') || 'no part';
  throw new ProblemError('forbidden', `The grant of ${to} is for ${own}, not for ${other}: ask whoever gave it.`);
}
