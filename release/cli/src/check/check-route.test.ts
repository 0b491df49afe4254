import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '@site/release-core/tests/support/answering-server';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from './browser';
import { checkRoute } from './check-route';
import type { Timeouts } from './send-form';

const LONGER_THAN_A_TEST_MS = 900_000;

const HYDRATED = `<script>document.querySelector('h1').__reactFiber$example = {};</script>`;
/** Sends its fields, then shows a message. `fail` is code that breaks the form. */
const FORM = (fail: string, fields = '') => `
  <form novalidate>
    <label>Nom <input name="name" required></label>
    <label>E-mail <input name="email" type="email" required></label>
    ${fields}
    <div hidden><input name="subject"></div>
    <p role="status"></p><p role="alert"></p>
    <button>Envoyer</button>
  </form>
  <script>
  {
    const form = document.currentScript.previousElementSibling;
    const say = (role, text) => { form.querySelector('[role=' + role + ']').textContent = text; };
    form.onsubmit = async (event) => {
      event.preventDefault();
      const body = JSON.stringify(Object.fromEntries(new FormData(form)));
      ${fail}
      const { ok } = await fetch('/rest/v1/contacts', { method: 'POST', body });
      say(ok ? 'status' : 'alert', ok ? 'Merci' : 'Erreur');
    };
  }
  </script>`;

const CALENDAR = `
  <button type="button" aria-expanded="false">Choisir</button>
  <div id="days"></div><input type="hidden" name="day">
  <script>
    document.querySelector('[aria-expanded]').onclick = () => {
      days.innerHTML = '<span role="gridcell" tabindex="0" aria-disabled="true">1</span><span role="gridcell" tabindex="0">2</span>';
      days.onkeydown = ({ target, key }) => {
        if (key === 'Enter') document.querySelector('[name=day]').value = target.textContent;
      };
    };
  </script>`;

const PAGES: Record<string, string> = {
  '/plain': HYDRATED,
  '/console': `${HYDRATED}<script>console.error('Something   is\\nwrong\\n    at Page (main.js:1:2)')</script>`,
  '/throws': `${HYDRATED}<script>throw new TypeError('no handler')</script>`,
  '/asset': `${HYDRATED}<img src="http://127.0.0.1:9/missing.png">`,
  '/incident': `${HYDRATED}<script>
    fetch('/rest/v1/incidents', { method: 'POST', body: JSON.stringify({ remote: 'booking', phase: 'render', code: 'Error' }) });
  </script>`,
  '/dead': '',
  '/broken': `<script>throw new TypeError('no handler')</script>`,
  '/form': HYDRATED + FORM(''),
  '/two-forms': HYDRATED + FORM('') + FORM(''),
  '/calendar':
    HYDRATED + FORM("if (!body.includes('\"day\":\"2\"')) return say('alert', 'Choisissez un jour');", CALENDAR),
  '/every-control':
    HYDRATED +
    FORM(
      '',
      `
    <input type="checkbox" name="agreed" required><input type="checkbox" name="news">
    <select name="size" required><option value="">–</option><option value="m">M</option></select>
    <input type="tel" name="phone"><input type="date" name="day"><textarea name="message"></textarea>
    <input name="code" value="kept" readonly>`,
    ),
  '/silent': HYDRATED + FORM('return;'),
  '/handler-throws': HYDRATED + FORM("throw new Error('handler');"),
  '/refused': HYDRATED + FORM("return say('alert', 'Réessayez plus tard');"),
  '/pretends': HYDRATED + FORM("return say('status', 'Merci');"),
  '/refused-by-backend':
    HYDRATED + FORM("await fetch('/rest/v1/refused', { method: 'POST' }); return say('status', 'Merci');"),
  '/no-button': HYDRATED + FORM('').replace('<button>Envoyer</button>', '<button disabled>Envoyer</button>'),
};

let server: Server;
let origin: string;
let browser: Browser;
let context: BrowserContext;
let received: Record<string, string>[];

