import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { runJourneysOf } from './journey-key';

const PAGE = `<link rel="icon" href="data:,"><main><h1>Titre</h1><p>Bonjour</p></main>
  <script>document.querySelector('h1').__reactFiber$example = {};</script>`;

test('the journeys of a hot part run on its pages, and one that fails is told with its step', async () => {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'journeys'));
  for (const [name, text] of [
    ['greets', 'Bonjour'],
    ['parts', 'Au revoir'],
  ] as const) {
    const steps = [
      { type: 'navigate', url: '/' },
      { type: 'waitForElement', selectors: [`text/${text}`] },
    ];
    writeFileSync(join(folder, `journeys/${name}.json`), JSON.stringify({ title: text, steps }));
  }
  const told: string[] = [];
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await runJourneysOf({ packages: [{ name: 'guide', folder }], address }, (line) => told.push(line));
  server.close().closeAllConnections();
  expect(told).toEqual([
    '« Bonjour » holds.',
    expect.stringMatching(
      /^« Au revoir » of guide@dev fails at 360 and 1280 px, in step 2 \(waitForElement\) of journeys\/parts\.json: the text « Au revoir » is not on \//,
    ),
  ]);
});
