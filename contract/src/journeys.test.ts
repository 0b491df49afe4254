import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillIn, isReadOnly, JourneyError, parseJourneyFile, pathsOf, readJourneys, sendsRequest } from './journeys.ts';

const open = { type: 'navigate', url: '/booking' };
const click = { type: 'click', selectors: [['aria/Envoyer[role="button"]']] };

const read = (...steps: object[]) => readJourneys(JSON.stringify({ book: { title: 'Réserver', steps } }));
const refusalOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof JourneyError) return error.message;
    throw error;
  }
  return null;
};

test('the reader of journeys reads a recording as the Recorder of Chromium exports it, once its assertion names an element', () => {
  const exported = readFileSync(join(import.meta.dirname, '../tests/recording.json'), 'utf8');
  const readExport = (source: string) => readJourneys(JSON.stringify({ write: JSON.parse(source) }));
  expect(refusalOf(() => readExport(exported))).toMatch(/^journeys\/write\.json, step 9: "selectors" has only \.cls: /);
  const [journey] = readExport(exported.replace('.cls', 'text/Votre e-mail'));
  const target = 'main';
  expect(journey?.steps).toEqual([
    { type: 'navigate', url: '/', at: 2, assertedEvents: [expect.objectContaining({ type: 'navigation', url: '/' })] },
    { type: 'click', target, selectors: 'aria/Nous écrire', assertedEvents: [], at: 3 },
    { type: 'click', target, selectors: 'aria/Prénom', assertedEvents: [], at: 4 },
    { type: 'change', target, selectors: 'aria/Prénom', value: 'Camille', assertedEvents: [], at: 5 },
    { type: 'keyDown', target, key: 'Tab', assertedEvents: [], at: 6 },
    { type: 'click', target, selectors: 'aria/Envoyer', assertedEvents: [], at: 8 },
    { type: 'waitForElement', selectors: 'text/Votre e-mail', assertedEvents: [], at: 9 },
  ]);
  const [cssFirst] = read(open, { ...click, selectors: [['#send'], 'text/Envoyer', ['aria/Envoyer']] });
  expect(cssFirst?.steps[1]).toMatchObject({ selectors: 'text/Envoyer' });
});

const AWAY = 'https://example.com/';
const leading = { ...click, assertedEvents: [{ type: 'navigation', url: AWAY }] };
const typing = (value: string) => ({ type: 'change', selectors: [['aria/Nom']], value });
const IN_FRAME = ['aria/Carte', 'aria/Plan'];
test.each([
  ['another site', { type: 'navigate', url: AWAY }, `"url" is "${AWAY}": a journey stays on`],
  ['another site, in short', { type: 'navigate', url: '//example.com/' }, 'a journey stays on the site'],
  ['another site, by a backslash', { type: 'navigate', url: '/\\example.com' }, 'a journey stays on the site'],
  ['an address that leads away', leading, 'stays on'],
  ['a selector of the code', { ...click, selectors: [['#send']] }, 'has only #send: give it an aria/… or a text/…'],
  ['a path into a frame', { ...click, selectors: [IN_FRAME] }, 'has only aria/Carte >>> aria/Plan: give it an aria/…'],
  ['a frame', { ...click, frame: [0] }, '"frame" names a frame'],
  ['another tab', { ...click, target: AWAY }, '"target" must be of type "main"'],
  ['no selector', { ...click, selectors: [] }, '"selectors" is empty'],
  ['a program', { type: 'waitForExpression', expression: 'fetch("/")' }, '"type" must be of type ("navigate"'],
  ['a modifier', { type: 'keyDown', key: 'Control' }, '"key" must be of type ("Tab"'],
  ['an unknown placeholder', typing('{city}'), 'the placeholders are {name}'],
  ['a value without end', typing('a'.repeat(2001)), 'more than 2000 characters'],
])('the reader of journeys refuses a step with %s, and names file and step', (_, step, what) => {
  const refusal = refusalOf(() => read(open, step));
  expect(refusal).toContain('journeys/book.json, step 2: ');
  expect(refusal).toContain(what);
});

test('the reader of journeys refuses a journey of 10,000 steps, one that opens no page, and one without a title', () => {
  expect(refusalOf(() => read(...Array(10_000).fill(open)))).toBe(
    'journeys/book.json: "steps" has more than 100 steps.',
  );
  expect(refusalOf(() => read(click))).toBe('journeys/book.json: "steps" must begin with a step of type navigate.');
  expect(refusalOf(() => readJourneys('{"book":{"steps":[]}}'))).toBe('journeys/book.json: "title" is missing.');
});

test('the reader of journeys refuses too many journeys, journeys that are too long together, and files without a usable name', () => {
  const journey = { title: 'Réserver', steps: [open] };
  const named = (name: string, content: object = journey) => readJourneys(JSON.stringify({ [name]: content }));
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`j${at}`, journey]));
  expect(refusalOf(() => readJourneys(JSON.stringify(many)))).toContain('There are 21 journeys, and 20 are the most');
  const long = { title: 'Long', steps: Array(99).fill({ ...click, note: 'x'.repeat(1000) }) };
  expect(refusalOf(() => named('long', { ...long, steps: [open, ...long.steps] }))).toContain('more than 64 kB');
  for (const name of ['', 'Book', '../book', 'a b', 'a'.repeat(61)]) {
    expect(refusalOf(() => named(name))).toContain('rename it');
  }
  for (const stored of ['[]', 'null', '"book"'])
    expect(refusalOf(() => readJourneys(stored))).toContain('no JSON object');
  expect(refusalOf(() => parseJourneyFile('book', '{'))).toBe('journeys/book.json is no valid JSON.');
});

test('the reader of journeys names the paths of all its steps once', () => {
  const [journey] = read(
    open,
    { ...click, assertedEvents: [{ type: 'navigation', url: '/?a=1#cta' }, { type: 'navigation' }] },
    { type: 'navigate', url: '/booking#dates' },
  );
  expect(journey && pathsOf(journey)).toEqual(['/booking', '/']);
});

test('only a journey that types nothing may visit the public site, and one that types {email} promises a request', () => {
  const type = (value: string) => read(open, { type: 'change', selectors: [['aria/E-mail']], value });
  const kinds = [read(open, click), type('camille@example.com'), type('{email}')].flat();
  expect(kinds.map(isReadOnly)).toEqual([true, false, false]);
  expect(kinds.map(sendsRequest)).toEqual([false, false, true]);
});

test('the reader of journeys fills in what a person types', () => {
  const typed = { name: 'Camille', email: 'c@example.com', phone: '06', day: (ahead: number) => `jour ${ahead}` };
  expect(fillIn('{name} {email} {phone} {day} {day+7}', typed)).toBe('Camille c@example.com 06 jour 0 jour 7');
});