async function answer(request: IncomingMessage, response: ServerResponse) {
  const path = request.url ?? '';
  const page = PAGES[path];
  if (page !== undefined) {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    return response.end(`<link rel="icon" href="data:,"><main><h1>Page</h1>${page}</main>`);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (path === '/rest/v1/contacts') received.push(JSON.parse(Buffer.concat(chunks).toString()));
  response.writeHead(path.endsWith('/contacts') || path.endsWith('/incidents') ? 201 : 403).end();
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  origin = await listenOnLoopback(server);
  browser = await launchBrowser();
  context = await browser.newContext();
});
afterAll(async () => {
  await browser?.close();
  server.close().closeAllConnections();
});
beforeEach(() => {
  received = [];
});

const check = (path: string, timeouts?: Partial<Timeouts>) => checkRoute(context, origin + path, timeouts);

test('the check of a route reports no problem for a page that hydrates without errors', async () => {
  expect(await check('/plain')).toEqual({ problems: [], formsSent: 0 });
});

test.each([
  ['/console', ['console error: Something is wrong']],
  ['/throws', ['uncaught error: no handler']],
  ['/incident', ['the page reported that booking failed (render, Error)']],
  ['/nowhere', ['it answers 403']],
  ['/refused', ['its form was refused: « Réessayez plus tard »']],
  ['/pretends', ['its form shows a confirmation, but sent nothing']],
])('the check of a route describes the problem of %s as part of a sentence', async (path, problems) => {
  expect((await check(path)).problems).toEqual(problems);
});

test.each([
  ['/silent', { answerMs: 500 }, ['its form was sent and no message followed']],
  ['/handler-throws', { answerMs: 500 }, ['its form was sent and no message followed', 'uncaught error: handler']],
  ['/dead', { liveMs: 500 }, ['it is not hydrated']],
  ['/no-button', { buttonMs: 500 }, ['its form has no button that sends it']],
])('the check of a route stops waiting for %s after the timeout', async (path, timeouts, problems) => {
  expect((await check(path, timeouts)).problems).toEqual(problems);
});

test('the check of a route stops waiting for a page soon after its first error', async () => {
  const { problems } = await check('/broken', { liveMs: LONGER_THAN_A_TEST_MS });
  expect(problems).toEqual(['it is not hydrated', 'uncaught error: no handler']);
});

test('the check of a route names the path of a failed request', async () => {
  const { problems } = await check('/asset');
  expect(problems).toContainEqual(expect.stringMatching(/^\/missing\.png failed \(net::ERR_/));
});

test('the check of a route reports a form that shows a confirmation although the backend refused the request', async () => {
  const { problems } = await check('/refused-by-backend');
  expect(problems).toContain(
    'its form shows a confirmation, but the backend refused the request (/rest/v1/refused: 403)',
  );
});

test('the check of a route sends a form with valid values and leaves hidden fields empty', async () => {
  expect(await check('/form')).toEqual({ problems: [], formsSent: 1 });
  expect(received).toEqual([{ name: 'Camille Martin', email: 'controle@example.com', subject: '' }]);
});

test('the check of a route sends each form of a page', async () => {
  expect(await check('/two-forms')).toEqual({ problems: [], formsSent: 2 });
  expect(received).toHaveLength(2);
});

test('the check of a route chooses the first free day of a calendar', async () => {
  expect(await check('/calendar')).toEqual({ problems: [], formsSent: 1 });
  expect(received).toMatchObject([{ day: '2' }]);
});

test('the check of a route ticks required boxes, chooses required options and fills every writable field', async () => {
  expect(await check('/every-control')).toEqual({ problems: [], formsSent: 1 });
  const [request] = received;
  expect(request).toMatchObject({ agreed: 'on', size: 'm', phone: '06 39 98 00 00', code: 'kept' });
  expect(request).not.toHaveProperty('news');
  expect(request?.day).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(request?.message).toBe('Camille Martin');
});
