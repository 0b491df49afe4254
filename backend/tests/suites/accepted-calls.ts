import fc from 'fast-check';
import type { TestBackend } from '../support/backend';
import { rawCall } from '../support/raw-call';
import { acceptedClasses, requestWith } from '../support/request-classes';

export function describeAcceptedCalls(backend: () => TestBackend): void {
  test.each(acceptedClasses)('the gateway accepts $name', async ({ requests }) => {
    for (const parts of fc.sample(requests, { numRuns: 3, seed: 13 })) {
      const answer = await rawCall(backend().url, requestWith(parts, backend().anonKey));
      expect(answer).toMatchObject({ status: 201 });
    }
  });
}
