import { enginesOfTier, onEachEngine } from '@site/backend/tests/support/engines';
import { describeBooking } from './booking';
import { describeContact } from './contact';
import { describeOwner } from './owner';

// The forms' own client wants a browser's WebSocket, which nothing here opens.
Object.assign(globalThis, { WebSocket: class {} });
jest.spyOn(console, 'warn').mockImplementation();
// Its time-outs run on after the answer and would keep the process alive.
jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });

const LONG_MS = 30 * 60_000;
const SHORT_MS = 120_000;
jest.setTimeout(process.env.TEST_TIER === 'long' ? LONG_MS : SHORT_MS);

onEachEngine(
  (backend) => {
    // Every case comes from this machine's address. What is counted of it for ever would take ever longer.
    beforeAll(() =>
      backend().owner.query("update private.settings set per_address = 1000000, address_window = '1 second'"),
    );
    describeContact(backend);
    describeBooking(backend);
    describeOwner(backend);
  },
  {},
  enginesOfTier,
);
