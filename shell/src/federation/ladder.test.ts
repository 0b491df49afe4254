import { contactBeside, indexWithContact } from '../testing/example-index';
import { type FaultCode, RemoteLoadError } from './fault';
import { type ClimbParts, climb, rungsOf } from './ladder';

const BEFORE = contactBeside('0.9.0-before');
const PREVIEW = contactBeside('1.1.0-preview');

function active(changes: Parameters<typeof indexWithContact>[0] = {}) {
  const { contact } = indexWithContact({ before: BEFORE, ...changes }).remotes;
  if (!contact) throw new Error('The example index has changed.');
  return contact;
}
const idsOf = (...parts: Parameters<typeof rungsOf>) => rungsOf(...parts).map(({ release }) => release.id);

test('a preview comes first, then the active release, then the one before it', () => {
  expect(idsOf('/contact', active(), PREVIEW)).toEqual(['1.1.0-preview', '1.0.0-0123456789', '0.9.0-before']);
  expect(idsOf('/contact', active({ before: undefined } as never))).toEqual(['1.0.0-0123456789']);
});

test('the active release as a preview is tried once', () => {
  expect(idsOf('/contact', active(), active())).toEqual(['1.0.0-0123456789', '0.9.0-before']);
});

test('what was revoked is never tried, be it a preview', () => {
  const release = active({ revoked: ['0.9.0-before', '1.1.0-preview'] });
  expect(idsOf('/contact', release, PREVIEW)).toEqual(['1.0.0-0123456789']);
});

test('a release without the page is left out, and each has a route of its own', () => {
  const renamed = BEFORE.routes.map((route) => ({ ...route, module: 'write-page' }));
  const routes = rungsOf('/contact', active({ before: { ...BEFORE, routes: renamed } })).map(
    ({ route }) => route.module,
  );
  expect(routes).toEqual(['contact-page', 'write-page']);
  expect(idsOf('/contact', active({ before: { ...BEFORE, routes: [] } }))).toEqual(['1.0.0-0123456789']);
});

const sound = { Page: () => null };

/** Climbs over releases that give these answers in turn, each after so many milliseconds. */
async function climbOver(...answers: readonly (readonly ['ok' | FaultCode, number])[]) {
  let clock = 0;
  const tried: string[] = [];
  const faults: string[] = [];
  const load: ClimbParts['load'] = async ({ id }) => {
    const [code, after] = answers[tried.length] ?? ['exception', 0];
    tried.push(id);
    clock += after;
    if (code === 'ok') return sound;
    throw new RemoteLoadError('It did not load.', { phase: 'entry', code });
  };
  const outcome = await climb(rungsOf('/contact', active()), {
    load,
    now: () => clock,
    isWanted: () => clock < 8000,
    onFault: ({ release }, { code }, isFinal) => faults.push(`${release.id} ${code}${isFinal ? '' : ', tried again'}`),
  });
  return { outcome, tried, faults };
}

test('a quick failure is tried again', async () => {
  const { outcome, faults } = await climbOver(['network', 999], ['ok', 1]);
  expect(outcome).toMatchObject({ ok: true, rung: { release: { id: '1.0.0-0123456789' } } });
  expect(faults).toEqual(['1.0.0-0123456789 network, tried again']);
});

test.each([
  ['slow', 'network', 1000],
  ['a time-out', 'timeout', 400],
  ['an exception, which comes again', 'exception', 1],
  ['a missing page, which comes again', 'no-page', 1],
] as const)('a failure that is %s is not', async (_, code, after) => {
  const { outcome, faults } = await climbOver([code, after], ['ok', 1]);
  expect(outcome).toMatchObject({ ok: true, rung: { release: { id: '0.9.0-before' } } });
  expect(faults).toEqual([`1.0.0-0123456789 ${code}`]);
});

test('after two quick failures the release before is next, and then there is none', async () => {
  const { outcome, tried } = await climbOver(['network', 5], ['http-404', 5], ['integrity', 5], ['timeout', 4000]);
  expect(tried).toEqual(['1.0.0-0123456789', '1.0.0-0123456789', '0.9.0-before', '0.9.0-before']);
  expect(outcome).toEqual({ ok: false, error: expect.any(RemoteLoadError) });
});

test('nothing more is loaded once nobody waits', async () => {
  const { outcome, tried } = await climbOver(['timeout', 8000], ['ok', 1]);
  expect(tried).toHaveLength(1);
  expect(outcome).toMatchObject({ ok: false });
});

test('without a release to try there is nothing to say of it', async () => {
  const parts = { load: jest.fn(), onFault: jest.fn(), isWanted: () => true };
  await expect(climb([], parts)).resolves.toEqual({ ok: false, error: undefined });
});
