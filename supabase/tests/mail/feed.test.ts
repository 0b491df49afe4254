import { createHash } from 'node:crypto';
import { createFeed } from '../../functions/_shared/mail/feed.ts';

const asked: unknown[][] = [];
const feed = createFeed(
  {
    query: async (_, values = []) => {
      asked.push(values);
      return [{ days: null }] as never;
    },
  },
  { facts: {} },
);

// The lookup takes constant time because the caller cannot choose the digest that the index compares, and no name is
// answered without a lookup.
test.each(['', 'x', 'é', '%00', '../../etc', `${'a'.repeat(43)}.ics`, 'a'.repeat(15_000)])(
  'the name %.20s is looked up once, as a digest of 32 bytes',
  async (file) => {
    asked.length = 0;
    expect(await feed(file)).toBeNull();
    expect(asked).toEqual([[createHash('sha256').update(file).digest()]]);
  },
);
