import { randomUUID } from 'node:crypto';

/** A fixture: a unique address, which identifies the visitor's requests. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here; an empty one means that the fixture uses no other
export async function visitorEmail({}, use: (email: string) => Promise<void>) {
  await use(`visite-${randomUUID()}@exemple.fr`);
}
