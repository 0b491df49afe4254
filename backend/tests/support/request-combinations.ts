import fc from 'fast-check';
import { CHECKS } from '../../src/gateway/checks/checks';
import type { Parts, RequestClass } from './request-class';
import { requestClasses } from './request-classes';

const NAMES: readonly string[] = CHECKS.map(({ name }) => name);

interface Drawn {
  readonly from: RequestClass;
  readonly parts: Parts;
}

// A class with its own table, path or body is not combined with others.
const combinable = requestClasses.map((from) => from.requests.map((parts): Drawn => ({ from, parts })));

/** Requests with several faults, each with the answer to the fault that is checked first. */
export const combinations: fc.Arbitrary<readonly [Parts, RequestClass['answer']]> = fc
  .tuple(fc.oneof(...combinable), fc.oneof(...combinable), fc.oneof(...combinable))
  .filter((drawn) => drawn.every((one, index) => drawn.slice(index + 1).every((other) => areApart(one, other))))
  .map((drawn) => {
    const headers = Object.assign({}, ...drawn.map((one) => one.parts.headers));
    const parts: Parts = Object.assign({}, ...drawn.map((one) => one.parts), { headers });
    const [first] = drawn.map(({ from }) => from).sort((one, other) => rankOf(one) - rankOf(other));
    return [parts, first?.answer ?? { status: 0 }] as const;
  });

const rankOf = ({ defence }: RequestClass) => NAMES.indexOf(defence);

function areApart(one: Drawn, other: Drawn): boolean {
  const isOfContacts = ({ parts: { table = 'contacts' } }: Drawn) => table === 'contacts';
  const shared = (['method', 'target', 'query', 'body'] as const).filter(
    (part) => one.parts[part] !== undefined && other.parts[part] !== undefined,
  );
  const headers = Object.keys(one.parts.headers ?? {}).filter((name) => name in (other.parts.headers ?? {}));
  const targets = [one, other].filter(({ parts }) => parts.target !== undefined);
  const queries = [one, other].filter(({ parts }) => parts.query !== undefined || parts.method !== undefined);
  return (
    one.from.defence !== other.from.defence &&
    shared.length === 0 &&
    headers.length === 0 &&
    isOfContacts(one) &&
    isOfContacts(other) &&
    (targets.length === 0 || queries.length === 0)
  );
}
