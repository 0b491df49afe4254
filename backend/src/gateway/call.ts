import type { AllowedCall } from './calls';
import type { Refusal } from './refusals';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly prefer: string;
  readonly accept: string;
  readonly clientInfo: string;
  readonly body: string | Buffer;
  /** Of an owner; without it, PostgREST answers as role anon. */
  readonly accessToken: string;
}

export type Row = Record<string, unknown>;

/** A visitor's request. Each check adds what it has parsed. */
export interface Call {
  readonly method: string;
  /** The request line's target, not decoded. */
  readonly target: string;
  /** All values of each header. */
  readonly headers: Readonly<NodeJS.Dict<string[]>>;
  readonly anonKey: string;
  readonly jwtSecret: string;
  /** The public address of the site, if known. */
  readonly siteOrigin: string | undefined;
  /** Reads the body; null as soon as it exceeds `limit` bytes. Rejects when the visitor disconnects. */
  readonly receive: (limit: number) => Promise<Buffer | null>;

  /** The checks set this field and all that follow. */
  resource?: { readonly kind: 'table' | 'function' | 'auth'; readonly name: string };
  query?: string;
  /** The `Origin` of the request, once it is known to be the site's. */
  allowedOrigin?: string;
  allowed?: AllowedCall;
  /** For a function that visitors may read: the pattern of each argument. */
  parameters?: Readonly<Record<string, RegExp>>;
  body?: Buffer;
  json?: unknown;
  rows?: readonly Row[];
  fields?: Readonly<Record<string, unknown>>;
  /** PostgREST gets this and nothing else. */
  readonly sent: { -readonly [Part in keyof Sent]?: Sent[Part] };
}

export interface Check {
  readonly name: string;
  readonly run: (call: Call) => Refusal | undefined | Promise<Refusal | undefined>;
}

/** The value of a header, several values joined by commas; undefined when it was not sent. */
export function headerOf(call: Call, name: string): string | undefined {
  return call.headers[name]?.join(', ');
}
