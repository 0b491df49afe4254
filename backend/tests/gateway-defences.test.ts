import fc from 'fast-check';
import { rawCall } from './support/raw-call';
import { gatewayToRecorder } from './support/recording-database';
import { requestWith, requestClasses as visitorClasses } from './support/request-classes';
import { ownerClasses } from './support/request-classes-owner';

const RUNS = Number(process.env.FC_RUNS ?? 6);

let gateway: Awaited<ReturnType<typeof gatewayToRecorder>>;

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation();
  gateway = await gatewayToRecorder();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await gateway.stop();
});

test.each([...visitorClasses, ...ownerClasses])(
  'the gateway refuses $name before the database',
  async ({ requests, answer }) => {
    for (const parts of fc.sample(requests, { numRuns: RUNS, seed: 20_261_122 })) {
      const { status, body } = await rawCall(gateway.url, requestWith(parts, gateway.anonKey));
      // An answer to HEAD has no body, and Kong's refusals have no code.
      const code = parts.method === 'HEAD' ? answer.code : body?.code;
      expect([parts, { status, code }]).toEqual([parts, { status: answer.status, code: answer.code }]);
    }
    expect(gateway.reached).toEqual([]);
  },
);
