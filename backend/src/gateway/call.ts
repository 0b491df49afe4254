import type { AllowedCall } from './calls';
import type { Refusal } from './refusals';

/** The parts of the request to PostgREST. */
export type Sent = {
  method: string;
  path: string;
  query: string;
  prefer: string;
  accept: string;
  clientInfo: string;
  body: string | Buffer;
};

export type Row = Record<string, unknown>;

/** A visitor's request on its way through the checks. */
export type Call = {
  readonly method: string;
  /** As it stands in the request line. */
  readonly target: string;
  /** Each header with every value it was sent with. */
  readonly headers: Readonly<NodeJS.Dict<string[]>>;
  readonly anonKey: string;
  /** The public address of the site, where it is known. */
  readonly siteOrigin: string | undefined;
  /** The body; null as soon as it is longer than `limit` bytes. Rejects when the visitor goes away. */
  readonly receive: (limit: number) => Promise<Buffer | null>;

  /** What follows was found by the checks before. */
  resource?: { kind: 'table' | 'function'; name: string };
  query?: string;
  /** The `Origin` of the request, once it is known to be the site's. */
  allowedOrigin?: string;
  allowed?: AllowedCall;
  body?: Buffer;
  json?: unknown;
  rows?: readonly Row[];
  /** PostgREST is sent what the checks put here, and nothing else. */
  readonly sent: Partial<Sent>;
};

/** Refuses a call, or lets it pass and notes what it found. */
export type Check = {
  readonly name: string;
  readonly run: (call: Call) => Refusal | undefined | Promise<Refusal | undefined>;
};

/** The value of a header, several joined as HTTP joins them; undefined where it was not sent. */
export function headerOf(call: Call, name: string): string | undefined {
  return call.headers[name]?.join(', ');
}
