import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { exampleRelease, routeTo } from '@site/release-core/tests/support/tiny-site';
import { contextOn } from '../../tests/support/command-context';
import { describePublication } from './publication-answer';
import { targetOf } from './publish-packages';

const trial = { pairs: [], journeys: [], durationMs: 0, unchecked: null, incompatible: [], changedTypes: [] };
const published = {
  release: exampleRelease({ id: '1.0.0-b' }),
  outcome: 'new' as const,
  provenance: { commit: '', author: '', isDirty: null },
  active: exampleRelease(),
  hold: null,
};
const together = { trial, address: 'https://journee.example', flag: '', isDry: false };
type Result = Parameters<typeof describePublication>[0][number];
type Together = Parameters<typeof describePublication>[1];
const answerTo = (changes: Partial<Result & Together> = {}) =>
  describePublication([{ ...published, ...changes }], { ...together, ...changes });
const lastLine = (text: string) => text.split('\n').at(-1);

test.each(['', ' --site https://journee.example'])(
  'the answer of a publication ends with the command that activates the release%s',
  (flag) => {
    expect(lastLine(answerTo({ flag }).text)).toBe(`To show it: npx pnpm release activate booking@1.0.0-b${flag}`);
  },
);

test('the answer of a publication names the other pages of the part, which the change may concern', () => {
  const release = { ...published.release, routes: ['/legal', '/cookies', '/funding'].map((path) => routeTo(path)) };
  expect(answerTo({ release }).text).toContain(
    '\nTo look at it: https://journee.example/legal?release=booking@1.0.0-b\nAlso, with the same end: /cookies, /funding\n',
  );
});

test('the answer of a publication names the stable address of the branch from which the release was published', () => {
  const release = { ...published.release, branch: 'feature/short-form' };
  const { text, json } = answerTo({ release });
  const address = 'https://journee.example/?release=booking@branch:feature/short-form';
  expect(text).toContain(`\nThe newest of feature/short-form, always at: ${address}\n`);
  expect(json).toMatchObject({ branchPreview: address });
  expect(answerTo().json).toMatchObject({ branchPreview: null });
});

test('the answer of a publication names the hold of the part, and lifts it in the command', () => {
  const hold = { kind: 'rollback', why: 'slow', who: 'Ada Martin', at: '2026-11-25T12:00:00.000Z', seq: 7 } as const;
  const { text, json } = answerTo({ hold });
  expect(text.split('\n').slice(-2)).toEqual([
    'booking is held by Ada Martin because "slow", since change 7 at 2026-11-25T12:00:00.000Z.',
    'To show it: npx pnpm release activate booking@1.0.0-b --resume',
  ]);
  expect(json).toMatchObject({ hold });
});

test('the answer of a publication shows types that differ from those of the active shell, and accepts each once in the command', () => {
  const button = { name: 'Button', old: 'a: 1\nb: 1', now: 'a: 1\nb: 2', usedBy: ['booking@1.0.0-b'] };
  const changedTypes = [button, { ...button, old: 'b: 0' }, { ...button, name: 'host.notify' }];
  const { text, json } = answerTo({ trial: { ...trial, changedTypes } });

  expect(text).toContain('Button has another type than booking@1.0.0-b was built against:\n  − b: 1\n  + b: 2\n');
  expect(lastLine(text)).toBe(
    'To show it: npx pnpm release activate booking@1.0.0-b --accept Button --accept host.notify --why "…"',
  );
  expect(json).toMatchObject({ check: { changedTypes } });
});

test('a dry run for a site uploads nothing, says what would be published, and names no preview', async () => {
  const store = memoryStore();
  const call = jest.fn();
  const { add, addChecks } = targetOf({
    ...contextOn(store, { isDry: true }),
    store,
    site: { origin: 'https://journee.example', call, store },
  });
  const ready = { release: published.release, client: new Map(), node: new Map(), provenance: published.provenance };
  const { outcome } = await add(ready);
  await addChecks({ pairs: [], durationMs: 0 });
  expect(call).not.toHaveBeenCalled();
  const { text } = answerTo({ outcome, isDry: true });
  expect(text).toMatch(/^booking@1\.0\.0-b would be published \(/);
  expect(text).not.toMatch(/To look at it|To show it/);
});

test('several parts end with one address and one activation of all that are not active yet', () => {
  const contact = {
    ...published,
    release: exampleRelease({ name: 'contact', id: '1.0.0-c', routes: [routeTo('/contact')] }),
  };
  const { id } = exampleRelease();
  const landing = { ...published, release: exampleRelease({ name: 'landing', id, routes: [routeTo('/')] }) };
  const { text, json } = describePublication([published, contact, landing], together);
  expect(text).toMatch(/^booking@1\.0\.0-b is published .*[\s\S]*\ncontact@1\.0\.0-c is published/);
  expect(text).toContain(`?release=booking@1.0.0-b,contact@1.0.0-c,landing@${id}\n`);
  expect(lastLine(text)).toBe('To show them together: npx pnpm release activate booking@1.0.0-b contact@1.0.0-c');
  expect(json).toMatchObject({ releases: [{ name: 'booking' }, { name: 'contact' }, { name: 'landing' }] });
});
