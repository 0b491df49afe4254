import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASES_PATH } from '@site/contract/addresses';
import { isSameSiteRequest } from '@site/release-build/same-site';
import { launchBrowser } from '@site/release-cli/check/browser';
import { listenOnLoopback } from '@site/release-core/tests/support/answering-server';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { exampleRelease, tinyData, tinyRemote, tinyShell, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { createHttpServer } from '@site/release-server/http/answer-requests';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { devPage, fixedPage, indexesWithHot, JOURNEYS_PATH } from './dev-page';
import { journeyRuns, runJourneysOnButton } from './journey-key';

describe('dev page', () => {
  test('an active release that needs the federation run time of an earlier shell is refused beside the hot one', async () => {
    const { federation: _, ...early } = exampleRelease().requires;
    const open = async (requires: typeof early) => {
      const store = await tinyStore([tinyShell(), tinyRemote('landing', '1.0.0-a', { requires })]);
      const { releases } = (await store.readState()).revision ?? { releases: {} };
      return indexesWithHot({ store, releases }, []);
    };
    expect((await open(exampleRelease().requires))('/').remotes.landing?.id).toBe('1.0.0-a');
    await expect(open(early)).rejects.toThrow(/^landing@1\.0\.0-a takes the federation run time from its shell/);
  });
});

describe('journey key', () => {
  const SHELL = `root.innerHTML = '<main><h1>Titre</h1><p>Bonjour</p></main>';
  document.querySelector('h1').__reactFiber$example = {};`;

  test('a button on the pages of dev runs the journeys of the hot parts and shows what the terminal would; nothing else does, and never twice at once', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'journeys'));
    for (const [name, text] of [
      ['greets', 'Bonjour'],
      ['parts', 'Au revoir'],
    ] as const) {
      const steps = [
        { type: 'navigate', url: '/' },
        { type: 'waitForElement', selectors: [`text/${text}`] },
        { type: 'waitForElement', selectors: ['aria/[role="button"]'], count: 0 },
      ];
      writeFileSync(join(folder, `journeys/${name}.json`), JSON.stringify({ title: text, steps }));
    }
    const { server, open } = createHttpServer();
    const address = await listenOnLoopback(server);
    const run = journeyRuns({ packages: [{ name: 'guide', folder }], address });
    const typedMeanwhile: string[] = [];
    const index = { seq: 0, shell: { id: 'dev' }, remotes: {} };
    open({
      pageAt: fixedPage(() => devPage(`${RELEASES_PATH}shell`, { ...tinyData, index }), {
        store: memoryStore(),
        data: tinyData,
      }),
      readReleaseFile: async (path) =>
        path === 'shell/main.js'
          ? { contentType: 'text/javascript', tag: null, body: { identity: Buffer.from(SHELL) }, isIntact: true }
          : null,
      backend: null,
      accepts: isSameSiteRequest,
      releaseInterface: runJourneysOnButton((log) => {
        const ran = run(log);
        void run((line) => typedMeanwhile.push(line));
        return ran;
      }),
    });
    const ask = async (options: RequestInit) => (await fetch(address + JOURNEYS_PATH, options)).status;
    const fromElsewhere = await ask({ method: 'POST', headers: { origin: 'https://elsewhere.example' } });
    const byLink = await ask({ method: 'GET' });

    const browser = await launchBrowser();
    const page = await browser.newPage();
    await page.addInitScript("Object.defineProperty(navigator, 'webdriver', { value: false })");
    await page.goto(address);
    const answered = new Promise((resolve) =>
      page.on('requestfinished', (request) => request.method() === 'POST' && resolve(request)),
    );
    await page.getByRole('button', { name: 'Run the journeys' }).click();
    await answered;
    await page.locator('button:enabled').waitFor();
    const shown = await page.getByRole('status').textContent();
    await browser.close();
    server.close().closeAllConnections();
    expect([fromElsewhere, byLink]).toEqual([403, 404]);
    expect(shown?.split('\n')).toEqual([
      '« Bonjour » passes.',
      expect.stringMatching(
        /^« Au revoir » of guide@dev fails at 360 and 1280 px, in step 2 \(waitForElement\) of journeys\/parts\.json: the text « Au revoir » is not on \//,
      ),
    ]);
    expect(typedMeanwhile).toEqual(['The journeys are running already.']);
  });
});
