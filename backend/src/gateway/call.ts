import type { AllowedCall } from './calls';
import type { Refusal } from './refusals';

/** The parts of the request to PostgREST. */
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

/** A visitor's request, as the checks pass it on. */
export interface Call {
  readonly method: string;
  /** The request line's target, not decoded. */
  readonly target: string;
  /** Each header with every value it was sent with. */
  readonly headers: Readonly<NodeJS.Dict<string[]>>;
  readonly anonKey: string;
  /** Signs the access tokens of owners. */
  readonly jwtSecret: string;
  /** The public address of the site, where it is known. */
  readonly siteOrigin: string | undefined;
  /** Reads the body; null as soon as it exceeds `limit` bytes. Rejects when the visitor disconnects. */
  readonly receive: (limit: number) => Promise<Buffer | null>;

  /** Set by the checks, as those below. */
  resource?: { readonly kind: 'table' | 'function' | 'auth'; readonly name: string };
  query?: string;
  /** The `Origin` of the request, once it is known to be the site's. */
  allowedOrigin?: string;
  allowed?: AllowedCall;
  /** Of a function that visitors may read: the form of each argument. */
  parameters?: Readonly<Record<string, RegExp>>;
  body?: Buffer;
  json?: unknown;
  rows?: readonly Row[];
  /** The body of a call of /auth/v1. */
  fields?: Readonly<Record<string, unknown>>;
  /** Set by the checks. PostgREST gets this and nothing else. */
  readonly sent: { -readonly [Part in keyof Sent]?: Sent[Part] };
}

/** Refuses a call, or lets it pass and records what it has parsed. */
export interface Check {
  readonly name: string;
  readonly run: (call: Call) => Refusal | undefined | Promise<Refusal | undefined>;
}

/** The value of a header, several values joined by commas; undefined when it was not sent. */
export function headerOf(call: Call, name: string): string | undefined {
  return call.headers[name]?.join(', ');
}
