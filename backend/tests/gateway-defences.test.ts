import fc from 'fast-check';
import { CALLS } from '../src/database/calls';
import type { Check } from '../src/gateway/call';
import { CHECKS, type CheckName } from '../src/gateway/checks/checks';
import { type RawAnswer, rawCall } from './support/raw-call';
import { gatewayToRecorder } from './support/recording-database';
import {
  type Parts,
  type RequestClass,
  requestWith,
  requestClasses as visitorClasses,
} from './support/request-classes';
import { ownerClasses } from './support/request-classes-owner';

const RUNS = Number(process.env.FC_RUNS ?? 6);
const requestClasses = [...visitorClasses, ...ownerClasses];

/** Replace the checks that also parse the request. */
const careless: Partial<Record<CheckName, Check['run']>> = {
  target: (call) => {
    const name = /[a-z_]+(?=[^a-z_]*$)/.exec(resolved(call.target))?.[0] ?? '';
    call.resource = { kind: 'table', name };
    return undefined;
  },
  resource: (call) => {
    const [allowed] = CALLS.values();
    if (allowed) call.allowed = allowed;
    return undefined;
  },
  size: async (call) => {
    call.body = (await call.receive(Number.POSITIVE_INFINITY)) ?? Buffer.alloc(0);
    return undefined;
  },
  syntax: (call) => {
    call.json = {};
    return undefined;
  },
  rows: (call) => {
    call.rows = [];
    return undefined;
  },
};

function resolved(target: string): string {
  const { pathname } = URL.canParse(target, 'http://gateway') ? new URL(target, 'http://gateway') : { pathname: '' };
  return decodeURIComponent(pathname).split('?')[0] ?? '';
}

const without = (name: CheckName): Check[] =>
  CHECKS.flatMap((check): Check[] => {
    if (check.name !== name) return [check];
    const run = careless[name];
    return run ? [{ name, run }] : [];
  });

const gateways: Awaited<ReturnType<typeof gatewayToRecorder>>[] = [];
const start = async (checks?: readonly Check[]) => {
  const gateway = await gatewayToRecorder(checks && { checks });
  gateways.push(gateway);
  const send = (parts: Parts) => rawCall(gateway.url, requestWith(parts, gateway.anonKey));
  return { ...gateway, send };
};
const samplesOf = (requests: fc.Arbitrary<Parts>) => fc.sample(requests, { numRuns: RUNS, seed: 20_261_122 });

beforeEach(() => jest.spyOn(console, 'error').mockImplementation());
afterEach(async () => {
  jest.restoreAllMocks();
  for (const gateway of gateways.splice(0)) await gateway.stop();
});

test.each(requestClasses)(
  'the gateway refuses $name before the database, and not without the check $defence',
  async ({ requests, answer, defence }) => {
    const [{ send, reached }, careless] = [await start(), await start(without(defence))];
    for (const parts of samplesOf(requests)) expectAnswer(await send(parts), answer, parts);
    expect(reached).toEqual([]);
    const answers = await Promise.all(samplesOf(requests).map(careless.send));
    const isRefused = ({ status, body }: RawAnswer) => status === answer.status && body?.code === answer.code;
    expect(answers.every(isRefused)).toBe(false);
  },
);

test('each check of the gateway except the preflight refuses a class of requests', () => {
  const defences = new Set<string>(requestClasses.map(({ defence }) => defence));
  expect(CHECKS.map(({ name }) => name).filter((name) => !defences.has(name))).toEqual(['preflight']);
});

test('a call whose body was not checked does not reach the database', async () => {
  const { send, reached } = await start(without('columns'));
  expect(await send({})).toMatchObject({ status: 503 });
  expect(reached).toEqual([]);
});

function expectAnswer({ status, body }: RawAnswer, expected: RequestClass['answer'], { method }: Parts): void {
  // An answer to HEAD has no body, and Kong's refusals have no code.
  const code = method === 'HEAD' ? expected.code : body?.code;
  expect({ status, code }).toEqual({ status: expected.status, code: expected.code });
}
