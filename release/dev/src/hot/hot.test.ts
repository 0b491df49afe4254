import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listenOnLoopback } from '@site/release-core/tests/support/answering-server';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { runJourneysOf } from './journey-key';

test('the journeys of the hot parts run on the pages of dev, and each is named with what became of it', async () => {
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
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<main><h1>Titre</h1><p>Bonjour</p></main>
      <script>document.querySelector('h1').__reactFiber$example = {}</script>`),
  );
  const address = await listenOnLoopback(server);
  const lines: string[] = [];
  await runJourneysOf({ packages: [{ name: 'guide', folder }], address }, (line) => lines.push(line));
  server.close().closeAllConnections();
  expect(lines).toEqual([
    '« Bonjour » passes.',
    expect.stringMatching(
      /^« Au revoir » of guide@dev fails at 360 and 1280 px, in step 2 \(waitForElement\) of journeys\/parts\.json: the text « Au revoir » is not on \//,
    ),
  ]);
});
