// Run by Deno: reads a calendar and notifies a browser, as if this machine were the public internet.
import type { lookup } from 'node:dns';
import process from 'node:process';
import { readInPlace } from '../../functions/_shared/own-calendar/read-in-place.ts';
import { pushKeyOf, pushSender } from '../../functions/_shared/tick/push.ts';

const { ca, port, question, push } = JSON.parse(process.env.GIVEN ?? '');
const resolve = ((_: string, __: object, callback: (...found: unknown[]) => void) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }])) as typeof lookup;
const here = { ca, port, resolve, isAllowed: (address: string) => address === '127.0.0.1' };

let ends = 0;
const expectEnd = async () => {
  ends += 1;
};
const source = { address: 'https://agenda.exemple.fr/a.ics', ending: new AbortController().signal, expectEnd };
const reading = await readInPlace(here)(source, question);
const refused = await readInPlace({ ...here, isAllowed: () => false })(source, question).catch(
  ({ failure }) => failure,
);
const key = pushKeyOf('a secret of at least 32 characters', 'https://site.exemple.fr');
const outcome = await pushSender(key, here)(push);
process.stdout.write(JSON.stringify({ reading, ends, refused, outcome }));
process.exit(0);
