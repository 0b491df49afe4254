import fc from 'fast-check';
import { CHECKS } from '../../src/gateway/checks/checks';
import type { TestBackend } from '../support/engines';
import { type RawAnswer, rawCall } from '../support/raw-call';
import type { Parts, RequestClass } from '../support/request-class';
import { acceptedClasses, requestClasses, requestWith } from '../support/request-classes';

const RUNS = Number(process.env.FC_RUNS ?? 20);
const COMBINATIONS = RUNS * 10;
const NAMES: readonly string[] = CHECKS.map(({ name }) => name);

/** Sends each class of requests to the gateway with a real PostgREST. */
export function describeGatewayClasses(backend: () => TestBackend): void {
  const send = (parts: Parts) => rawCall(backend().url, requestWith(parts, backend().anonKey));
  const countRows = () =>
    backend().owner.query(
      `select (select count(*) from public.contacts) + (select count(*) from public.reservations)
         + (select count(*) from public.incidents) + (select count(*) from public.reservation_dates) as count`,
    );

  test.each(requestClasses)('the gateway refuses $name', async ({ requests, answer }) => {
    const before = await countRows();
    const refused = async (parts: Parts) => expectAnswer(await send(parts), answer, parts);
    await fc.assert(fc.asyncProperty(requests, refused), { numRuns: RUNS });
    expect(await countRows()).toEqual(before);
  });

  test.each(acceptedClasses)('the gateway accepts $name', async ({ requests }) => {
    for (const parts of fc.sample(requests, { numRuns: 3, seed: 13 })) {
      expect(await send(parts)).toMatchObject({ status: 201 });
    }
  });

  test('the first failing check decides the answer to a request with several faults', async () => {
    const before = await countRows();
    const refused = async ([parts, answer]: Combination) => expectAnswer(await send(parts), answer, parts);
    await fc.assert(fc.asyncProperty(combinations, refused), { numRuns: COMBINATIONS });
    expect(await countRows()).toEqual(before);
  });
}

function expectAnswer({ status, body }: RawAnswer, expected: RequestClass['answer'], { method }: Parts): void {
  // An answer to HEAD has no body.
  const code = method === 'HEAD' ? undefined : body?.code;
  expect({ status, code }).toEqual({ status: expected.status, code: method === 'HEAD' ? undefined : expected.code });
}

type Combination = readonly [Parts, RequestClass['answer']];
interface Drawn {
  readonly from: RequestClass;
  readonly parts: Parts;
}

// A class with its own table, path or body is not combined with others.
const combinable = requestClasses.map((from) => from.requests.map((parts): Drawn => ({ from, parts })));

const combinations: fc.Arbitrary<Combination> = fc
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
