import { withBackend } from '@site/backend/tests/support/backend';
import { isLongTier } from '@site/backend/tests/support/cases';
import { describeBooking, describeContact } from './forms';
import { describeOwner } from './owner';
import { describeRequestColumns } from './request-columns';

// supabase-js requires a global WebSocket but opens none here.
Object.assign(globalThis, { WebSocket: class {} });
jest.spyOn(console, 'warn').mockImplementation();
// Its time-outs keep running after the answer and would keep the process alive.
jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });

const LONG_MS = 30 * 60_000;
const SHORT_MS = 120_000;
jest.setTimeout(isLongTier ? LONG_MS : SHORT_MS);

withBackend((backend) => {
  // Every case comes from one address. Counting its calls over a long window would get slower and slower.
  beforeAll(() =>
    backend().owner.query("update private.settings set per_address = 1000000, address_window = '1 second'"),
  );
  // First: it reads lists of all requests.
  describeRequestColumns(backend);
  describeContact(backend);
  describeBooking(backend);
  describeOwner(backend);
});
