import type { Claims } from '../data-folder/keys';
import type { AllowedCall } from '../database/calls';
import type { Refusal } from './refusals';

type Row = Readonly<Record<string, unknown>>;

/** A visitor's or an owner's request. Each check adds what it has parsed. */
export interface Call {
  readonly method: string;
  /** The target of the request line, not decoded. */
  readonly target: string;
  readonly headers: Readonly<NodeJS.Dict<string[]>>;
  readonly anonKey: string;
  readonly jwtSecret: string;
  readonly siteOrigin: string | undefined;
  /** Reads the body; null as soon as it exceeds `limit` bytes. Rejects when the visitor disconnects. */
  readonly receive: (limit: number) => Promise<Buffer | null>;

  // The checks set this field and all that follow.
  resource?: { readonly kind: 'table' | 'function' | 'auth'; readonly name: string };
  query?: string;
  /** The `Origin` of the request, once it is known to be the site's. */
  allowedOrigin?: string;
  allowed?: AllowedCall;
  /** Name the owner; without them, the call runs as role anon. */
  claims?: Claims;
  /** Columns or arguments, all of them known. */
  given?: readonly string[];
  /** The client reads what is readable of the new row. */
  returnsRow?: boolean;
  body?: Buffer;
  json?: unknown;
  rows?: readonly Row[];
  fields?: Row;
}

export interface Check {
  readonly name: string;
  readonly run: (call: Call) => Refusal | undefined | Promise<Refusal | undefined>;
}

/** The value of a header, several values joined by commas; undefined when it was not sent. */
export function headerOf(call: Call, name: string): string | undefined {
  return call.headers[name]?.join(', ');
}
