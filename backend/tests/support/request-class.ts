import type fc from 'fast-check';
import type { CheckName } from '../../src/gateway/checks/checks';

/** The parts in which a request can differ from a valid one. */
export interface Parts {
  readonly method?: string;
  readonly table?: string;
  /** In place of `/rest/v1/<table>?<query>`. */
  readonly target?: string;
  readonly query?: string;
  /** Null leaves a header out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string | Buffer;
}

/** One kind of forbidden request. */
export interface RequestClass {
  /** Completes "the gateway refuses …". */
  readonly name: string;
  /** The check that refuses it. */
  readonly defence: CheckName;
  readonly requests: fc.Arbitrary<Parts>;
  readonly answer: { readonly status: number; readonly code?: string };
}

/** @param by the check, and the status and code of its answer */
export function refuses(
  name: string,
  by: `${CheckName} ${number}${string}`,
  requests: fc.Arbitrary<Parts>,
): RequestClass {
  const [defence, status, code] = by.split(' ') as [CheckName, string, string?];
  return { name, defence, requests, answer: { status: Number(status), ...(code && { code }) } };
}
