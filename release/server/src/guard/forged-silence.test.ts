import type { IncomingMessage } from 'node:http';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { openWatchedSite } from '../../tests/support/watched-site';
import { createPageCounter } from '../serve/page-counter';

const MINUTE_MS = 60_000;
const BROKEN = { name: 'booking', id: '1.0.0-b' };
const NAME = 'booking@1.0.0-b';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

interface Attack {
  readonly minutes: number;
  readonly pagesAMinute?: number;
  readonly address: (page: number) => string;
  readonly agent?: (page: number) => string;
}

/** Opens pages without scripts for as long as the attack lasts. @returns whether the release was returned */
async function attack({ minutes, pagesAMinute = 1, address, agent }: Attack, isDefended = true): Promise<boolean> {
  const site = await openWatchedSite(folder);
  let time = 0;
  const counter = createPageCounter(0, () => time);
  const groups = new Set<number>();
  let served = 0;
  await site.activate(NAME);
  await site.look();
  for (let minute = 0; minute < minutes; minute += 1) {
    for (let each = 0; each < pagesAMinute; each += 1) {
      const page = minute * pagesAMinute + each;
      const headers = { accept: 'text/html', 'user-agent': agent?.(page) ?? 'Mozilla/5.0 Firefox/149.0' };
      const request = { method: 'GET', headers, socket: { remoteAddress: address(page) } };
      counter.count(request as unknown as IncomingMessage, { path: '/booking', releases: [BROKEN] });
    }
    const { pages, networks } = counter.drain();
    served += pages.booking?.[BROKEN.id]?.['/booking'] ?? 0;
    for (const group of networks.booking?.[BROKEN.id] ?? []) groups.add(group);
    site.reported[NAME] = { served, networks: isDefended ? groups.size : served };
    time += MINUTE_MS;
    await site.look();
  }
  await site.look(3);
  return (await site.activeOf('booking')) === '1.0.0-a';
}

const ONE = '198.51.100.7';

describe('pages opened without scripts', () => {
  test.each<[string, Attack]>([
    ['by one address each minute for four hours', { minutes: 240, address: () => ONE }],
    ['by one address, hundreds in an hour', { minutes: 300, pagesAMinute: 10, address: () => ONE }],
    [
      'by one address with many user agents',
      { minutes: 240, address: () => ONE, agent: (page) => `Mozilla/5.0 (${page})` },
    ],
    ['by all addresses of a /24', { minutes: 255, address: (page) => `198.51.100.${page + 1}` }],
    ['by networks of an IPv6 /48', { minutes: 255, address: (page) => `2001:db8:1:${page.toString(16)}::1` }],
    ['by five networks for four hours', { minutes: 240, address: (page) => `198.51.${page % 5}.7` }],
  ])('%s return nothing, and would without the count of networks', async (_, forged) => {
    expect(await attack(forged)).toBe(false);
    folder = temporaryFolder();
    expect(await attack(forged, false)).toBe(true);
  });

  test('by six networks return the release, as the silence of six visitors does', async () => {
    expect(await attack({ minutes: 6, address: (page) => `198.51.${page + 1}.7` })).toBe(true);
  });
});
