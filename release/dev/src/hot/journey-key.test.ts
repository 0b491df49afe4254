import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { journeyRuns } from './journey-key';

const PAGE = `<!doctype html><main><h1>Titre</h1><p>Bonjour</p></main>
  <script>document.querySelector('h1').__reactFiber$example = {};</script>`;

test('the journeys of the hot parts run on their pages, and never twice at once', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'journeys'));
  for (const [name, text] of Object.entries({ greets: 'Bonjour', parts: 'Au revoir' })) {
    const steps = [
      { type: 'navigate', url: '/' },
      { type: 'waitForElement', selectors: [`text/${text}`] },
    ];
    writeFileSync(join(folder, `journeys/${name}.json`), JSON.stringify({ title: text, steps }));
  }
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = journeyRuns({ packages: [{ name: 'guide', folder }], address });
  const lines: string[] = [];
  const meanwhile: string[] = [];
  await Promise.all([run((line) => lines.push(line)), run((line) => meanwhile.push(line))]);
  server.close().closeAllConnections();
  expect(lines).toEqual([
    '« Bonjour » passes.',
    expect.stringMatching(
      /^« Au revoir » of guide@dev fails at 360 and 1280 px, in step 2 \(waitForElement\) of journeys\/parts\.json: the text « Au revoir » is not on \//,
    ),
  ]);
  expect(meanwhile).toEqual(['The journeys are running already.']);
});
